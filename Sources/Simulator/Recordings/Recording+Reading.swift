internal import Formats
internal import Glibc
internal import Transport

extension Recording {
    /// The most that is read of one file.
    private static let sizeLimit = 256 << 20

    /// Reads a recording with what belongs to it: `hmi/NAME.jsonl`, `index.json` and `payloads/`, all in its folder.
    ///
    /// Files are read at once: not for a reactor's thread.
    ///
    /// - Parameter path: The file of the app side.
    /// - Throws: ``RecordingError`` when a file cannot be read, or a line is not one of a recording.
    package init(path: String) throws(RecordingError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let file = String(path.dropFirst(folder.count))
        let name = file.hasSuffix(".jsonl") ? String(file.dropLast(".jsonl".count)) : file
        let described = try? Self.descriptions(inFolder: folder).first { $0.name == name }
        try self.init(
            described ?? Description(name: name), appSide: try Self.read(path),
            hmiSide: try Self.readIfThere(folder + "hmi/" + file)
        ) { key throws(RecordingError) in
            // A key is no path: it must not lead out of the folder.
            guard !key.contains("/"), !key.hasPrefix(".") else {
                throw RecordingError(place: name, expectation: "the name of a payload, not \(key)")
            }
            return try Self.read("\(folder)payloads/\(key).hex")
        }
    }

    /// Reads a recording from the bytes of its files.
    ///
    /// - Parameters:
    ///   - description: What it is of.
    ///   - appSide: The lines of the app side.
    ///   - hmiSide: The lines of the HMI side; empty where nobody recorded it.
    ///   - payload: Gives the hexadecimal text of a payload that is stored apart, by its key.
    /// - Throws: ``RecordingError`` when a line is not one of a recording.
    package init(
        _ description: Description, appSide: [UInt8], hmiSide: [UInt8] = [],
        payload: (String) throws(RecordingError) -> [UInt8]
    ) throws(RecordingError) {
        var events: [Event] = []
        var addresses: [Int: String] = [:]
        var moduleSource: JSONValue?
        for (number, json) in try Self.lines(appSide, description.name) {
            var event = try Self.event(json, "\(description.name):\(number)", payload)
            if description.isRelayed, case .closedByApp = event.line {
                event = Event(time: event.time + 0.25, place: event.place, line: event.line)
            }
            events.append(event)
            moduleSource = moduleSource ?? json["module"]
            if json["note"] == "second device" { addresses[Self.connection(json)] = "127.0.0.2" }
        }
        for (number, json) in try Self.lines(hmiSide, "hmi/" + description.name) {
            events.append(try Self.event(json, "hmi/\(description.name):\(number)", payload))
        }
        let sorted = events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        self.init(
            description: description, events: sorted.map(\.element), addresses: addresses, moduleSource: moduleSource)
    }

    /// What the `index.json` of a folder says of its recordings.
    ///
    /// - Parameter folder: The folder, with the slash at its end.
    /// - Throws: ``RecordingError`` when it cannot be read.
    package static func descriptions(inFolder folder: String) throws(RecordingError) -> [Description] {
        let place = folder + "index.json"
        let index: JSONValue
        do {
            index = try JSONValue(parsing: try Self.read(place))
        } catch let error as RecordingError {
            throw error
        } catch {
            throw RecordingError(place: place, expectation: "JSON (\(error))")
        }
        guard let entries = index.arrayValue else { throw RecordingError(place: place, expectation: "a list") }
        return entries.compactMap { entry in
            guard let file = entry["file"]?.stringValue, file.hasSuffix(".jsonl") else { return nil }
            let name = String(file.dropLast(".jsonl".count))
            let settings = entry["settings"]?.objectValue?.compactMapValues { $0.intValue.map { Int(clamping: $0) } }
            return Description(
                name: name, policyBuild: entry["policyBuild"]?.stringValue ?? "PROPRIETARY", settings: settings ?? [:],
                isRelayed: name.hasPrefix("client_"))
        }
    }

