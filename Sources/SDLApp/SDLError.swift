public import Formats
public import SDLProtocol

/// What can go wrong between an app and a head unit.
public enum SDLError: Error, Hashable, Sendable {
    // MARK: The session

    /// The transport could not be opened; the errno is 0 where the system is not the source.
    case connectFailed(reason: String, systemCode: Int32)
    /// The transport was not open in time.
    case connectTimedOut
    /// The head unit refused the session (StartServiceNAK); the reason is told since protocol 5.3.
    case serviceRefused(reason: String?, rejectedParams: [String])
    /// The head unit did not answer StartService in time.
    case serviceTimedOut
    /// The head unit speaks an older protocol than the configuration allows.
    case protocolVersionTooLow(negotiated: ProtocolVersion, minimum: ProtocolVersion)
    /// The head unit speaks older RPCs than the configuration allows.
    case rpcVersionTooLow(actual: RPCVersion, minimum: RPCVersion)
    /// The app does not want to work with this vehicle.
    case vehicleRefused
    /// The head unit refused the registration.
    case registrationRefused(RPCFailure)
    /// The head unit did not answer the registration in time.
    case registrationTimedOut
    /// The head unit ended the registration (OnAppInterfaceUnregistered); nil if it gave no reason.
    case unregistered(AppInterfaceUnregisteredReason?)
    /// The head unit ended the session without a reason.
    case sessionEndedByHeadUnit
    /// The transport was lost; the text says how.
    case connectionLost(reason: String)
    /// ``SDLManager/stop()`` was called.
    case stopped
    /// ``SDLManager/start()`` was called twice.
    case alreadyStarted

    // MARK: Requests

    /// There is no registered session.
    case notConnected
    /// The session is registered, but the head unit has not told the HMI level yet.
    case notReady
    /// The head unit refused the request (`success` is false).
    case refused(RPCFailure)
    /// The head unit does not know the function (GenericResponse).
    case unsupportedFunction(FunctionID, RPCFailure)
    /// No answer in time; the head unit may still act on the request.
    case timedOut(FunctionID)
    /// The task was cancelled; the head unit may still act on the request.
    case cancelled
    /// The head unit answered with the message of another function.
    case wrongFunction(expected: FunctionID, received: FunctionID)
    /// The answer cannot be read.
    case invalidResponse(FunctionID, RPCDecodingError)
    /// The request has no JSON form, for example because a number is not finite.
    case invalidRequest(FunctionID, JSONError)
    /// The head unit demands encryption for this function, and the session has none.
    case encryptionRequired(FunctionID)
    /// The RPC service could not be protected, and the request may only go out encrypted.
    case protectionFailed(reason: String)
    /// Too many requests wait for an answer (``SDLConfiguration/pendingRequestLimit``).
    case tooManyPendingRequests

    // MARK: Capabilities and waypoints

    /// The app is in HMI level NONE, or its level is unknown, and would not be answered as it should.
    case hmiNone
    /// The head unit answered without the capability that was asked for.
    case unknownCapability(SystemCapabilityType)
    /// The head unit is older than the query for capabilities (RPC 4.5).
    case capabilityQueriesUnsupported
    /// The head unit has no navigation that could tell waypoints.
    case noNavigationSource(RPCFailure)

    // MARK: Streams

    /// The reader was so slow that notifications would have been lost; the number is how many could wait.
    case overflow(capacity: Int)
}

extension SDLError {
    /// Whether a new session would end in the same way.
    public var isFinal: Bool {
        switch self {
        case .protocolVersionTooLow, .rpcVersionTooLow, .vehicleRefused, .registrationRefused, .stopped,
            .alreadyStarted:
            true
        case .unregistered(let reason):
            reason == .appUnauthorized || reason == .protocolViolation
        case .unsupportedFunction(let function, _), .wrongFunction(let function, _),
            .invalidResponse(let function, _), .invalidRequest(let function, _):
            function == .registerAppInterface
        case .connectFailed, .connectTimedOut, .serviceRefused, .serviceTimedOut, .registrationTimedOut,
            .sessionEndedByHeadUnit, .connectionLost, .notConnected, .notReady, .refused, .timedOut, .cancelled,
            .encryptionRequired, .protectionFailed,
            .tooManyPendingRequests, .hmiNone, .unknownCapability, .capabilityQueriesUnsupported,
            .noNavigationSource, .overflow:
            false
        }
    }
}
