internal import COpenSSL

/// Why one side of a protected service failed.
package struct TLSServiceFault: Error, Hashable, Sendable {
    /// What kind of failure it is.
    package enum Kind: Hashable, Sendable {
        /// The bytes are no TLS, or not at this place.
        case invalidData
        /// The sides do not come together.
        case handshake
        /// A certificate is missing, or not to be trusted.
        case certificate
        /// A certificate is too old.
        case expired
        /// The peer wanted a second handshake; the connection goes on.
        case renegotiation
        /// Data cannot be encrypted.
        case encryption
        /// Data cannot be decrypted, is cut off, or is none.
        case decryption
    }

    /// The kind.
    package let kind: Kind
    /// OpenSSL's words.
    package let reason: String
    /// The records that tell the peer; often empty.
    package let alert: [UInt8]

    /// Makes a fault.
    package init(kind: Kind, reason: String, alert: [UInt8]) {
        self.kind = kind
        self.reason = reason
        self.alert = alert
    }
}

// The engine as it is used for SDL's services: the handshake in messages of their own, then whole records a frame.
extension TLSEngine {
    /// Makes one side of a protected service.
    package convenience init(service context: TLSContext) throws(TransportError) {
        try self.init(context, serverName: nil)
    }

    /// How many bytes a record has beyond its data at most, with the cipher in use.
    package var recordOverhead: Int {
        guard let cipher = unsafe SSL_get_current_cipher(session), unsafe SSL_CIPHER_is_aead(cipher) == 1 else {
            return 90  // block ciphers with the longest hash and padding
        }
        return 29
    }

    /// The serial number in the subject of the peer's certificate, by which it names an app; nil where there is none.
    package var peerSerialNumber: String? { peerSubject(NID_serialNumber) }

    /// The common name in the subject of the peer's certificate; nil where there is none.
    package var peerCommonName: String? { peerSubject(NID_commonName) }

