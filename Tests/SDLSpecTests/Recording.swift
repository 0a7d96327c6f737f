import Formats
import TestKit
import Testing

/// What an app sent and a real head unit answered, taken from a recording.
struct Exchange: Sendable, CustomTestStringConvertible {
    var recording: String
    var function: UInt32
    var functionName: String
    var body: [UInt8]
    var answer: JSONValue
    /// The version that the registration of this session agreed on; `nil` for the registration itself.
    var version: String?

    var testDescription: String { "\(recording): \(String(decoding: body, as: UTF8.self))" }
}

enum Recording {
    static let names = (try? SharedData.files(in: "vectors/sdl_core", suffix: ".jsonl")) ?? []

    /// The requests in single frames, each with its answer.
    static func exchanges(_ name: String) throws -> [Exchange] {
        var pending: [String: Exchange] = [:]
        var versions: [String: String] = [:]
        var result: [Exchange] = []
        for line in try SharedData.lines("vectors/sdl_core/\(name)") {
            // One recorded request holds a NaN, which the recording repeats in its decoded form.
            let text = line.replacing(": NaN", with: ": null")
            let record = try JSONValue(parsing: Array(text.utf8), options: .asCore)
            guard let header = record["header"], header["frameType"] == 1, let rpc = record["rpc"],
                let id = rpc["correlationId"]?.intValue, let connection = record["conn"]?.intValue,
                let session = header["sessionId"]?.intValue, let function = rpc["functionId"]?.intValue
            else { continue }
            let sessionKey = "\(connection)/\(session)"
            let key = "\(sessionKey)/\(id)"
            if record["dir"] == "app->hu", rpc["type"] == 0 || rpc["type"] == "request" {
                guard let body = body(record), let number = UInt32(exactly: function) else { continue }
                pending[key] = Exchange(
                    recording: name, function: number, functionName: rpc["function"]?.stringValue ?? "", body: body,
                    answer: .null, version: versions[sessionKey])
            } else if record["dir"] == "hu->app", var exchange = pending[key], let json = record["json"],
                Int64(exchange.function) == function
            {
                pending[key] = nil
                if let version = json["syncMsgVersion"], let major = version["majorVersion"]?.intValue,
                    let minor = version["minorVersion"]?.intValue
                {
                    versions[sessionKey] = "\(major).\(minor).\(version["patchVersion"]?.intValue ?? 0)"
                }
                exchange.answer = json
                result.append(exchange)
            }
        }
        return result
    }

    /// The JSON part of the only frame that a line holds.
    private static func body(_ record: JSONValue) -> [UInt8]? {
        guard let hex = record["hex"]?.stringValue, let version = record["header"]?["version"]?.intValue,
            let size = record["rpc"]?["jsonSize"]?.intValue
        else { return nil }
        var bytes = bytes(hex)
        if let payload = record["payload"]?.stringValue {
            guard let stored = try? SharedData.lines("vectors/sdl_core/payloads/\(payload).hex") else { return nil }
            bytes += Recording.bytes(stored.joined())
        }
        let start = (version == 1 ? 8 : 12) + 12
        guard size >= 0, bytes.count >= start + Int(size) else { return nil }
        return Array(bytes[start..<(start + Int(size))])
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
