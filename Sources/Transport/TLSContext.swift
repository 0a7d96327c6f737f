internal import COpenSSL

/// Whom a TLS client believes.
public enum TLSTrust: Hashable, Sendable {
    /// The authorities of the system.
    case system
    /// The certificates of a PEM file: an authority of one's own, or the server's certificate itself.
    case file(String)
    /// Anyone: neither certificate nor host name is checked. For tests.
    case anyone
}

/// Keys and trust for TLS connections; TLS 1.2 and later.
@safe
public final class TLSContext: @unchecked Sendable {
    // Sendable although it holds a C pointer: the object behind it is set up in the initialisers and afterwards only
    // read and counted by OpenSSL, which locks for that.
    let pointer: OpaquePointer
    let isServer: Bool
    let verifies: Bool

    init(isServer: Bool, verifies: Bool) throws(TransportError) {
        let method = unsafe isServer ? TLS_server_method() : TLS_client_method()
        guard let pointer = unsafe SSL_CTX_new(method) else {
            throw TransportError(.tls, operation: "TLS: no context")
        }
        unsafe self.pointer = pointer
        self.isServer = isServer
        self.verifies = verifies
        // Older versions are refused whatever the system's configuration says: for NTRIP as for SDL's services.
        guard unsafe c_tls_require_1_2(pointer) == 1 else {
            throw TransportError(.tls, operation: "TLS: the version cannot be set")
        }
        unsafe c_tls_ignore_missing_end(pointer)
    }

    deinit {
        unsafe SSL_CTX_free(pointer)
    }

    /// Makes the context of a client.
    ///
    /// - Throws: ``TransportError`` when the certificates cannot be read.
    public static func client(trust: TLSTrust = .system) throws(TransportError) -> TLSContext {
        let context = try TLSContext(isServer: false, verifies: trust != .anyone)
        switch trust {
        case .system:
            guard unsafe SSL_CTX_set_default_verify_paths(context.pointer) == 1 else {
                throw TransportError(.tls, operation: "TLS: the system's certificates cannot be read")
            }
        case .file(let path):
            try context.trust(file: path)
        case .anyone:
            break
        }
        unsafe SSL_CTX_set_verify(context.pointer, trust == .anyone ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, nil)
        return context
    }

    /// Believes the certificates of a PEM file.
    func trust(file path: String) throws(TransportError) {
        guard unsafe SSL_CTX_load_verify_locations(pointer, path, nil) == 1 else {
            throw TransportError(.tls, operation: "TLS: \(path): \(TLSEngine.lastError())")
        }
        // A server's certificate may be named although an authority that is not in the file issued it.
        _ = unsafe X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(pointer), UInt(X509_V_FLAG_PARTIAL_CHAIN))
    }

    /// Makes the context of a server from PEM files; both may be the same file.
    ///
    /// - Throws: ``TransportError`` when certificate or key cannot be read or do not belong together.
    public static func server(certificate: String, key: String) throws(TransportError) -> TLSContext {
        let context = try TLSContext(isServer: true, verifies: false)
        try context.useCertificate(certificate, key: key)
        return context
    }

    /// Takes certificate and key out of PEM files.
    func useCertificate(_ certificate: String, key: String) throws(TransportError) {
        // Without this OpenSSL would ask for passphrases on the terminal and wait.
        unsafe c_tls_ask_nobody(pointer, nil)
        guard unsafe SSL_CTX_use_certificate_chain_file(pointer, certificate) == 1 else {
            throw TransportError(.tls, operation: "TLS: \(certificate): \(TLSEngine.lastError())")
        }
        var isAsked: Int32 = 0
        let status = unsafe c_tls_use_key(pointer, key, &isAsked)
        guard isAsked == 0 else {
            ERR_clear_error()
            throw TransportError(.tls, operation: "TLS: \(key): the key has a passphrase")
        }
        guard status == 1, unsafe SSL_CTX_check_private_key(pointer) == 1
        else { throw TransportError(.tls, operation: "TLS: \(key): \(TLSEngine.lastError())") }
    }
}