    private func peerSubject(_ field: Int32) -> String? {
        guard let certificate = unsafe SSL_get0_peer_certificate(session),
            let subject = unsafe X509_get_subject_name(certificate)
        else { return nil }
        var text = [CChar](repeating: 0, count: 256)
        let count = unsafe X509_NAME_get_text_by_NID(subject, field, &text, Int32(text.count))
        guard count > 0 else { return nil }
        return String(decoding: text.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Begins the handshake; what to send.
    package func beginService() throws(TLSServiceFault) -> [UInt8] {
        try stepService()
        return takeOutput()
    }

    /// Takes bytes of the handshake; what to send back, and whether it is over.
    ///
    /// A record that is cut off waits for the next bytes. Zero bytes behind the last record are passed over: one of SDL's
    /// libraries sends a dozen of them with each message.
    package func continueService(_ bytes: [UInt8]) throws(TLSServiceFault) -> (reply: [UInt8], isFinished: Bool) {
        let records = takeRecords(bytes)
        let wasOpen = unsafe SSL_is_init_finished(session) == 1
        guard !records.isEmpty else { return ([], wasOpen) }
        try take(records)
        guard wasOpen else {
            try stepService()
            let reply = takeOutput()
            guard unsafe SSL_is_init_finished(session) == 1 else { return (reply, false) }
            // What lies behind the handshake would later pass for the data of an encrypted frame.
            guard cutOff.isEmpty, unsafe SSL_has_pending(session) == 0, unsafe c_tls_waiting(incoming) == 0 else {
                throw TLSServiceFault(kind: .invalidData, reason: "bytes behind the handshake", alert: reply)
            }
            return (reply, true)
        }
        // After the handshake only TLS 1.3 has something to say here (tickets, new keys).
        let plain = try readRecords(.invalidData)
        let reply = takeOutput()
        guard plain.isEmpty else {
            throw TLSServiceFault(kind: .invalidData, reason: "data in a message of the handshake", alert: reply)
        }
        guard unsafe SSL_version(session) >= TLS1_3_VERSION else {
            // OpenSSL has answered the wish to begin anew by an alert; nothing else belongs here.
            guard !reply.isEmpty else {
                throw TLSServiceFault(kind: .invalidData, reason: "bytes behind the handshake", alert: [])
            }
            throw TLSServiceFault(kind: .renegotiation, reason: "renegotiation is refused", alert: reply)
        }
        return (reply, true)
    }

    /// Encrypts the data of one frame.
    package func encryptFrame(_ plain: [UInt8]) throws(TLSServiceFault) -> [UInt8] {
        ERR_clear_error()
        let count = unsafe plain.withUnsafeBytes { raw -> Int32 in
            unsafe SSL_write(session, raw.baseAddress, Int32(clamping: raw.count))
        }
        guard count > 0, count == plain.count else {
            throw TLSServiceFault(kind: .encryption, reason: Self.lastError(), alert: [])
        }
        return takeOutput()
    }

    /// Decrypts the payload of one frame, which holds whole records with data.
    package func decryptFrame(_ cipher: [UInt8]) throws(TLSServiceFault) -> [UInt8] {
        try take(cipher)
        let plain = try readRecords(.decryption)
        let isCut = unsafe SSL_has_pending(session) == 1 || c_tls_waiting(incoming) > 0
        guard !plain.isEmpty, !isCut else {
            throw TLSServiceFault(
                kind: .decryption, reason: isCut ? "a record is cut off" : "no data in a frame", alert: takeOutput())
        }
        return plain
    }

    // MARK: - Steps

    /// The whole records of handshake bytes, with what was kept of the bytes before; what is no TLS comes out as it is.
    private func takeRecords(_ bytes: [UInt8]) -> [UInt8] {
        let all = cutOff + bytes
        cutOff = []
        var end = 0
        while end < all.count {
            let rest = all[end...]
            guard (20...23).contains(rest[end]), rest.count < 2 || rest[end + 1] == 3 else {
                let isPadding = end > 0 && rest.allSatisfy { $0 == 0 }
                return isPadding ? Array(all[..<end]) : all
            }
            guard rest.count >= 5 else { break }
            let length = Int(rest[end + 3]) << 8 | Int(rest[end + 4])
            // Longer than any record: OpenSSL refuses it.
            guard length <= 16_384 + 2_048 else { return all }
            guard rest.count >= 5 + length else { break }
            end += 5 + length
        }
        cutOff = Array(all[end...])
        return Array(all[..<end])
    }

    private func take(_ bytes: [UInt8]) throws(TLSServiceFault) {
        let count = unsafe bytes.withUnsafeBytes { raw -> Int32 in
            unsafe BIO_write(incoming, raw.baseAddress, Int32(clamping: raw.count))
        }
        guard count == bytes.count else {
            throw TLSServiceFault(kind: .invalidData, reason: "too much at once", alert: [])
        }
    }

    private func stepService() throws(TLSServiceFault) {
        ERR_clear_error()
        let status = unsafe SSL_do_handshake(session)
        if status == 1 { return }
        let error = unsafe SSL_get_error(session, status)
        if error == SSL_ERROR_WANT_READ { return }
        throw serviceFault()
    }

    /// Reads all data that is there.
    private func readRecords(_ kind: TLSServiceFault.Kind) throws(TLSServiceFault) -> [UInt8] {
        var plain: [UInt8] = []
        while true {
            ERR_clear_error()
            var status: Int32 = 0
            let block = unsafe [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
                status = unsafe SSL_read(session, buffer.baseAddress, Int32(buffer.count))
                filled = max(0, Int(status))
            }
            if !block.isEmpty {
                plain += block
                continue
            }
            if unsafe SSL_get_error(session, status) == SSL_ERROR_WANT_READ { return plain }
            let code = ERR_peek_error()
            if code == 0, unsafe SSL_get_shutdown(session) & SSL_RECEIVED_SHUTDOWN != 0 {
                throw TLSServiceFault(kind: kind, reason: "the peer has closed TLS", alert: takeOutput())
            }
            // With TLS 1.3 a peer's verdict about the handshake comes after its end.
            let told = Self.kind(ofReason: Int32(truncatingIfNeeded: code & 0x7F_FFFF))
            throw TLSServiceFault(
                kind: kind == .invalidData ? told : kind, reason: Self.lastError(), alert: takeOutput())
        }
    }

    /// Why the handshake failed: the verdict about the certificate, or the first error in OpenSSL's queue.
    private func serviceFault() -> TLSServiceFault {
        let verdict = unsafe SSL_get_verify_result(session)
        if verdict != Int(X509_V_OK) {
            let words = unsafe X509_verify_cert_error_string(verdict).map { unsafe String(cString: $0) }
            ERR_clear_error()
            let kind = verdict == Int(X509_V_ERR_CERT_HAS_EXPIRED) ? TLSServiceFault.Kind.expired : .certificate
            return TLSServiceFault(kind: kind, reason: words ?? "not valid", alert: takeOutput())
        }
        let code = ERR_peek_error()
        let kind = Self.kind(ofReason: Int32(truncatingIfNeeded: code & 0x7F_FFFF))
        return TLSServiceFault(kind: kind, reason: Self.lastError(), alert: takeOutput())
    }

    /// OpenSSL's reasons for alerts of the peer are 1000 and the number of the alert (RFC 8446, section 6).
    private static func kind(ofReason reason: Int32) -> TLSServiceFault.Kind {
        switch reason {
        case 1045: return .expired
        case 1042, 1043, 1044, 1046, 1048, 1116, SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return .certificate
        case 1000..<1256: return .handshake
        case SSL_R_NO_SHARED_CIPHER, SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_NO_PROTOCOLS_AVAILABLE,
            SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_CERTIFICATE_SET, SSL_R_NO_CIPHERS_AVAILABLE,
            SSL_R_VERSION_TOO_LOW, SSL_R_UNKNOWN_PROTOCOL, SSL_R_WRONG_SSL_VERSION:
            return .handshake
        default: return .invalidData
        }
    }
}
