import Formats
import SDLProtocol
import TestKit
import Testing

@testable import HeadUnit

/// The lines of `vectors/wire.jsonl` that demand an answer of the head unit.
@Suite("Requests that are wrong on the wire", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct WireVectorTests {
    /// A line with the reaction `error-response`.
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let resultCode: String
        var testDescription: String { name }
    }

    static let vectors: [Vector] = {
        let options = JSONOptions(dialect: .lenient, maximumDepth: 4096)
        return ((try? SharedData.lines("vectors/wire.jsonl")) ?? []).compactMap { line in
            guard let json = try? JSONValue(parsing: Array(line.utf8), options: options),
                json["expect"]?["reaction"] == "error-response",
                let name = json["name"]?.stringValue, let hex = json["hex"]?.stringValue,
                let code = json["expect"]?["resultCode"]?.stringValue
            else { return nil }
            return Vector(name: name, bytes: bytes(hex), resultCode: code)
        }
    }()

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap { $0.hexDigitValue.map { UInt8($0) } }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test("There are eleven of them")
    func count() {
        #expect(Self.vectors.count == 11)
    }

    @Test("A careful head unit answers with the result code that is demanded", arguments: vectors)
    func answers(vector: Vector) throws {
        var configuration = HeadUnitConfiguration()
        configuration.policy = Rig.module.policy
        var rig = Rig(configuration)
        let link = rig.app(level: .none)
        #expect(rig.machine.apps.count == 1)
        _ = rig.takeHeard(link)
        rig.payloads[link] = nil
        rig.send(vector.bytes, on: link)
        let heard = rig.takeHeard(link)
        let old = try rig.payloads[link].map { payloads in
            try payloads.map { try JSONValue(parsing: $0.filter { $0 != 0 }) }
        }
        var codes = heard.compactMap { item -> String? in
            if case .response(_, _, let body) = item { body["resultCode"]?.stringValue } else { nil }
        }
        codes += (old ?? []).compactMap { $0["response"]?["parameters"]?["resultCode"]?.stringValue }
        #expect(codes == [vector.resultCode])
        #expect(rig.machine.apps.count == 1, "the app stays registered")
    }

    @Test("An app that makes up thousands of values gets a short answer")
    func longInfo() throws {
        var rig = Rig()
        let link = rig.connect()
        let session = rig.startSession(on: link)
        // As many as fit into one frame.
        let types = [String](repeating: "unknown type of app", count: 5_500)
        rig.request("RegisterAppInterface", Rig.registration(types: types), session: session, on: link)
        let answers = rig.takeHeard(link).compactMap { item -> JSONValue? in
            if case .response(_, _, let body) = item { body } else { nil }
        }
        let info = try #require(answers.first?["info"]?.stringValue)
        #expect(info.unicodeScalars.count <= 1000 && info.contains("Ignored invalid value"))
    }
}
