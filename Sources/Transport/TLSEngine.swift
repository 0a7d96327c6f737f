internal import COpenSSL

/// One TLS connection without any I/O: bytes of the wire in and out, bytes of the application in and out.
///
/// Not thread-safe; its owner confines it.
@safe
package final class TLSEngine {
    enum State {
        case handshaking
        case open
        case closed
        case failed(TransportError)
    }

    private(set) var state = State.handshaking
    let session: OpaquePointer
    let incoming: OpaquePointer
    let outgoing: OpaquePointer
    /// Handshake bytes of a service whose record is not whole yet.
    var cutOff: [UInt8] = []
    private let context: TLSContext
    private let peer: String

    /// Makes an engine.
    ///
    /// - Parameters:
    ///   - context: Keys and trust.
    ///   - serverName: The host whose certificate a client expects, a name or a numeric address.
    init(_ context: TLSContext, serverName: String?) throws(TransportError) {
        self.context = context
        peer = serverName ?? "client"
        let failure = TransportError(.tls, operation: "TLS: no session")
        guard let session = unsafe SSL_new(context.pointer) else { throw failure }
        guard let incoming = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem()) else {
            unsafe SSL_free(session)
            throw failure
        }
        unsafe self.session = session
        unsafe self.incoming = incoming
        unsafe self.outgoing = outgoing
        unsafe c_tls_never_ends(incoming)
        unsafe c_tls_never_ends(outgoing)
        unsafe SSL_set_bio(session, incoming, outgoing)  // which owns them from now on
        if context.isServer {
            unsafe SSL_set_accept_state(session)
        } else {
            unsafe SSL_set_connect_state(session)
            if let serverName { try expect(serverName) }
        }
    }

    deinit {
        unsafe SSL_free(session)
    }

    private func expect(_ name: String) throws(TransportError) {
        let isNumeric = SocketAddress(numericHost: name, port: 0) != nil
        if !isNumeric { _ = unsafe c_tls_set_server_name(session, name) }
        guard context.verifies else { return }
        let status =
            isNumeric
            ? unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), name) : unsafe SSL_set1_host(session, name)
        guard status == 1 else { throw TransportError(.tls, operation: "TLS with \(name): not a host name") }
    }

    /// Begins or goes on with the handshake.
    func step() {
        guard case .handshaking = state else { return }
        ERR_clear_error()
        let status = unsafe SSL_do_handshake(session)
        if status == 1 {
            state = .open
            return
        }
        let error = unsafe SSL_get_error(session, status)
        if error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE { return }
        state = .failed(handshakeFailure())
    }

    /// Takes bytes of the wire; returns bytes of the application.
    func receive(_ bytes: [UInt8]) -> [UInt8] {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { raw -> Int32 in
                guard let base = raw.baseAddress else { return 0 }
                return unsafe BIO_write(incoming, base + offset, Int32(min(raw.count - offset, 1 << 20)))
            }
            guard count > 0 else { break }
            offset += Int(count)
        }
        step()
        guard case .open = state else { return [] }
        var plain: [UInt8] = []
        while true {
            ERR_clear_error()
            let block = unsafe [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
                filled = max(0, Int(unsafe SSL_read(session, buffer.baseAddress, Int32(buffer.count))))
            }
            if !block.isEmpty {
                plain += block
                continue
            }
            let error = unsafe SSL_get_error(session, 0)
            if unsafe SSL_get_shutdown(session) & SSL_RECEIVED_SHUTDOWN != 0 {
                state = .closed
            } else if ERR_peek_error() != 0, error != SSL_ERROR_WANT_READ {
                state = .failed(TransportError(.tls, operation: "TLS with \(peer): \(Self.lastError())"))
            }
            return plain
        }
    }

    /// Encrypts bytes of the application, once the connection is open.
    func send(_ bytes: [UInt8]) {
        guard case .open = state, !bytes.isEmpty else { return }
        var offset = 0
        while offset < bytes.count {
            ERR_clear_error()
            let count = unsafe bytes.withUnsafeBytes { raw -> Int32 in
                guard let base = raw.baseAddress else { return 0 }
                return unsafe SSL_write(session, base + offset, Int32(min(raw.count - offset, 16_384)))
            }
            guard count > 0 else {
                state = .failed(TransportError(.tls, operation: "TLS with \(peer): \(Self.lastError())"))
                return
            }
            offset += Int(count)
        }
    }

    /// Says goodbye.
    func shutDown() {
        guard case .open = state else { return }
        _ = unsafe SSL_shutdown(session)
        state = .closed
    }

    /// What has to go over the wire now.
    func takeOutput() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let block = unsafe [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
                filled = max(0, Int(unsafe BIO_read(outgoing, buffer.baseAddress, Int32(buffer.count))))
            }
            if block.isEmpty { return bytes }
            bytes += block
        }
    }

    private func handshakeFailure() -> TransportError {
        let verdict = unsafe SSL_get_verify_result(session)
        if context.verifies, verdict != Int(X509_V_OK) {
            let words = unsafe X509_verify_cert_error_string(verdict).map { unsafe String(cString: $0) }
            return TransportError(.untrusted, operation: "certificate of \(peer): \(words ?? "not valid")")
        }
        return TransportError(.tls, operation: "TLS with \(peer): \(Self.lastError())")
    }

    /// The reason of the oldest error of this thread.
    static func lastError() -> String {
        let code = ERR_get_error()
        defer { ERR_clear_error() }
        guard code != 0 else { return "closed" }
        if let words = unsafe ERR_reason_error_string(code) { return unsafe String(cString: words) }
        return "error \(code)"
    }
}
