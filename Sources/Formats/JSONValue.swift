/// A JSON value (RFC 8259) with integers and other numbers kept apart.
///
/// `1` is ``int(_:)`` and `1.0` is ``double(_:)``: SDL peers tell them apart, so the two never compare equal.
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent.
    case int(Int64)
    /// A number written with fraction or exponent.
    case double(Double)
    /// A text.
    case string(String)
    /// An ordered list.
    case array([JSONValue])
    /// Named members; the order of the text is not kept.
    case object([String: JSONValue])
}

extension JSONValue {
    /// What the value is.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int: .int
        case .double: .double
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The value of a Boolean, else `nil`.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of an integer, else `nil`; a number with a fraction is no integer even if it is whole.
    public var intValue: Int64? {
        if case .int(let value) = self { value } else { nil }
    }

    /// The value of any number, else `nil`.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The value of a text, else `nil`.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of a list, else `nil`.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object, else `nil`.
    public var objectValue: [String: JSONValue]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is the literal `null`.
    public var isNull: Bool { self == .null }

    /// The member of an object; `nil` if there is none or this is no object.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The element of a list; `nil` if there is none or this is no list.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes `null`.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Makes an integer.
    public init(integerLiteral value: Int64) {
        self = .int(value)
    }

    /// Makes a number with a fraction.
    public init(floatLiteral value: Double) {
        self = .double(value)
    }

    /// Makes a text.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes a list.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Makes an object; of a repeated key the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
