extension JSONValue {
    /// Parses a text.
    ///
    /// - Parameters:
    ///   - text: The bytes, UTF-8.
    ///   - options: The grammar and the limits.
    /// - Throws: ``JSONError`` with the offset of the first fault.
    public init(parsing text: [UInt8], options: JSONOptions = .strict) throws(JSONError) {
        try self.init(parsing: text.span, options: options)
    }

    /// Parses a text that is borrowed.
    ///
    /// - Throws: ``JSONError`` with the offset of the first fault.
    public init(parsing text: Span<UInt8>, options: JSONOptions = .strict) throws(JSONError) {
        let document = try JSONDocument(parsing: text, options: options)
        self = document.root.jsonValue
    }

    /// The compact text, keys sorted; a number that is not finite becomes `null`.
    public func serialized() -> [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.finishLeniently()
    }

    /// The compact text, keys sorted.
    ///
    /// - Throws: ``JSONError/Code/notFinite`` if a number has no JSON form.
    public func serializedStrictly() throws(JSONError) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return try writer.finish()
    }

    /// The text in the style in which sdl_core writes to apps: keys sorted, one tab a level, `"key" : value`, nested
    /// lists and objects on lines of their own, 17 significant digits, only ASCII, a newline at the end.
    public func styled() -> [UInt8] {
        var writer = JSONStyledWriter()
        writer.write(self, depth: 0)
        writer.bytes.append(UInt8(ascii: "\n"))
        return writer.bytes
    }
}

/// Writes sdl_core's style.
private struct JSONStyledWriter {
    var bytes: [UInt8] = []

    mutating func write(_ value: JSONValue, depth: Int) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .int(let value): append(value.description)
        case .double(let value):
            let text = value.isFinite ? NumberText.general(value, digits: 17) : "null"
            let isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
            append(isWhole ? text + ".0" : text)
        case .string(let value): quote(value)
        case .array(let elements):
            if elements.isEmpty { return append("[]") }
            append("[")
            for (index, element) in elements.enumerated() {
                append(index == 0 ? "\n" : ",\n")
                indent(depth + 1)
                write(element, depth: depth + 1)
            }
            append("\n")
            indent(depth)
            append("]")
        case .object(let members):
            if members.isEmpty { return append("{}") }
            append("{")
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                append(index == 0 ? "\n" : ",\n")
                indent(depth + 1)
                quote(member.key)
                append(" : ")
                if member.value.isFilledContainer {
                    append("\n")
                    indent(depth + 1)
                }
                write(member.value, depth: depth + 1)
            }
            append("\n")
            indent(depth)
            append("}")
        }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func indent(_ depth: Int) {
        for _ in 0..<depth { bytes.append(UInt8(ascii: "\t")) }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for unit in text.utf16 {
            switch unit {
            case 0x22: append("\\\"")
            case 0x5C: append("\\\\")
            case 0x08: append("\\b")
            case 0x09: append("\\t")
            case 0x0A: append("\\n")
            case 0x0C: append("\\f")
            case 0x0D: append("\\r")
            case 0x20...0x7E: bytes.append(UInt8(truncatingIfNeeded: unit))
            default:
                append("\\u")
                for shift in [12, 8, 4, 0] as [UInt16] {
                    bytes.append(JSONWriter.hexDigit(UInt8(truncatingIfNeeded: (unit >> shift) & 0xF)))
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONValue {
    fileprivate var isFilledContainer: Bool {
        switch self {
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        case .null, .bool, .int, .double, .string: false
        }
    }
}
