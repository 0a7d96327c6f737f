import Formats
import TestKit
import Testing

/// One session of a recorded head unit: what it sent, what the app asked for, in the order of time.
struct RecordedSession: Sendable, CustomTestStringConvertible {
    enum Event: Sendable {
        /// The app asked; the parameters are null if it wrote no JSON.
        case request(function: UInt32, id: Int64, parameters: JSONValue)
        /// Bytes of one frame of the head unit.
        case frame([UInt8])
        /// A whole message that the frame before completed; for the expectations only.
        case message(kind: String, function: UInt32, id: Int64, json: JSONValue)
        case appEndsService
        case closed(byHead: Bool)
    }

    let file: String
    let connection: Int64
    let session: Int64
    var events: [(time: Duration, event: Event)] = []

    var testDescription: String { "\(file) connection \(connection) session \(session)" }

    /// The sessions of all recordings that were opened.
    static let all: [RecordedSession] = {
        guard let names = try? SharedData.files(in: "vectors/sdl_core", suffix: ".jsonl") else { return [] }
        return names.flatMap { (try? sessions(of: $0)) ?? [] }
    }()

    static func sessions(of name: String) throws -> [RecordedSession] {
        var result: [RecordedSession] = []
        var parts: [Int: [UInt8]] = [:]
        for line in try SharedData.lines("vectors/sdl_core/\(name)") {
            // One recorded request holds a NaN, which the recording repeats in its decoded form.
            let text = line.replacing(": NaN", with: ": null")
            let record = try JSONValue(parsing: Array(text.utf8), options: .asCore)
            guard let connection = record["conn"]?.intValue, let time = record["t"]?.doubleValue else { continue }
            let now = Duration.seconds(time)
            if record["dir"] == "event" {
                for index in result.indices where result[index].connection == connection {
                    if let note = record["note"]?.stringValue, note.hasPrefix("closed by the ") {
                        result[index].events.append((now, .closed(byHead: note.hasSuffix("head unit"))))
                    } else if let whole = parts.removeValue(forKey: index), let message = message(record, whole) {
                        result[index].events.append((now, message))
                    }
                }
                continue
            }
            let session = record["header"]?["sessionId"]?.intValue
            if record["header"]?["name"] == "StartServiceACK", record["header"]?["serviceType"] == 7, let session,
                session != 0, !result.contains(where: { $0.connection == connection && $0.session == session })
            {
                result.append(RecordedSession(file: name, connection: connection, session: session))
            }
            guard let index = result.firstIndex(where: { $0.connection == connection && $0.session == session }) else {
                continue
            }
            if record["dir"] == "hu->app" {
                let bytes = try bytes(record)
                result[index].events.append((now, .frame(bytes)))
                if record["header"]?["frameType"] == 3 { parts[index, default: []] += bytes.dropFirst(12) }
                if let message = message(record) { result[index].events.append((now, message)) }
            } else if record["header"]?["name"] == "EndService", record["header"]?["serviceType"] == 7 {
                result[index].events.append((now, .appEndsService))
            } else if let rpc = record["rpc"], rpc["type"] == "request", let function = rpc["functionId"]?.intValue,
                let id = rpc["correlationId"]?.intValue
            {
                let parameters = record["json"] ?? .null
                result[index].events.append(
                    (now, .request(function: UInt32(truncatingIfNeeded: function), id: id, parameters: parameters)))
            }
        }
        return result
    }

    /// What a record says of a message.
    ///
    /// - Parameter parts: The message as its frames carry it, where it came in several: then the record itself holds
    ///   only those members that are short.
    private static func message(_ record: JSONValue, _ parts: [UInt8]? = nil) -> Event? {
        guard let rpc = record["rpc"], let kind = rpc["type"]?.stringValue, kind != "request",
            let function = rpc["functionId"]?.intValue, let id = rpc["correlationId"]?.intValue,
            let json = whole(record, parts)
        else { return nil }
        return .message(kind: kind, function: UInt32(truncatingIfNeeded: function), id: id, json: json)
    }

    private static func whole(_ record: JSONValue, _ parts: [UInt8]?) -> JSONValue? {
        if let parts, let size = record["rpc"]?["jsonSize"]?.intValue {
            // The header of the message comes first.
            guard parts.count >= 12 + Int(size) else { return nil }
            return try? JSONValue(parsing: Array(parts[12..<12 + Int(size)]), options: .asCore)
        }
        if let key = record["payload"]?.stringValue {
            guard let text = try? SharedData.bytes("vectors/sdl_core/payloads/\(key).json") else { return nil }
            return try? JSONValue(parsing: text, options: .asCore)
        }
        return record["jsonShort"] == true ? nil : record["json"]
    }

    private static func bytes(_ record: JSONValue) throws -> [UInt8] {
        var bytes = unhex(record["hex"]?.stringValue ?? "")
        if let key = record["payload"]?.stringValue {
            let text = try SharedData.bytes("vectors/sdl_core/payloads/\(key).hex")
            bytes += unhex(String(decoding: text, as: UTF8.self))
        }
        return bytes
    }

    private static func unhex(_ text: String) -> [UInt8] {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) } }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