    // MARK: Files

    private static func read(_ path: String) throws(RecordingError) -> [UInt8] {
        do throws(TransportError) {
            return try SmallFile.read(path, limit: sizeLimit)
        } catch {
            throw RecordingError(place: path, expectation: "a file (\(error))")
        }
    }

    private static func readIfThere(_ path: String) throws(RecordingError) -> [UInt8] {
        do throws(TransportError) {
            return try SmallFile.read(path, limit: sizeLimit)
        } catch {
            if error.systemCode == ENOENT { return [] }
            throw RecordingError(place: path, expectation: "a file (\(error))")
        }
    }

    // MARK: Lines

    private static func lines(_ bytes: [UInt8], _ name: String) throws(RecordingError) -> [(Int, JSONValue)] {
        var lines: [(Int, JSONValue)] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty {
            do {
                lines.append((index + 1, try json(Array(line))))
            } catch {
                throw RecordingError(place: "\(name):\(index + 1)", expectation: "a JSON object (\(error))")
            }
        }
        return lines
    }

    private static func json(_ line: [UInt8]) throws(JSONError) -> JSONValue {
        let options = JSONOptions(maximumDepth: 300)
        do throws(JSONError) {
            return try JSONValue(parsing: line, options: options)
        } catch {
            // What an app sent may hold NaN, which some recorders write down as it was.
            let text = String(decoding: line, as: UTF8.self).split(separator: ": NaN").joined(separator: ": null")
            guard text.utf8.count != line.count else { throw error }
            return try JSONValue(parsing: Array(text.utf8), options: options)
        }
    }

    private static func connection(_ json: JSONValue) -> Int { Int(clamping: json["conn"]?.intValue ?? 0) }

    private static func event(
        _ json: JSONValue, _ place: String, _ payload: (String) throws(RecordingError) -> [UInt8]
    ) throws(RecordingError) -> Event {
        guard let time = json["t"]?.doubleValue, time.isFinite, abs(time) < 1e9 else {
            throw RecordingError(place: place, expectation: "t, the seconds since the recording began")
        }
        let connection = connection(json)
        let line: Line
        switch json["dir"]?.stringValue {
        case "app->hu": line = .fromApp(connection: connection, try bytes(json, place, payload))
        case "hu->app": line = .toApp(connection: connection, try bytes(json, place, payload))
        case "hu->hmi": line = .toHMI(json["json"] ?? .null)
        case "hmi->hu": line = .fromHMI(json["json"] ?? .null)
        case "event": line = event(json["note"]?.stringValue ?? "", connection)
        case let other:
            let known = "app->hu, hu->app, hu->hmi, hmi->hu or event"
            throw RecordingError(place: place, expectation: "dir \(known), not \(other ?? "none")")
        }
        return Event(time: time, place: place, line: line)
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
        return .policy(app: words.first.map(String.init) ?? "", groups: list.isEmpty ? nil : groups)
    }

    private static func bytes(
        _ json: JSONValue, _ place: String, _ payload: (String) throws(RecordingError) -> [UInt8]
    ) throws(RecordingError) -> [UInt8] {
        guard let text = json["hex"]?.stringValue, var bytes = hex(Array(text.utf8)) else {
            throw RecordingError(place: place, expectation: "hex, an even number of hexadecimal digits")
        }
        if let key = json["payload"]?.stringValue {
            guard let content = hex(try payload(key)) else {
                throw RecordingError(place: "payloads/\(key).hex", expectation: "an even number of hexadecimal digits")
            }
            bytes += content
        }
        return bytes
    }

    /// The bytes of hexadecimal digits; white space between them is passed over.
    private static func hex(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        for character in text {
            let digit: UInt8
            switch character {
            case 0x30...0x39: digit = character - 0x30
            case 0x61...0x66: digit = character - 0x61 + 10
            case 0x41...0x46: digit = character - 0x41 + 10
            case 0x20, 0x09, 0x0A, 0x0D: continue
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }
}
