internal import SDLProtocol
internal import Transport

/// TLS by memory BIOs as the channel of a session.
struct TLSChannel: SecureChannel, @unchecked Sendable {
    // Sendable although the engine is an object with state: a channel is handed to one connection, which alone uses it,
    // and copies of that connection's value are not used side by side.

    private let engine: TLSEngine
    private let appID: String?
    private let appName: String?
    private var isVerified = false

    init(engine: TLSEngine, appID: String?, appName: String?) {
        self.engine = engine
        self.appID = appID
        self.appName = appName
    }

    var overhead: Int { engine.recordOverhead }

    mutating func beginHandshake() throws(SecureChannelFault) -> [UInt8] {
        do throws(TLSServiceFault) {
            return try engine.beginService()
        } catch {
            throw SecureChannelFault(error)
        }
    }

    mutating func continueHandshake(_ bytes: [UInt8]) throws(SecureChannelFault) -> HandshakeStep {
        do throws(TLSServiceFault) {
            let step = try engine.continueService(bytes)
            if step.isFinished, !isVerified {
                try checkApp()
                isVerified = true
            }
            return HandshakeStep(reply: step.reply, isFinished: step.isFinished)
        } catch {
            throw SecureChannelFault(error)
        }
    }

    private func checkApp() throws(TLSServiceFault) {
        if let appName, engine.peerCommonName?.lowercased() != appName.lowercased() {
            let named = engine.peerCommonName.map { "it names an app called \($0)" } ?? "it names no app"
            throw TLSServiceFault(kind: .certificate, reason: named, alert: [])
        }
        guard let appID else { return }
        let named = engine.peerSerialNumber
        if named == nil, appName == nil { return }
        guard named?.lowercased() != appID.lowercased() else { return }
        throw TLSServiceFault(
            kind: .certificate, reason: named.map { "it names the app \($0)" } ?? "it names no app id", alert: [])
    }

    mutating func encrypt(_ plain: [UInt8]) throws(SecureChannelFault) -> [UInt8] {
        do throws(TLSServiceFault) {
            return try engine.encryptFrame(plain)
        } catch {
            throw SecureChannelFault(error)
        }
    }

    mutating func decrypt(_ cipher: [UInt8]) throws(SecureChannelFault) -> [UInt8] {
        do throws(TLSServiceFault) {
            return try engine.decryptFrame(cipher)
        } catch {
            throw SecureChannelFault(error)
        }
    }
}

extension SecureChannelFault {
    fileprivate init(_ fault: TLSServiceFault) {
        switch fault.kind {
        case .invalidData: self.init(.sslInvalidData, reason: fault.reason, alert: fault.alert)
        case .handshake: self.init(.handshakeFailed, reason: fault.reason, alert: fault.alert)
        case .certificate:
            self.init(.invalidCertificate, reason: "Invalid certificate: \(fault.reason)", alert: fault.alert)
        case .expired:
            self.init(.expiredCertificate, reason: "Expired certificate: \(fault.reason)", alert: fault.alert)
        case .renegotiation: self.init(.serviceAlreadyProtected, reason: fault.reason, alert: fault.alert)
        case .encryption: self.init(.encryptionFailed, reason: fault.reason, alert: fault.alert)
        case .decryption: self.init(.decryptionFailed, reason: fault.reason, alert: fault.alert)
        }
    }
}
