/// The number of an RPC function on the wire; numbers that this version of the spec does not name survive.
public struct FunctionID: RawRepresentable, Hashable, Sendable {
    /// The number in the payload header.
    public let rawValue: UInt32

    /// Makes an id.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Makes the id of a function's name; `nil` if this version of the spec does not name it.
    public init?(name: String) {
        guard let known = Self.known.first(where: { $0.name == name }) else { return nil }
        self = known
    }

    /// Whether this version of the spec names the function.
    public var isRecognized: Bool { knownName != nil }

    /// The function's name; for a number without one the number in hexadecimal form.
    public var name: String { knownName ?? "0x" + String(rawValue, radix: 16) }
}

extension FunctionID: Comparable, CustomStringConvertible {
    /// Orders by number.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The name.
    public var description: String { name }
}
