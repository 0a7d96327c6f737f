public import SDLProtocol

/// Where a manager stands.
public enum SessionPhase: Hashable, Sendable {
    /// Not started yet.
    case idle
    /// The transport is being opened.
    case connecting
    /// StartService was sent.
    case negotiating
    /// RegisterAppInterface was sent.
    case registering
    /// Registered; the first OnHMIStatus is awaited.
    case settingUp
    /// Registered, and the HMI level is known or did not come in time.
    case ready(SessionInfo)
    /// The session is being ended.
    case unregistering
    /// A session failed; the next attempt comes after a pause.
    case reconnecting(after: Duration, because: SDLError)
    /// Over; ``SDLManager/start()`` begins anew.
    case ended(EndReason)
}

/// Why a manager is done.
public enum EndReason: Hashable, Sendable, CustomStringConvertible {
    /// ``SDLManager/stop()`` was called.
    case stopped
    /// A session failed and is not tried again.
    case failed(SDLError)

    /// The reason for people.
    public var description: String {
        switch self {
        case .stopped: "stopped"
        case .failed(let error): error.description
        }
    }

    /// The reason as an error.
    public var error: SDLError {
        switch self {
        case .stopped: .stopped
        case .failed(let error): error
        }
    }
}

/// What is known of a session when it becomes ready.
public struct SessionInfo: Hashable, Sendable {
    /// Counts the sessions of a manager from 1.
    public let generation: Int
    /// The negotiated version of the wire protocol.
    public let protocolVersion: ProtocolVersion
    /// The RPC version in use; nil if the head unit did not tell (then the rules below 4.5 apply).
    public let rpcVersion: RPCVersion?
    /// The HMI level; nil if the head unit did not tell in time.
    public let hmiLevel: HMILevel?
    /// The vehicle as far as the head unit describes it.
    public let vehicle: VehicleInfo
    /// How the registration went: SUCCESS, or a code that asks for attention, such as WARNINGS or WRONG_LANGUAGE.
    public let resultCode: ResultCode
    /// More about it, for people.
    public let info: String?
    /// What became of the subscriptions of an earlier session.
    public let resumption: Resumption

    /// What became of the subscriptions of an earlier session.
    public enum Resumption: Hashable, Sendable {
        /// None was asked for.
        case notRequested
        /// They are in force again: the registration succeeded, with SUCCESS or WARNINGS, on RPC 3.0 or newer.
        case resumed
        /// The head unit does not have them any more (RESUME_FAILED), or its answer does not say that it restored them.
        case failed
    }

    /// Whether the registration succeeded without a remark.
    public var hasWarning: Bool { resultCode != .success }
}
