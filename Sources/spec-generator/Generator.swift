import SDLSpec

/// Writes the typed messages of a spec as Swift files.
struct Generator {
    let spec: RPCSpec

    /// The files by their paths below the folder of generated sources.
    func files() -> [String: String] {
        var result: [String: String] = [:]
        for definition in spec.enums.values where !Self.numberEnums.contains(definition.name) {
            result["Enums/\(SwiftNames.type(definition.name)).swift"] = enumeration(definition)
        }
        for definition in spec.structs.values {
            result["Structs/\(SwiftNames.type(definition.name)).swift"] = structure(definition)
        }
        for name in Set(spec.functions.map(\.name)) {
            result["Functions/\(name).swift"] = function(name)
        }
        result["FunctionID+Known.swift"] = functionIDs()
        result["RPCCatalog.swift"] = catalog()
        return result
    }

    /// Enums that name numbers of the payload header; they have hand-written types.
    private static let numberEnums: Set<String> = ["FunctionID", "messageType"]

    private func enumeration(_ definition: RPCEnum) -> String {
        var source = SourceText(imports: [])
        let name = SwiftNames.type(definition.name)
        let cases = definition.elements.map { (element: $0, name: SwiftNames.escaped(SwiftNames.enumCase($0.name))) }
        source.documentation(
            0,
            SpecFacts.paragraphs(definition.description, or: "The spec's enum \(definition.name).")
                + [
                    SpecFacts.sentence(
                        SpecFacts.versions(definition.availability, first: definition.history.compactMap(\.since).min())
                    )
                ])
        source.line(0, "public enum \(name): RPCEnumeration {")
        for item in cases {
            let paragraphs = SpecFacts.paragraphs(item.element.description, or: "The value `\(item.element.name)`.")
            source.documentation(
                1,
                paragraphs + [
                    SpecFacts.sentence(
                        SpecFacts.versions(
                            item.element.availability, first: item.element.history.compactMap(\.since).min()))
                ])
            source.line(1, "case \(item.name)")
        }
        source.documentation(1, ["A value that the spec does not name."])
        source.line(1, "case unrecognized(String)")
        source.blank()
        source.documentation(1, ["The values that the spec names, in its order."])
        source.list(1, "public static let knownValues: [\(name)] = [", cases.map { ".\($0.name)" }, "]")
        source.blank()
        source.documentation(1, ["Reads the text on the wire."])
        source.line(1, "public init(rawValue: String) {")
        source.line(2, "switch rawValue {")
        for item in cases { source.line(2, "case \"\(item.element.name)\": self = .\(item.name)") }
        source.line(2, "default: self = .unrecognized(rawValue)")
        source.line(2, "}")
        source.line(1, "}")
        source.blank()
        source.documentation(1, ["The text on the wire."])
        source.line(1, "public var rawValue: String {")
        source.line(2, "switch self {")
        for item in cases { source.line(2, "case .\(item.name): \"\(item.element.name)\"") }
        source.line(2, "case .unrecognized(let rawValue): rawValue")
        source.line(2, "}")
        source.line(1, "}")
        source.blank()
        source.documentation(1, ["Whether the spec names this value."])
        source.line(1, "public var isRecognized: Bool {")
        source.line(2, "if case .unrecognized = self { false } else { true }")
        source.line(1, "}")
        if cases.enumerated().contains(where: { $0.offset != $0.element.element.ordinal }) {
            source.blank()
            source.documentation(1, ["Reads the number that old peers send in place of the text."])
            source.line(1, "public init?(ordinal: Int64) {")
            source.line(2, "switch ordinal {")
            for item in cases { source.line(2, "case \(item.element.ordinal): self = .\(item.name)") }
            source.line(2, "default: return nil")
            source.line(2, "}")
            source.line(1, "}")
        }
        source.line(0, "}")
        return source.text
    }

