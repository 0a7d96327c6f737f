/// A named group of members.
public struct RPCStruct: Hashable, Sendable {
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

    /// Whether the struct exists in a version.
    public func exists(at version: RPCVersion) -> Bool {
        availability.includes(version) || history.contains { $0.includes(version) }
    }
}
