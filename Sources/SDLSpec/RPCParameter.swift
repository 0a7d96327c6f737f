public import Formats

/// What a parameter holds, with the bounds the spec sets.
public enum RPCParameterType: Hashable, Sendable {
    /// True or false.
    case boolean
    /// A whole number.
    case integer(minimum: Int64?, maximum: Int64?)
    /// Any number.
    case float(minimum: Double?, maximum: Double?)
    /// A text; lengths in code points. Where the spec gives no minimum, head units demand 1.
    case string(minimum: Int?, maximum: Int?)
    /// One of the values of an enum, by its name in ``RPCSpec/enums``.
    case enumeration(String)
    /// A struct, by its name in ``RPCSpec/structs``.
    case structure(String)
}

extension RPCParameterType {
    /// The numbers that a stock head unit takes for an integer with these bounds.
    ///
    /// Without a bound below 0 the parameter is an unsigned number of 32 bits there, else a signed one; only bounds
    /// beyond 32 bits make room for more.
    public static func wireRange(minimum: Int64?, maximum: Int64?) -> ClosedRange<Int64> {
        let isWide = maximum.map { $0 > Int64(UInt32.max) } ?? false
        let isUnsigned = minimum.map { $0 >= 0 } ?? false
        let widest: Int64 = isWide ? .max : isUnsigned ? Int64(UInt32.max) : Int64(Int32.max)
        let lower = minimum ?? .min
        return lower...max(lower, min(maximum ?? widest, widest))
    }
}

/// How many elements a list may have.
public struct RPCArraySize: Hashable, Sendable {
    /// The fewest.
    public var minimum: Int?
    /// The most.
    public var maximum: Int?

    /// Makes a size.
    public init(minimum: Int? = nil, maximum: Int? = nil) {
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// A parameter of a function or a member of a struct.
public struct RPCParameter: Hashable, Sendable {
    /// The JSON key.
    public var name: String
    /// What it holds, or what each element holds if ``array`` is set.
    public var type: RPCParameterType
    /// The size of the list; `nil` if this is no list.
    public var array: RPCArraySize?
    /// Whether it must be there.
    public var isMandatory: Bool
    /// What a missing value means.
    public var defaultValue: JSONValue?
    /// The versions in which this form holds.
    public var availability: RPCAvailability
    /// Earlier forms, oldest first.
    public var history: [RPCParameter]
    /// The subset of an enum that is named as possible here; the spec lists result codes so.
    public var listedValues: [String]
    /// The meaning, in one or two sentences.
    public var description: String

    /// The form that holds in a version; `nil` if the parameter does not exist there.
    public func form(at version: RPCVersion) -> RPCParameter? {
        if availability.includes(version) { return self }
        return history.first { $0.availability.includes(version) }
    }
}