    private func structure(_ definition: RPCStruct) -> String {
        var source = SourceText(imports: ["public import Formats"])
        source.documentation(
            0,
            SpecFacts.paragraphs(definition.description, or: "The spec's struct \(definition.name).")
                + [
                    SpecFacts.sentence(
                        SpecFacts.versions(definition.availability, first: definition.history.compactMap(\.since).min())
                    )
                ])
        source.line(0, "public struct \(SwiftNames.type(definition.name)): RPCStructure {")
        RecordWriter(parameters: definition.members).write(to: &source)
        source.line(0, "}")
        return source.text
    }

    private func function(_ name: String) -> String {
        var source = SourceText(imports: ["public import Formats", "internal import SDLSpec"])
        let messages = RPCMessageKind.allCases.compactMap { spec.function(name, $0) }
        for (index, message) in messages.enumerated() {
            if index > 0 { source.blank() }
            self.message(message, isFirst: index == 0, to: &source)
        }
        return source.text
    }

    private func message(_ message: RPCFunction, isFirst: Bool, to source: inout SourceText) {
        let isAnswer = message.kind == .response && !isFirst
        let substitute = isAnswer ? "The answer to ``\(message.name)``." : "The spec's function \(message.name)."
        source.documentation(
            0,
            SpecFacts.paragraphs(message.description, or: substitute)
                + [
                    SpecFacts.sentence(
                        SpecFacts.versions(message.availability, first: message.history.compactMap(\.since).min()))
                ])
        let type = Self.messageType(message)
        switch message.kind {
        case .request:
            source.line(0, "public struct \(type): RPCRequest {")
            source.documentation(1, ["The message that answers it."])
            source.line(1, "public typealias Response = \(message.name)Response")
            source.blank()
        case .response:
            source.line(0, "public struct \(type): RPCResponse {")
        case .notification:
            source.line(0, "public struct \(type): RPCNotification {")
        }
        source.documentation(1, ["The function."])
        source.line(
            1, "public static let functionID = FunctionID.\(SwiftNames.escaped(SwiftNames.function(message.name)))")
        source.blank()
        RecordWriter(parameters: message.parameters).write(to: &source)
        source.line(0, "}")
    }

    /// The Swift type of a message: the answer to `GetWayPoints` is `GetWayPointsResponse`.
    private static func messageType(_ message: RPCFunction) -> String {
        let needsSuffix = message.kind == .response && !message.name.hasSuffix("Response")
        return message.name + (needsSuffix ? "Response" : "")
    }

    private func functionIDs() -> String {
        var source = SourceText(imports: [])
        let elements = (spec.enums["FunctionID"]?.elements ?? []).filter { $0.name.hasSuffix("ID") }
        let functions = elements.map { (name: String($0.name.dropLast(2)), id: $0.ordinal) }
        source.line(0, "extension FunctionID {")
        for function in functions {
            source.documentation(1, ["The function \(function.name)."])
            let name = SwiftNames.escaped(SwiftNames.function(function.name))
            source.line(1, "public static let \(name) = FunctionID(rawValue: \(function.id))")
        }
        source.blank()
        source.documentation(1, ["The functions that the spec names, by their numbers."])
        source.list(
            1, "public static let known: [FunctionID] = [",
            functions.sorted { $0.id < $1.id }.map { ".\(SwiftNames.escaped(SwiftNames.function($0.name)))" }, "]")
        source.blank()
        source.line(1, "var knownName: String? {")
        source.line(2, "switch rawValue {")
        for function in functions { source.line(2, "case \(function.id): \"\(function.name)\"") }
        source.line(2, "default: nil")
        source.line(2, "}")
        source.line(1, "}")
        source.line(0, "}")
        return source.text
    }

    private func catalog() -> String {
        var source = SourceText(imports: [])
        source.documentation(0, ["All messages of the spec as Swift types."])
        source.line(0, "public enum RPCCatalog: Sendable {")
        source.documentation(1, ["The types, in the order of the spec."])
        source.list(
            1, "public static let messages: [any RPCMessage.Type] = [",
            spec.functions.map { "\(Self.messageType($0)).self" }, "]")
        source.line(0, "}")
        return source.text
    }
}
