extension SDLError: CustomStringConvertible {
    /// What went wrong, and where it helps, what to do.
    public var description: String {
        switch self {
        case .connectFailed(let reason, _): "no connection: \(reason)"
        case .connectTimedOut: "no connection: the head unit could not be reached in time"
        case .serviceRefused(let reason, let rejected):
            "the head unit refused the session: \(reason ?? "no reason given")"
                + (rejected.isEmpty ? "" : " (\(rejected.joined(separator: ", ")))")
        case .serviceTimedOut: "the head unit did not answer StartService in time"
        case .protocolVersionTooLow(let negotiated, let minimum):
            "the head unit speaks protocol \(negotiated), the app needs \(minimum)"
        case .rpcVersionTooLow(let actual, let minimum):
            "the head unit speaks RPC version \(actual), the app needs \(minimum)"
        case .vehicleRefused: "the app does not work with this vehicle"
        case .registrationRefused(let failure): "the head unit refused the registration: \(failure.summary)"
        case .registrationTimedOut: "the head unit did not answer the registration in time"
        case .unregistered(let reason):
            "the head unit ended the registration: \(reason?.rawValue ?? "no reason given")"
        case .sessionEndedByHeadUnit: "the head unit ended the session"
        case .connectionLost(let reason): "the connection was lost: \(reason)"
        case .stopped: "the manager was stopped"
        case .alreadyStarted: "the manager is started already"
        case .notConnected: "there is no registered session"
        case .notReady: "the session is not ready yet: its HMI level is not known"
        case .refused(let failure): "\(failure.function) was refused: \(failure.summary)"
        case .unsupportedFunction(let function, _): "the head unit does not know \(function)"
        case .timedOut(let function): "\(function) was not answered in time"
        case .cancelled: "cancelled"
        case .wrongFunction(let expected, let received): "\(expected) was answered with \(received)"
        case .invalidResponse(let function, let error): "the answer to \(function) cannot be read: \(error)"
        case .invalidRequest(let function, let error): "\(function) cannot be written: \(error)"
        case .encryptionRequired(let function):
            "the head unit demands encryption for \(function), which this session does not have"
        case .protectionFailed(let reason): "the service could not be protected: \(reason)"
        case .tooManyPendingRequests: "too many requests wait for an answer"
        case .hmiNone: "the app is in HMI level NONE: wait until the driver opens it"
        case .unknownCapability(let type): "the head unit gave no capability \(type.rawValue)"
        case .capabilityQueriesUnsupported: "the head unit is older than RPC 4.5 and cannot be asked for capabilities"
        case .noNavigationSource(let failure): "the head unit has no navigation for waypoints: \(failure.summary)"
        case .overflow(let capacity): "more than \(capacity) notifications were waiting to be read"
        }
    }
}
