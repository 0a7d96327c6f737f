/// A named group of members.
public struct RPCStruct: RPCVersioned, Hashable, Sendable {
    /// The name; behind the interface's name and a dot if the spec has several interfaces.
    public var name: String
    /// The members in the spec's order.
    public var members: [RPCParameter]
    /// The versions in which it holds.
    public var availability: RPCAvailability
    /// Earlier forms, oldest first.
    public var history: [RPCAvailability]
    /// The meaning, in one or two sentences.
    public var description: String
}
