// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The spec's enum Result.
///
/// Since RPC 1.0.
public enum ResultCode: RPCEnumeration {
    /// The value `SUCCESS`.
    case success
    /// The value `UNSUPPORTED_REQUEST`.
    case unsupportedRequest
    /// The value `UNSUPPORTED_RESOURCE`.
    case unsupportedResource
    /// The value `DISALLOWED`.
    case disallowed
    /// The value `REJECTED`.
    case rejected
    /// The value `ABORTED`.
    case aborted
    /// The value `IGNORED`.
    case ignored
    /// The value `RETRY`.
    case retry
    /// The value `IN_USE`.
    case inUse
    /// The value `VEHICLE_DATA_NOT_AVAILABLE`.
    ///
    /// Since RPC 2.0.
    case vehicleDataNotAvailable
    /// The value `TIMED_OUT`.
    case timedOut
    /// The value `INVALID_DATA`.
    case invalidData
    /// The value `CHAR_LIMIT_EXCEEDED`.
    case charLimitExceeded
    /// The value `INVALID_ID`.
    case invalidId
    /// The value `DUPLICATE_NAME`.
    case duplicateName
    /// The value `APPLICATION_NOT_REGISTERED`.
    case applicationNotRegistered
    /// The value `WRONG_LANGUAGE`.
    case wrongLanguage
    /// The value `OUT_OF_MEMORY`.
    case outOfMemory
    /// The value `TOO_MANY_PENDING_REQUESTS`.
    case tooManyPendingRequests
    /// The value `TOO_MANY_APPLICATIONS`.
    case tooManyApplications
    /// The value `APPLICATION_REGISTERED_ALREADY`.
    case applicationRegisteredAlready
    /// The value `WARNINGS`.
    case warnings
    /// The value `GENERIC_ERROR`.
    case genericError
    /// The value `USER_DISALLOWED`.
    ///
    /// Since RPC 2.0.
    case userDisallowed
    /// The value `TRUNCATED_DATA`.
    case truncatedData
    /// The value `UNSUPPORTED_VERSION`.
    ///
    /// Since RPC 2.0.
    case unsupportedVersion
    /// The value `VEHICLE_DATA_NOT_ALLOWED`.
    ///
    /// Since RPC 2.0.
    case vehicleDataNotAllowed
    /// The value `FILE_NOT_FOUND`.
    ///
    /// Since RPC 3.0.
    case fileNotFound
    /// The value `CANCEL_ROUTE`.
    case cancelRoute
    /// The value `SAVED`.
    ///
    /// Since RPC 2.0.
    case saved
    /// The value `INVALID_CERT`.
    ///
    /// Since RPC 3.0.
    case invalidCert
    /// The value `EXPIRED_CERT`.
    ///
    /// Since RPC 3.0.
    case expiredCert
    /// The value `RESUME_FAILED`.
    ///
    /// Since RPC 3.0.
    case resumeFailed
    /// The value `DATA_NOT_AVAILABLE`.
    ///
    /// Since RPC 4.5.
    case dataNotAvailable
    /// The value `READ_ONLY`.
    ///
    /// Since RPC 4.5.
    case readOnly
    /// The value `CORRUPTED_DATA`.
    ///
    /// Since RPC 5.0.
    case corruptedData
    /// The value `ENCRYPTION_NEEDED`.
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
