import Formats
import SDLRPC
import SDLSpec

/// RPC JSON: both dialects, the validator at several versions, the generated decoders of all functions.
///
/// The first byte chooses the function, the second the version and what becomes of unknown items, the rest is the text.
public enum RPCFuzz: FuzzTarget {
    private static let views: [RPCSpecView] = [
        RPCVersion(8, 0), RPCVersion(4, 5), RPCVersion(2, 0), RPCVersion(3, 0), RPCVersion(4, 1), RPCVersion(5, 0),
        RPCVersion(6, 0), RPCVersion(7, 1),
    ].map { RPCSpec.embedded.view(at: $0) }

    /// For texts that were written here, whatever they hold.
    private static let unbounded = JSONOptions(maximumDepth: 512, maximumBytes: .max, maximumValues: .max)

    /// What went wrong with the text; `nil` if all is well.
    public static func finding(in input: [UInt8]) -> String? {
        var choice = Choice(input)
        let type = RPCCatalog.messages[Int(choice.byte()) % RPCCatalog.messages.count]
        let switches = choice.byte()
        return finding(
            in: choice.remaining, as: type, at: views[Int(switches & 7)], unknownItems: switches & 8 == 0 ? nil : .keep)
    }

    /// What goes wrong with a text when it is read as each function at each version; `nil` if all is well.
    public static func findingInAllFunctions(_ input: [UInt8]) -> String? {
        let text = Array(input.dropFirst(2))
        for type in RPCCatalog.messages {
            for view in views {
                if let finding = finding(in: text, as: type, at: view, unknownItems: nil) { return finding }
            }
        }
        return nil
    }

    private static func finding(
        in text: [UInt8], as type: any RPCMessage.Type, at view: RPCSpecView, unknownItems: UnknownItems?
    ) -> String? {
        let strict = try? JSONValue(parsing: text)
        let lenient = try? JSONValue(parsing: text, options: .asCore)
        if let strict, strict != lenient { return "JSON: the dialects read different values" }
        guard let value = lenient else { return strict == nil ? nil : "JSON: the lenient dialect refuses" }
        return textFinding(value) ?? validatorFinding(value, type, view, unknownItems)
            ?? decoderFinding(text, strict, as: type)
    }

    // MARK: - Texts

    private static func textFinding(_ value: JSONValue) -> String? {
        guard let compact = try? value.serializedStrictly() else { return "JSON: what was read cannot be written" }
        guard (try? JSONValue(parsing: compact, options: unbounded)) == value else {
            return "JSON: another value when written and read again"
        }
        guard (try? JSONValue(parsing: value.styled(), options: unbounded)) == value else {
            return "JSON: another value when written in sdl_core's style and read again"
        }
        return nil
    }

    // MARK: - Validator

    private static func validatorFinding(
        _ value: JSONValue, _ type: any RPCMessage.Type, _ view: RPCSpecView, _ unknownItems: UnknownItems?
    ) -> String? {
        func validate(_ value: JSONValue) -> ValidationOutcome {
            view.validate(value, function: type.functionID, kind: type.kind, unknownItems: unknownItems)
        }
        if case .valid(let kept, _) = validate(value), validate(kept) != .valid(kept, warnings: []) {
            return "validator: \(type): what it lets through is not good"
        }
        let completed = view.completed(value, function: type.functionName, kind: type.kind)
        guard view.completed(completed, function: type.functionName, kind: type.kind) == completed else {
            return "validator: \(type): completing twice is not completing once"
        }
        return nil
    }

    // MARK: - Decoders

    private static func decoderFinding<Message: RPCMessage>(
        _ text: [UInt8], _ value: JSONValue?, as type: Message.Type
    ) -> String? {
        let decoded = try? Message.decode(text)
        if let message = decoded?.value {
            guard let bytes = try? message.encodedJSON(), let again = try? Message.decode(bytes, options: unbounded)
            else {
                return "decoder: \(type): what was read cannot be written and read"
            }
            guard again.value == message, (try? again.value.encodedJSON()) == bytes else {
                return "decoder: \(type): another message when written and read again"
            }
        }
        guard let value else { return decoded == nil ? nil : "decoder: \(type): reads what is no JSON" }
        // The validator reads the spec when it runs, the decoders were written from it: they judge alike.
        let outcome = LastingSpec.view.validate(
            value, function: type.functionID, kind: type.kind, unknownItems: .drop)
        let isGood = if case .valid(_, warnings: []) = outcome { true } else { false }
        guard isGood == (decoded?.issues.isEmpty ?? false) else {
            return "decoder: \(type): \(decoded?.issues.description ?? "refused"), validator: \(outcome)"
        }
        return nil
    }
}
