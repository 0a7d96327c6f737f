import Formats
import SDLProtocol
import Synchronization
import TestKit
import Testing

/// A recorded session of a real head unit: a file of `vectors/sdl_core`.
struct Recording: Sendable, CustomTestStringConvertible {
    /// A line of the file.
    struct Line: Sendable {
        enum Direction: String, Sendable {
            case fromApp = "app->hu"
            case fromModule = "hu->app"
            case event
        }

        let number: Int
        let time: Duration
        let direction: Direction
        let connection: Int
        let bytes: [UInt8]
        let header: JSONValue?
        let bson: JSONValue?
        let rpc: JSONValue?
        let note: String

        /// Whether the line is one whole frame with a header that was decoded.
        var isFrame: Bool { header != nil }
    }

    let name: String
    let settings: JSONValue

    var testDescription: String { name }

    static let all: [Recording] = {
        guard let bytes = try? SharedData.bytes("vectors/sdl_core/index.json"),
            let list = (try? JSONValue(parsing: bytes))?.arrayValue
        else { return [] }
        return list.compactMap { entry in
            guard let file = entry["file"]?.stringValue, file.hasSuffix(".jsonl") else { return nil }
            return Recording(name: String(file.dropLast(6)), settings: entry["settings"] ?? [:])
        }
    }()

    /// A setting of the head unit's ini file.
    func setting(_ key: String) -> Int? {
        guard let value = settings[key] else { return nil }
        return value.intValue.map { Int($0) } ?? value.stringValue.flatMap { Int($0) }
    }

    /// The lines; every file is read once.
    func lines() throws -> [Line] {
        try Recording.files.withLock { files throws in
            if let lines = files[name] { return lines }
            let lines = try read()
            files[name] = lines
            return lines
        }
    }

    private static let files = Mutex<[String: [Line]]>([:])
    private static let payloads = Mutex<[String: [UInt8]]>([:])

    private static func payload(_ key: String) throws -> [UInt8] {
        try payloads.withLock { payloads throws in
            if let bytes = payloads[key] { return bytes }
            let stored = try SharedData.bytes("vectors/sdl_core/payloads/\(key).hex")
            let bytes = [UInt8](hex: stored)
            payloads[key] = bytes
            return bytes
        }
    }

    private func read() throws -> [Line] {
        let options = JSONOptions(dialect: .lenient, maximumDepth: 512)
        return try SharedData.lines("vectors/sdl_core/\(name).jsonl").enumerated().map { index, text in
            // One line shows an app's NaN as it was, which no JSON reader takes.
            let text = text.replacing(": NaN}", with: ": null}")
            let json = try JSONValue(parsing: Array(text.utf8), options: options)
            let direction = try #require(json["dir"]?.stringValue.flatMap(Line.Direction.init))
            var bytes = [UInt8](hex: json["hex"]?.stringValue ?? "")
            if let key = json["payload"]?.stringValue {
                bytes += try Recording.payload(key)
            }
            return Line(
                number: index + 1, time: .milliseconds(Int64((json["t"]?.doubleValue ?? 0) * 1000)),
                direction: direction, connection: json.int("conn") ?? 0, bytes: bytes, header: json["header"],
                bson: json["bson"], rpc: json["rpc"], note: json["note"]?.stringValue ?? "")
        }
    }
}
