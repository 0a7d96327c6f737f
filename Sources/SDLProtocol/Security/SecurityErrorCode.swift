/// What went wrong in the protection of a service: the code in a security query.
public enum SecurityErrorCode: UInt8, Error, Sendable, Hashable, CaseIterable {
    /// No fault.
    case success = 0
    /// The query is shorter than its header, its JSON is longer than the query, or a handshake has no data.
    case invalidQuerySize = 1
    /// The query's id is unknown.
    case invalidQueryID = 2
    /// No TLS is built in.
    case notSupported = 3
    /// The service is protected already.
    case serviceAlreadyProtected = 4
    /// Encrypted data for a service that is not protected.
    case serviceNotProtected = 5
    /// Encrypted data could not be read.
    case decryptionFailed = 6
    /// Data could not be encrypted.
    case encryptionFailed = 7
    /// The TLS data is broken.
    case sslInvalidData = 8
    /// The handshake failed.
    case handshakeFailed = 9
    /// The certificate is not acceptable.
    case invalidCertificate = 10
    /// The certificate is too old.
    case expiredCertificate = 11
    /// A fault of unknown kind.
    case unknownInternalError = 254
    /// An internal fault.
    case internalError = 255

    /// Whether whoever reports this has no keys any more, so that nothing encrypted reaches it.
    var endsProtection: Bool {
        switch self {
        case .serviceNotProtected, .decryptionFailed, .encryptionFailed, .sslInvalidData, .handshakeFailed,
            .invalidCertificate, .expiredCertificate:
            true
        case .success, .invalidQuerySize, .invalidQueryID, .notSupported, .serviceAlreadyProtected,
            .unknownInternalError, .internalError:
            false
        }
    }

    /// A few words for the log of the peer.
    public var text: String {
        switch self {
        case .success: "Success"
        case .invalidQuerySize: "Query size is invalid"
        case .invalidQueryID: "Query id is unknown"
        case .notSupported: "Protection is not supported"
        case .serviceAlreadyProtected: "Service is protected already"
        case .serviceNotProtected: "Service is not protected"
        case .decryptionFailed: "Decryption failed"
        case .encryptionFailed: "Encryption failed"
        case .sslInvalidData: "SSL invalid data"
        case .handshakeFailed: "Handshake failed"
        case .invalidCertificate: "Certificate is invalid"
        case .expiredCertificate: "Certificate has expired"
        case .unknownInternalError: "Unknown internal error"
        case .internalError: "Internal error"
        }
    }
}
