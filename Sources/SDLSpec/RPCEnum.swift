/// A value of an enum.
public struct RPCEnumElement: RPCVersioned, Hashable, Sendable {
    /// The text on the wire.
    public var name: String
    /// The ordinal: given by the spec, else one more than that of the element before.
    public var ordinal: Int
    /// The versions in which it holds.
    public var availability: RPCAvailability
    /// Earlier forms, oldest first.
    public var history: [RPCAvailability]
    /// The meaning, in one or two sentences.
    public var description: String
}

/// A set of named values.
public struct RPCEnum: RPCVersioned, Hashable, Sendable {
    /// The name; behind the interface's name and a dot if the spec has several interfaces.
    public var name: String
    /// The values in the spec's order.
    public var elements: [RPCEnumElement]
    /// The versions in which it holds.
    public var availability: RPCAvailability
    /// Earlier forms, oldest first.
    public var history: [RPCAvailability]
    /// The meaning, in one or two sentences.
    public var description: String
}
