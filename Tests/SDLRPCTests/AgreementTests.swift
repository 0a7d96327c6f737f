import Formats
import SDLRPC
import SDLSpec
import TestKit
import Testing

/// The validator, which reads the spec when it runs, and the decoders, which were written from it, judge alike.
// So much time for a sanitizer on a busy machine.
@Suite("Validator and decoders", .timeLimit(.minutes(15)))
struct AgreementTests {
    /// Every spec gets 100,000 messages; the parts are judged side by side.
    static let messages = 25_000
    static let parts = 4

    @Test("Agree on random messages by the embedded spec")
    func agreeByEmbeddedSpec() async throws {
        try await compareParts(RPCSpec.embedded, seed: 1)
    }

    @Test(
        "Agree on random messages by the public spec",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func agreeByPublicSpec() async throws {
        try await compareParts(RPCSpec(xml: SharedData.bytes("spec/MOBILE_API.xml")), seed: 100)
    }

    private func compareParts(_ spec: RPCSpec, seed: UInt64) async throws {
        try await withThrowingTaskGroup { group in
            for part in 0..<Self.parts {
                group.addTask { try Self.compare(spec, seed: seed + UInt64(part)) }
            }
            try await group.waitForAll()
        }
    }

    private static func compare(_ spec: RPCSpec, seed: UInt64) throws {
        let view = spec.view(at: RPCVersion(8, 0))
        var random = RandomMessages(view, seed: seed)
        var accepted = 0
        var refused = 0
        for index in 0..<Self.messages {
            let type = RPCCatalog.messages[index % RPCCatalog.messages.count]
            let function = try #require(view.function(type.functionName, type.kind))
            var message = random.message(function)
            if index % 3 > 0 { message = random.mutated(message) }
            let outcome = view.validate(message, function: type.functionID, kind: type.kind, unknownItems: .drop)
            let isAccepted = Self.decodes(message, as: type)
            switch outcome {
            case .valid(_, warnings: []):
                #expect(isAccepted, "\(type): \(String(decoding: message.serialized(), as: UTF8.self).prefix(300))")
                accepted += 1
            case .valid, .invalid:
                #expect(
                    !isAccepted,
                    "\(outcome) \(type): \(String(decoding: message.serialized(), as: UTF8.self).prefix(300))")
                refused += 1
            case .unknownFunction:
                Issue.record("unknown \(type)")
            }
        }
        #expect(accepted > Self.messages / 3)
        #expect(refused > Self.messages / 5)
    }

    /// Whether the decoder finds nothing wrong; what it took must then be written and read alike.
    private static func decodes<Message: RPCMessage>(_ value: JSONValue, as type: Message.Type) -> Bool {
        guard let bytes = try? value.serializedStrictly(), let (message, issues) = try? Message.decode(bytes) else {
            return false
        }
        guard let text = try? message.encodedJSON(), let again = try? Message(jsonBytes: text), again == message else {
            return false
        }
        #expect(message.json == (try? JSONValue(parsing: text)))
        return issues.isEmpty
    }
}
