internal import COpenSSL

extension TLSContext {
    /// Makes the context of one side of protected SDL services.
    ///
    /// Renegotiation, compression and session tickets are off.
    ///
    /// - Parameters:
    ///   - isServer: Whether this is the app's side.
    ///   - identity: PEM files of the own certificate with its chain, and of its key; nil for none.
    ///   - authorities: A PEM file with whom this side believes; nil where the peer's certificate is not asked for.
    ///   - allowsTLS13: Whether TLS 1.3 may be spoken, beside 1.2.
    /// - Throws: ``TransportError`` when a file cannot be read, or certificate and key do not belong together.
    package static func service(
        isServer: Bool, identity: (certificate: String, key: String)?, authorities: String?, allowsTLS13: Bool
    ) throws(TransportError) -> TLSContext {
        let context = try TLSContext(isServer: isServer, verifies: authorities != nil)
        guard unsafe c_tls_prepare_service(context.pointer, allowsTLS13 ? 1 : 0) == 1 else {
            throw TransportError(.tls, operation: "TLS: the version cannot be set")
        }
        if let identity { try context.useCertificate(identity.certificate, key: identity.key) }
        guard let authorities else {
            unsafe SSL_CTX_set_verify(context.pointer, SSL_VERIFY_NONE, nil)
            return context
        }
        try context.trust(file: authorities)
        let mode = isServer ? SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT : SSL_VERIFY_PEER
        unsafe SSL_CTX_set_verify(context.pointer, mode, nil)
        return context
    }
}
