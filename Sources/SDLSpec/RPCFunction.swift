/// A request, a response or a notification.
public struct RPCFunction: RPCVersioned, Hashable, Sendable {
    /// The name; behind the interface's name and a dot if the spec has several interfaces.
    public var name: String
    /// The number on the wire; `nil` in specs that have none, such as the HMI's.
    public var id: UInt32?
    /// What it is.
    public var kind: RPCMessageKind
    /// The parameters in the spec's order.
    public var parameters: [RPCParameter]
    /// The versions in which it holds.
    public var availability: RPCAvailability
    /// Earlier forms, oldest first.
    public var history: [RPCAvailability]
    /// The meaning, in one or two sentences.
    public var description: String
}
