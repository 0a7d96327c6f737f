import Formats
import SDLProtocol
import TestKit

/// A recorded conversation of a real head unit, app side and HMI side on one time base.
struct Recording {
    enum Line {
        case connected(connection: Int)
        case closedByApp(connection: Int)
        /// Bytes of the app, one write.
        case fromApp(connection: Int, [UInt8])
        /// A frame of the head unit.
        case toApp(connection: Int, [UInt8])
        /// What the head unit said to its HMI, as JSON-RPC.
        case toHMI(JSONValue)
        /// What the HMI said.
        case fromHMI(JSONValue)
        case other
    }

    struct Event {
        /// Seconds since the recording began.
        let time: Double
        /// The file and line, for messages of failed tests.
        let place: String
        let line: Line
    }

    let name: String
    let events: [Event]

    init(_ name: String) throws {
        self.name = name
        var events = try Self.read("vectors/sdl_core/\(name).jsonl", label: name)
        events += try Self.read("vectors/sdl_core/hmi/\(name).jsonl", label: "hmi/\(name)")
        // Lines of both files at one moment keep the order app side, HMI side.
        self.events = events.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
    }

    private static func read(_ path: String, label: String) throws -> [Event] {
        try SharedData.lines(path).enumerated().map { index, text in
            let json = try JSONValue(parsing: Array(text.utf8), options: JSONOptions(maximumDepth: 300))
            return Event(
                time: json["t"]?.doubleValue ?? 0, place: "\(label):\(index + 1)", line: try line(json))
        }
    }

    private static func line(_ json: JSONValue) throws -> Line {
        let connection = Int(json["conn"]?.intValue ?? 0)
        switch json["dir"]?.stringValue {
        case "app->hu": return .fromApp(connection: connection, try bytes(json))
        case "hu->app": return .toApp(connection: connection, try bytes(json))
        case "hu->hmi": return .toHMI(json["json"] ?? .null)
        case "hmi->hu": return .fromHMI(json["json"] ?? .null)
        default:
            let note = json["note"]?.stringValue ?? ""
            if note == "tcp connected" { return .connected(connection: connection) }
            if note.hasPrefix("closed by the app") || note.hasPrefix("app closes") || note.hasPrefix("app drops") {
                return .closedByApp(connection: connection)
            }
            return .other
        }
    }

    private static func bytes(_ json: JSONValue) throws -> [UInt8] {
        var bytes = hex(json["hex"]?.stringValue ?? "")
        if let key = json["payload"]?.stringValue {
            let text = try SharedData.lines("vectors/sdl_core/payloads/\(key).hex").joined()
            bytes += hex(text)
        }
        return bytes
    }

    static func hex(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            guard let digit = Character(Unicode.Scalar(character)).hexDigitValue.map(UInt8.init) else { continue }
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
