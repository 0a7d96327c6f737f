/// An RPC, and where they matter some of its parameters, whose permission an app wants to know.
public struct PermissionElement: Hashable, Sendable {
    /// The RPC.
    public var rpc: FunctionID
    /// The names of parameters, such as `gps`; empty if only the RPC itself matters.
    public var parameters: [String]

    /// Names an RPC and parameters of it.
    public init(_ rpc: FunctionID, parameters: [String] = []) {
        self.rpc = rpc
        self.parameters = parameters
    }
}

/// Whether an RPC and its parameters are permitted now.
public struct PermissionStatus: Hashable, Sendable {
    /// Whether the RPC is permitted in the current HMI level.
    public let isAllowed: Bool
    /// Whether each parameter that was asked for is permitted.
    public let parameters: [String: Bool]
}

/// Whether all, some or none of a group is permitted.
public enum PermissionGroupStatus: Hashable, Sendable {
    /// All of it.
    case allowed
    /// None of it.
    case disallowed
    /// A part of it.
    case mixed
    /// The HMI level is not known yet, or there is no session.
    case unknown
}

/// Which changes of a group are worth an update.
public enum PermissionTrigger: Hashable, Sendable {
    /// Every change of what is effectively permitted, and the state at the beginning.
    case any
    /// Only when the whole group becomes permitted or ceases to be; at the beginning only if it is permitted.
    case allAllowed
}

/// What a group may do now.
public struct PermissionUpdate: Hashable, Sendable {
    /// Whether all, some or none of the group is permitted.
    public let group: PermissionGroupStatus
    /// Each RPC of the group; of an RPC that is named twice, the parameters of both.
    public let statuses: [FunctionID: PermissionStatus]
}
