import Formats
import SDLProtocol
import TestKit

/// A recorded conversation of a real head unit, app side and HMI side on one time base.
struct Recording {
    enum Line {
        case connected(connection: Int)
        /// The link is gone by the app's will, or by the line's.
        case closedByApp(connection: Int)
        case closedByHeadUnit(connection: Int)
        /// Bytes of the app, one write.
        case fromApp(connection: Int, [UInt8])
        /// A frame of the head unit.
        case toApp(connection: Int, [UInt8])
        /// What the head unit said to its HMI, as JSON-RPC.
        case toHMI(JSONValue)
        /// What the HMI said.
        case fromHMI(JSONValue)
        /// What an app's policy becomes with the next policy update; `nil` revokes it.
        case policy(app: String, groups: [String]?)
        case terminated
        case killed
        case other

        /// Whether the head unit said it, to an app or to the HMI.
        var isOfHeadUnit: Bool {
            switch self {
            case .toApp, .toHMI, .closedByHeadUnit: true
            case .connected, .closedByApp, .fromApp, .fromHMI, .policy, .terminated, .killed, .other: false
            }
        }
    }

    struct Event {
        /// Seconds since the recording began.
        let time: Double
        /// The file and line, for messages of failed tests.
        let place: String
        let line: Line
    }

    /// What `index.json` says of a recording.
    struct Description {
        let name: String
        let policyBuild: String
        let settings: [String: Int]
    }

    let description: Description
    var events: [Event]
    /// The addresses of connections that did not come from 127.0.0.1.
    let addresses: [Int: String]

    var name: String { description.name }

    init(_ description: Description) throws {
        self.description = description
        let name = description.name
        let lines = try Self.json("vectors/sdl_core/\(name).jsonl")
        var events = try lines.enumerated().map { try Self.event($1, "\(name):\($0 + 1)") }
        // The relay of these recordings handed the app's close on a quarter of a second late.
        let isRelayed = name.hasPrefix("client_")
        if isRelayed {
            events = events.map { event in
                guard case .closedByApp = event.line else { return event }
                return Event(time: event.time + 0.25, place: event.place, line: event.line)
            }
        }
        events += try Self.json("vectors/sdl_core/hmi/\(name).jsonl").enumerated().map {
            try Self.event($1, "hmi/\(name):\($0 + 1)")
        }
        // Lines of both files at one moment keep the order app side, HMI side.
        self.events = events.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
        var addresses: [Int: String] = [:]
        for line in lines where line["note"] == "second device" {
            addresses[Int(line["conn"]?.intValue ?? 0)] = "127.0.0.2"
        }
        self.addresses = addresses
    }

    /// The descriptions of all recordings.
    static func all() throws -> [Description] {
        let index = try JSONValue(parsing: try SharedData.bytes("vectors/sdl_core/index.json"))
        let entries = index.arrayValue ?? index["recordings"]?.arrayValue ?? []
        return entries.compactMap { entry in
            guard let file = entry["file"]?.stringValue else { return nil }
            let settings = entry["settings"]?.objectValue?.compactMapValues { $0.intValue.map { Int($0) } }
            return Description(
                name: String(file.dropLast(".jsonl".count)),
                policyBuild: entry["policyBuild"]?.stringValue ?? "PROPRIETARY", settings: settings ?? [:])
        }
    }

    /// The recordings in which rows of some letters are seen.
    static func named(inRows letters: Set<Character>) throws -> Set<String> {
        let rows = try SharedData.lines("vectors/sdl_core/rows.tsv").dropFirst()
        return Set(
            rows.compactMap { row in
                let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
                guard fields.count > 1, let letter = fields[0].first, letters.contains(letter) else { return nil }
                return String(fields[1])
            })
    }

    private static func json(_ path: String) throws -> [JSONValue] {
        try SharedData.lines(path).map {
            // What an app sent may hold NaN, which the recorder wrote down as it was.
            let text = $0.contains("NaN") ? $0.split(separator: ": NaN").joined(separator: ": null") : $0
            return try JSONValue(parsing: Array(text.utf8), options: JSONOptions(maximumDepth: 300))
        }
    }

    private static func event(_ json: JSONValue, _ place: String) throws -> Event {
        Event(time: json["t"]?.doubleValue ?? 0, place: place, line: try line(json))
    }

    private static func line(_ json: JSONValue) throws -> Line {
        let connection = Int(json["conn"]?.intValue ?? 0)
        switch json["dir"]?.stringValue {
        case "app->hu": return .fromApp(connection: connection, try bytes(json))
        case "hu->app": return .toApp(connection: connection, try bytes(json))
        case "hu->hmi": return .toHMI(json["json"] ?? .null)
        case "hmi->hu": return .fromHMI(json["json"] ?? .null)
        default: return event(json["note"]?.stringValue ?? "", connection)
        }
    }

    private static func event(_ note: String, _ connection: Int) -> Line {
        switch note {
        case "tcp connected": return .connected(connection: connection)
        case "closed by the head unit": return .closedByHeadUnit(connection: connection)
        case "head unit SIGTERM": return .terminated
        case "head unit killed": return .killed
        default: break
        }
        if note.hasPrefix("closed by the app") || note.hasSuffix("dropped") || note.hasSuffix("drops") {
            return .closedByApp(connection: connection)
        }
        guard note.hasPrefix("policy update: app ") else { return .other }
        let words = note.dropFirst("policy update: app ".count).split(separator: " ", maxSplits: 2)
        let list = words.count == 3 && words[2] != "None" ? words[2] : ""
        let groups = list.split(separator: "'").filter { $0.contains { $0.isLetter } }.map(String.init)
        return .policy(app: String(words[0]), groups: list.isEmpty ? nil : groups)
    }

    private static func bytes(_ json: JSONValue) throws -> [UInt8] {
        var bytes = hex(json["hex"]?.stringValue ?? "")
        if let key = json["payload"]?.stringValue {
            let text = try SharedData.lines("vectors/sdl_core/payloads/\(key).hex").joined()
            bytes += hex(text)
        }
        return bytes
    }

    private static func hex(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for character in text.utf8 {
            let digit: UInt8
            switch character {
            case 0x30...0x39: digit = character - 0x30
            case 0x61...0x66: digit = character - 0x61 + 10
            case 0x41...0x46: digit = character - 0x41 + 10
            default: continue
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }
}
