import SDLSpec

/// Writes what structs and messages have in common: properties, memberwise initialiser, reading and writing.
struct RecordWriter {
    private struct Member {
        let parameter: RPCParameter
        let name: String
        let type: String
        let codec: String

        init(_ parameter: RPCParameter) {
            self.parameter = parameter
            name = SwiftNames.escaped(SwiftNames.property(parameter.name))
            let element = Self.element(parameter.type)
            if let size = parameter.array {
                type = "[\(element.type)]"
                codec = "ListCodec(\(element.codec), \(Self.range(size.minimum ?? 0, size.maximum)))"
            } else {
                type = element.type
                codec = element.codec
            }
        }

        private static func element(_ type: RPCParameterType) -> (type: String, codec: String) {
            switch type {
            case .boolean:
                return ("Bool", "BooleanCodec()")
            case .integer(let minimum, let maximum):
                let range = RPCParameterType.wireRange(minimum: minimum, maximum: maximum)
                let lower = range.lowerBound == .min ? "Int64.min" : "\(range.lowerBound)"
                return ("Int", "IntegerCodec(\(lower)...\(range.upperBound))")
            case .float(let minimum, let maximum):
                let lower = minimum.map { "\($0)" } ?? "-Double.infinity"
                let upper = maximum.map { "\($0)" } ?? "Double.infinity"
                return ("Double", "FloatCodec(\(lower)...\(upper))")
            case .string(let minimum, let maximum):
                return ("String", "TextCodec(\(range(minimum ?? 1, maximum)))")
            case .enumeration(let name):
                return (SwiftNames.type(name), "EnumCodec(\(SwiftNames.type(name)).self)")
            case .structure(let name):
                return (SwiftNames.type(name), "StructCodec(\(SwiftNames.type(name)).self)")
            }
        }

        private static func range(_ minimum: Int, _ maximum: Int?) -> String {
            "\(minimum)...\(maximum.map { "\($0)" } ?? "Int.max")"
        }
    }

    private let members: [Member]

    init(parameters: [RPCParameter]) {
        members = parameters.map(Member.init)
    }

    func write(to source: inout SourceText) {
        properties(&source)
        initializer(&source)
        keys(&source)
        decoding(&source)
        encoding(&source)
    }

    private func properties(_ source: inout SourceText) {
        for member in members {
            var paragraphs = SpecFacts.paragraphs(
                member.parameter.description, or: "The spec's parameter `\(member.parameter.name)`.")
            paragraphs.append(SpecFacts.bounds(member.parameter))
            if !member.parameter.listedValues.isEmpty {
                let values = member.parameter.listedValues.map { "`\($0)`" }
                paragraphs.append("The spec lists " + values.joined(separator: ", ") + ".")
            }
            source.documentation(1, paragraphs)
            let optional = member.parameter.isMandatory ? "" : "?"
            source.line(1, "public var \(member.name): \(member.type)\(optional)")
            source.blank()
        }
        source.documentation(1, ["Members that the spec does not name, as they came."])
        source.line(1, "public var unrecognizedMembers: [String: JSONValue] = [:]")
        source.blank()
    }

    private func initializer(_ source: inout SourceText) {
        source.documentation(1, ["Makes the value from its members."])
        if members.isEmpty {
            source.line(1, "public init() {}")
        } else {
            let ordered = members.filter(\.parameter.isMandatory) + members.filter { !$0.parameter.isMandatory }
            let arguments = ordered.map { member in
                "\(member.name): \(member.type)\(member.parameter.isMandatory ? "" : "? = nil")"
            }
            let single = "public init(\(arguments.joined(separator: ", "))) {"
            if single.count <= 116 {
                source.line(1, single)
            } else {
                source.line(1, "public init(")
                for (index, argument) in arguments.enumerated() {
                    source.line(2, argument + (index == arguments.count - 1 ? "" : ","))
                }
                source.line(1, ") {")
            }
            for member in members { source.line(2, "self.\(member.name) = \(member.name)") }
            source.line(1, "}")
        }
        source.blank()
    }

    private func keys(_ source: inout SourceText) {
        source.list(
            1, "private static let keys: [StaticString] = [", sorted.map { "\"\($0.parameter.name)\"" }, "]")
        source.blank()
    }

    private func decoding(_ source: inout SourceText) {
        source.documentation(1, ["Reads the JSON form; throws if a mandatory member is missing or of a wrong type."])
        source.line(
            1, "public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {")
        let binding = members.isEmpty ? "let" : "var"
        source.line(2, "guard \(binding) members = cursor.members() else { throw decoder.notAnObject(cursor) }")
        for member in sorted {
            let call = member.parameter.isMandatory ? "try decoder.required" : "decoder.optional"
            let argument = "\(call)(\"\(member.parameter.name)\", &members, \(member.codec))"
            source.line(2, "self.\(member.name) = \(argument)")
        }
        source.line(2, "if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }")
        source.line(1, "}")
        source.blank()
    }

    private func encoding(_ source: inout SourceText) {
        source.documentation(1, ["Writes the JSON form; the members come in alphabetical order."])
        source.line(1, "public func encode(to writer: inout JSONWriter) {")
        source.line(2, "writer.beginObject()")
        for member in sorted {
            source.line(2, "writer.member(\"\(member.parameter.name)\", \(member.name))")
        }
        source.line(2, "writer.members(unrecognizedMembers, otherThan: Self.keys)")
        source.line(2, "writer.endObject()")
        source.line(1, "}")
    }

    private var sorted: [Member] { members.sorted { $0.parameter.name < $1.parameter.name } }
}
