internal import COpenSSL

/// Makes certificates for tests and for the desk: an authority of one's own with keys on the curve P-256.
///
/// Nothing here is for production: the keys lie unprotected in files.
@safe
public final class CertificateAuthority {
    /// Which side of a protected service a certificate is for: the app is the TLS server, the head unit the client.
    public enum Role: Hashable, Sendable {
        /// An app's.
        case app
        /// A head unit's.
        case headUnit
    }

    /// What a certificate says.
    public struct Subject: Hashable, Sendable {
        /// The common name.
        public var commonName: String
        /// The id of the app that may use it, in the serial number of the subject; nil for any.
        public var appID: String?
        /// The days from now from which it is valid; negative for the past.
        public var validFrom: Int
        /// The days from now until which it is valid; negative for one that has expired.
        public var validUntil: Int
        /// Which side may use it; nil for both.
        public var role: Role?

        /// Makes a subject; valid from yesterday for a year unless stated.
        public init(
            _ commonName: String, appID: String? = nil, role: Role? = nil, validFrom: Int = -1, validUntil: Int = 365
        ) {
            self.commonName = commonName
            self.appID = appID
            self.role = role
            self.validFrom = validFrom
            self.validUntil = validUntil
        }
    }

    /// A certificate and its key as PEM text.
    public struct Identity: Hashable, Sendable {
        /// The certificate.
        public let certificate: [UInt8]
        /// The private key.
        public let key: [UInt8]
    }

    /// The authority's own certificate and key.
    public let identity: Identity
    private let certificate: OpaquePointer
    private let key: OpaquePointer

    /// Makes an authority with a new key.
    ///
    /// - Throws: ``TransportError`` when OpenSSL cannot.
    public init(_ subject: Subject = Subject("Test authority")) throws(TransportError) {
        let made = try unsafe Self.make(subject, isAuthority: true, issuer: nil)
        unsafe certificate = made.certificate
        unsafe key = made.key
        identity = try unsafe Self.identity(made.certificate, made.key)
    }

    deinit {
        unsafe X509_free(certificate)
        unsafe EVP_PKEY_free(key)
    }

    /// Issues a certificate with a new key.
    public func issue(_ subject: Subject) throws(TransportError) -> Identity {
        let made = try unsafe Self.make(subject, isAuthority: false, issuer: (certificate, key))
        defer {
            unsafe X509_free(made.certificate)
            unsafe EVP_PKEY_free(made.key)
        }
        return try unsafe Self.identity(made.certificate, made.key)
    }

    /// Makes a certificate that nobody but itself has signed.
    public static func selfSigned(_ subject: Subject) throws(TransportError) -> Identity {
        let made = try unsafe make(subject, isAuthority: false, issuer: nil)
        defer {
            unsafe X509_free(made.certificate)
            unsafe EVP_PKEY_free(made.key)
        }
        return try unsafe identity(made.certificate, made.key)
    }

    // MARK: - OpenSSL

    private typealias Pair = (certificate: OpaquePointer, key: OpaquePointer)

    private static func make(_ subject: Subject, isAuthority: Bool, issuer: Pair?) throws(TransportError) -> Pair {
        let failure = TransportError(.tls, operation: "certificate of \(subject.commonName)")
        guard let key = unsafe c_tls_make_key() else { throw failure }
        guard let certificate = unsafe X509_new() else {
            unsafe EVP_PKEY_free(key)
            throw failure
        }
        let isMade = unsafe fill(certificate, key: key, subject, isAuthority: isAuthority, issuer: issuer)
        guard isMade else {
            unsafe X509_free(certificate)
            unsafe EVP_PKEY_free(key)
            throw failure
        }
        return unsafe (certificate, key)
    }

    private static func fill(
        _ certificate: OpaquePointer, key: OpaquePointer, _ subject: Subject, isAuthority: Bool, issuer: Pair?
    ) -> Bool {
        let number = Int.random(in: 1...Int(Int32.max))
        guard unsafe X509_set_version(certificate, 2) == 1,
            unsafe ASN1_INTEGER_set(X509_get_serialNumber(certificate), number) == 1,
            unsafe X509_gmtime_adj(X509_getm_notBefore(certificate), subject.validFrom &* 86_400) != nil,
            unsafe X509_gmtime_adj(X509_getm_notAfter(certificate), subject.validUntil &* 86_400) != nil,
            unsafe X509_set_pubkey(certificate, key) == 1, let name = unsafe X509_get_subject_name(certificate),
            unsafe add("CN", subject.commonName, to: name)
        else { return false }
        if let appID = subject.appID {
            guard unsafe add("serialNumber", appID, to: name) else { return false }
        }
        let issuerName = unsafe issuer.map { unsafe X509_get_subject_name($0.certificate) } ?? name
        guard unsafe X509_set_issuer_name(certificate, issuerName) == 1 else { return false }
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, issuer?.certificate ?? certificate, certificate, nil, nil, 0)
        var extensions = [
            (NID_basic_constraints, isAuthority ? "critical,CA:TRUE" : "CA:FALSE"),
            (NID_subject_key_identifier, "hash"),
        ]
        if isAuthority { extensions.append((NID_key_usage, "critical,keyCertSign,cRLSign,digitalSignature")) }
        switch subject.role {
        case .app: extensions.append((NID_ext_key_usage, "serverAuth"))
        case .headUnit: extensions.append((NID_ext_key_usage, "clientAuth"))
        case nil: break
        }
        for (kind, text) in extensions {
            guard let extended = unsafe X509V3_EXT_conf_nid(nil, &context, kind, text) else { return false }
            defer { unsafe X509_EXTENSION_free(extended) }
            guard unsafe X509_add_ext(certificate, extended, -1) == 1 else { return false }
        }
        return unsafe X509_sign(certificate, issuer?.key ?? key, EVP_sha256()) > 0
    }

    private static func add(_ field: String, _ text: String, to name: OpaquePointer) -> Bool {
        unsafe X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, text, Int32(text.utf8.count), -1, 0) == 1
    }

    private static func identity(
        _ certificate: OpaquePointer, _ key: OpaquePointer
    ) throws(TransportError) -> Identity {
        let first = unsafe pem { unsafe PEM_write_bio_X509($0, certificate) }
        let second = unsafe pem { unsafe PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }
        guard let first, let second else { throw TransportError(.tls, operation: "PEM cannot be written") }
        return Identity(certificate: first, key: second)
    }

    private static func pem(_ write: (OpaquePointer) -> Int32) -> [UInt8]? {
        guard let bio = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free(bio) }
        guard unsafe write(bio) == 1 else { return nil }
        return unsafe [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
            filled = max(0, Int(unsafe BIO_read(bio, buffer.baseAddress, Int32(buffer.count))))
        }
    }
}

@available(*, unavailable)
extension CertificateAuthority: Sendable {}
