// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The result codes of requests.
///
/// Since RPC 1.0.
public enum ResultCode: RPCEnumeration {
    /// Done.
    case success
    /// The head unit does not know the request.
    case unsupportedRequest
    /// The head unit lacks something the request needs.
    case unsupportedResource
    /// The policy does not allow the request, or not at this level.
    case disallowed
    /// The request cannot be carried out now.
    case rejected
    /// The request was ended by the driver or by something more important.
    case aborted
    /// What was asked for is already so.
    case ignored
    /// The driver wants to begin again.
    case retry
    /// What shall be changed is in use.
    case inUse
    /// The vehicle does not give these data.
    ///
    /// Since RPC 2.0.
    case vehicleDataNotAvailable
    /// Nobody answered in time.
    case timedOut
    /// The parameters break the rules of the spec.
    case invalidData
    /// A text is too long.
    case charLimitExceeded
    /// An id or correlation id is wrong or in use.
    case invalidId
    /// The name is taken.
    case duplicateName
    /// The app must register first.
    case applicationNotRegistered
    /// The head unit speaks another language than the app wants.
    case wrongLanguage
    /// The head unit is out of memory.
    case outOfMemory
    /// Too many requests wait for their answers.
    case tooManyPendingRequests
    /// No further app can register.
    case tooManyApplications
    /// The app is registered already.
    case applicationRegisteredAlready
    /// Done, but something deserves a look at the info text.
    case warnings
    /// Something failed behind the head unit's door.
    case genericError
    /// The driver does not allow the request.
    ///
    /// Since RPC 2.0.
    case userDisallowed
    /// Done, but part of the data did not fit.
    case truncatedData
    /// The head unit does not speak the app's version.
    ///
    /// Since RPC 2.0.
    case unsupportedVersion
    /// The driver switched vehicle data off.
    ///
    /// Since RPC 2.0.
    case vehicleDataNotAllowed
    /// There is no such file.
    ///
    /// Since RPC 3.0.
    case fileNotFound
    /// The driver ended the route.
    case cancelRoute
    /// Done, and the driver kept the value.
    ///
    /// Since RPC 2.0.
    case saved
    /// The certificate is not valid.
    ///
    /// Since RPC 3.0.
    case invalidCert
    /// The certificate has expired.
    ///
    /// Since RPC 3.0.
    case expiredCert
    /// Registered, but nothing of the last session could be restored.
    ///
    /// Since RPC 3.0.
    case resumeFailed
    /// The data are not there now but may come.
    ///
    /// Since RPC 4.5.
    case dataNotAvailable
    /// The value cannot be set.
    ///
    /// Since RPC 4.5.
    case readOnly
    /// The check sum does not fit the data.
    ///
    /// Since RPC 5.0.
    case corruptedData
    /// The request must be sent encrypted.
    ///
    /// Since RPC 6.0.
    case encryptionNeeded
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [ResultCode] = [
        .success, .unsupportedRequest, .unsupportedResource, .disallowed, .rejected, .aborted, .ignored, .retry, .inUse,
        .vehicleDataNotAvailable, .timedOut, .invalidData, .charLimitExceeded, .invalidId, .duplicateName,
        .applicationNotRegistered, .wrongLanguage, .outOfMemory, .tooManyPendingRequests, .tooManyApplications,
        .applicationRegisteredAlready, .warnings, .genericError, .userDisallowed, .truncatedData, .unsupportedVersion,
        .vehicleDataNotAllowed, .fileNotFound, .cancelRoute, .saved, .invalidCert, .expiredCert, .resumeFailed,
        .dataNotAvailable, .readOnly, .corruptedData, .encryptionNeeded,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "SUCCESS": self = .success
        case "UNSUPPORTED_REQUEST": self = .unsupportedRequest
        case "UNSUPPORTED_RESOURCE": self = .unsupportedResource
        case "DISALLOWED": self = .disallowed
        case "REJECTED": self = .rejected
        case "ABORTED": self = .aborted
        case "IGNORED": self = .ignored
        case "RETRY": self = .retry
        case "IN_USE": self = .inUse
        case "VEHICLE_DATA_NOT_AVAILABLE": self = .vehicleDataNotAvailable
        case "TIMED_OUT": self = .timedOut
        case "INVALID_DATA": self = .invalidData
        case "CHAR_LIMIT_EXCEEDED": self = .charLimitExceeded
        case "INVALID_ID": self = .invalidId
        case "DUPLICATE_NAME": self = .duplicateName
        case "APPLICATION_NOT_REGISTERED": self = .applicationNotRegistered
        case "WRONG_LANGUAGE": self = .wrongLanguage
        case "OUT_OF_MEMORY": self = .outOfMemory
        case "TOO_MANY_PENDING_REQUESTS": self = .tooManyPendingRequests
        case "TOO_MANY_APPLICATIONS": self = .tooManyApplications
        case "APPLICATION_REGISTERED_ALREADY": self = .applicationRegisteredAlready
        case "WARNINGS": self = .warnings
        case "GENERIC_ERROR": self = .genericError
        case "USER_DISALLOWED": self = .userDisallowed
        case "TRUNCATED_DATA": self = .truncatedData
        case "UNSUPPORTED_VERSION": self = .unsupportedVersion
        case "VEHICLE_DATA_NOT_ALLOWED": self = .vehicleDataNotAllowed
        case "FILE_NOT_FOUND": self = .fileNotFound
        case "CANCEL_ROUTE": self = .cancelRoute
        case "SAVED": self = .saved
        case "INVALID_CERT": self = .invalidCert
        case "EXPIRED_CERT": self = .expiredCert
        case "RESUME_FAILED": self = .resumeFailed
        case "DATA_NOT_AVAILABLE": self = .dataNotAvailable
        case "READ_ONLY": self = .readOnly
        case "CORRUPTED_DATA": self = .corruptedData
        case "ENCRYPTION_NEEDED": self = .encryptionNeeded
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .success: "SUCCESS"
        case .unsupportedRequest: "UNSUPPORTED_REQUEST"
        case .unsupportedResource: "UNSUPPORTED_RESOURCE"
        case .disallowed: "DISALLOWED"
        case .rejected: "REJECTED"
        case .aborted: "ABORTED"
        case .ignored: "IGNORED"
        case .retry: "RETRY"
        case .inUse: "IN_USE"
        case .vehicleDataNotAvailable: "VEHICLE_DATA_NOT_AVAILABLE"
        case .timedOut: "TIMED_OUT"
        case .invalidData: "INVALID_DATA"
        case .charLimitExceeded: "CHAR_LIMIT_EXCEEDED"
        case .invalidId: "INVALID_ID"
        case .duplicateName: "DUPLICATE_NAME"
        case .applicationNotRegistered: "APPLICATION_NOT_REGISTERED"
        case .wrongLanguage: "WRONG_LANGUAGE"
        case .outOfMemory: "OUT_OF_MEMORY"
        case .tooManyPendingRequests: "TOO_MANY_PENDING_REQUESTS"
        case .tooManyApplications: "TOO_MANY_APPLICATIONS"
        case .applicationRegisteredAlready: "APPLICATION_REGISTERED_ALREADY"
        case .warnings: "WARNINGS"
        case .genericError: "GENERIC_ERROR"
        case .userDisallowed: "USER_DISALLOWED"
        case .truncatedData: "TRUNCATED_DATA"
        case .unsupportedVersion: "UNSUPPORTED_VERSION"
        case .vehicleDataNotAllowed: "VEHICLE_DATA_NOT_ALLOWED"
        case .fileNotFound: "FILE_NOT_FOUND"
        case .cancelRoute: "CANCEL_ROUTE"
        case .saved: "SAVED"
        case .invalidCert: "INVALID_CERT"
        case .expiredCert: "EXPIRED_CERT"
        case .resumeFailed: "RESUME_FAILED"
        case .dataNotAvailable: "DATA_NOT_AVAILABLE"
        case .readOnly: "READ_ONLY"
        case .corruptedData: "CORRUPTED_DATA"
        case .encryptionNeeded: "ENCRYPTION_NEEDED"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
