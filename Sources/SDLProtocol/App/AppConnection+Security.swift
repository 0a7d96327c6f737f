// The protection of the RPC service: the app is the TLS server and asks for it; the head unit begins the handshake.

extension AppConnection {
    /// The protection of the RPC service.
    enum Protection: Sendable {
        case none
        /// StartService with the encryption bit was sent; its answer comes after the handshake.
        case starting(any SecureChannel, isHandshakeOver: Bool)
        case established(any SecureChannel)
    }

    /// Why the RPC service could not be protected.
    public struct ProtectionFailure: Error, Sendable, Hashable {
        /// The code that either side gave; nil where the head unit refused without one.
        public var code: SecurityErrorCode?
        /// Why, for people; nil where nothing was told.
        public var reason: String?

        /// Makes a failure.
        public init(code: SecurityErrorCode? = nil, reason: String? = nil) {
            self.code = code
            self.reason = reason
        }
    }

    /// Whether messages can be sent encrypted.
    public var isProtected: Bool {
        if case .established = protection { true } else { false }
    }

    /// Asks the head unit to protect the RPC service of the open session.
    ///
    /// ``Event/protected`` or ``Event/protectionFailed(_:)`` follows. Nothing happens before the session is open, in
    /// protocol 1, and while the service is protected or an attempt is under way.
    ///
    /// - Parameters:
    ///   - channel: A new channel of the server's side.
    ///   - now: The time.
    public mutating func protect(with channel: any SecureChannel, now: Duration) -> [Event] {
        guard case .started(let session) = state, case .none = protection, answerDeadline == nil,
            session.headerVersion >= 2
        else { return [] }
        protection = .starting(channel, isHandshakeOver: false)
        answerDeadline = now + configuration.handshakeTimeout
        let payload =
            session.headerVersion >= 5
            ? ControlPayload.StartService(protocolVersion: configuration.version).encode() : []
        let frame = Frame(
            header: FrameHeader(
                version: session.headerVersion, isEncrypted: true, type: .control, service: .rpc,
                info: ControlFrameInfo.startService.rawValue, sessionID: session.id, messageID: takeMessageID()),
            payload: payload)
        return [.send(frame.encode())]
    }

    /// As ``send(encoded:service:)``, in encrypted frames.
    ///
    /// - Parameters:
    ///   - encoded: The bytes of the message, at least one.
    ///   - service: RPC, or bulk if the message has binary data.
    /// - Throws: A fault where the service is not protected, or data cannot be encrypted; nothing leaves in the clear.
    public mutating func sendProtected(
        encoded: [UInt8], service: ServiceType = .rpc
    ) throws(SecureChannelFault) -> [UInt8] {
        guard case .started(let session) = state, case .established(var channel) = protection else {
            throw SecureChannelFault(.serviceNotProtected, reason: "the service is not protected")
        }
        guard !encoded.isEmpty else { return [] }
        guard let pieceSize = channel.pieceSize(within: session.sendLimit) else {
            throw SecureChannelFault(.encryptionFailed, reason: "frames of \(session.sendLimit) bytes are too small")
        }
        let splitter = FrameSplitter(
            version: session.headerVersion, sessionID: session.id, service: service, messageID: takeMessageID(),
            limit: session.sendLimit)
        let bytes = try splitter.encode(encoded, pieceSize: pieceSize) { piece throws(SecureChannelFault) in
            try channel.encrypt(piece)
        }
        protection = .established(channel)
        return bytes
    }

    // MARK: - What the head unit says

    mutating func securityQueryReceived(
        _ payload: ArraySlice<UInt8>, _ session: Session, now: Duration, _ events: inout [Event]
    ) {
        let query: SecurityQuery
        do throws(SecurityErrorCode) {
            query = try SecurityQuery(parsing: payload)
        } catch {
            tellFault(error, session, &events)
            return
        }
        switch query.identifier {
        case .internalError:
            let code = query.faultCode ?? .unknownInternalError
            events.append(.fault(.security(code)))
            let failure = ProtectionFailure(code: code, reason: "the head unit reports: \(code.text)")
            switch protection {
            case .none: break
            case .starting: failProtection(failure, &events)
            case .established:
                guard code.endsProtection else { return }
                protection = .none
                events.append(.protectionLost(failure))
            }
        case .handshake:
            handshakeReceived(query, session, &events)
        }
    }

    private mutating func handshakeReceived(
        _ query: SecurityQuery, _ session: Session, _ events: inout [Event]
    ) {
        let number = query.sequenceNumber
        switch protection {
        case .none:
            let code = configuration.hasProtection ? SecurityErrorCode.serviceNotProtected : .notSupported
            tellFault(code, number: number, session, &events)
        case .starting(var channel, let wasOver):
            do throws(SecureChannelFault) {
                let step = try channel.continueHandshake(query.binary)
                protection = .starting(channel, isHandshakeOver: step.isFinished || wasOver)
                answer(step.reply, number: number, session, &events)
            } catch {
                answer(error.alert, number: number, session, &events)
                tellFault(error.code, number: number, session, &events)
                failProtection(ProtectionFailure(code: error.code, reason: error.reason), &events)
            }
        case .established(var channel):
            do throws(SecureChannelFault) {
                let step = try channel.continueHandshake(query.binary)
                protection = .established(channel)
                answer(step.reply, number: number, session, &events)
            } catch {
                answer(error.alert, number: number, session, &events)
                tellFault(error.code, number: number, session, &events)
                if error.code == .serviceAlreadyProtected {
                    protection = .established(channel)
                } else {
                    finish(.decryptionFailed, &events)
                }
            }
        }
    }

    private mutating func answer(
        _ bytes: [UInt8], number: UInt32, _ session: Session, _ events: inout [Event]
    ) {
        guard !bytes.isEmpty else { return }
        let frames = SecurityQuery.handshakeFrames(
            bytes, kind: .response, number: number, version: session.headerVersion, session: session.id,
            limit: session.sendLimit
        ) { takeMessageID() }
        events.append(.send(frames))
    }

    mutating func tellFault(
        _ code: SecurityErrorCode, number: UInt32 = 0, _ session: Session, _ events: inout [Event]
    ) {
        events.append(.fault(.security(code)))
        let query = SecurityQuery(fault: code, sequenceNumber: number)
        events.append(
            .send(query.frame(version: session.headerVersion, session: session.id, messageID: takeMessageID())))
    }

    /// The answer to the wish for protection.
    mutating func startServiceAnswered(_ header: FrameHeader, _ session: Session, _ events: inout [Event]) {
        guard header.service == .rpc else { return }
        answerDeadline = nil
        guard case .starting(let channel, let isHandshakeOver) = protection else {
            // The head unit believes in keys that are given up here: what it encrypts would be lost.
            if header.isEncrypted, case .none = protection { tellFault(.serviceNotProtected, session, &events) }
            return
        }
        guard header.isEncrypted else {
            failProtection(
                ProtectionFailure(reason: "the head unit granted the service without protection"), &events)
            return
        }
        guard isHandshakeOver else {
            failProtection(
                ProtectionFailure(code: .handshakeFailed, reason: "granted before the handshake was over"), &events)
            return
        }
        protection = .established(channel)
        postponedEnd = nil
        events.append(.protected)
    }

    mutating func startServiceRefused(_ header: FrameHeader, _ payload: [UInt8], _ events: inout [Event]) {
        guard header.service == .rpc else { return }
        answerDeadline = nil
        postponedEnd = nil
        let refusal = ControlPayload.Refusal(parsing: payload, headerVersion: header.version)
        failProtection(ProtectionFailure(reason: refusal.reason), &events)
    }

    mutating func failProtection(_ failure: ProtectionFailure, _ events: inout [Event]) {
        guard case .starting = protection else { return }
        protection = .none
        events.append(.protectionFailed(failure))
    }

    // MARK: - Data

    /// The payload of a control frame in the clear; nil after a fault, which was dealt with.
    ///
    /// With the keys in use head units encrypt control payloads, too, and their records must be read even where they say
    /// nothing new: the next ones are counted from them. Some set the bit and leave a document as it is.
    mutating func controlPayload(
        _ header: FrameHeader, _ payload: [UInt8], _ session: Session, _ events: inout [Event]
    ) -> [UInt8]? {
        guard header.isEncrypted, header.service != .control, !payload.isEmpty, !Self.isDocument(payload) else {
            return payload
        }
        switch protection {
        case .none, .starting(_, isHandshakeOver: false):
            return payload
        case .starting(var channel, isHandshakeOver: true):
            do throws(SecureChannelFault) {
                let plain = try channel.decrypt(payload)
                protection = .starting(channel, isHandshakeOver: true)
                return plain
            } catch {
                if header.service == .rpc { answerDeadline = nil }
                tellFault(error.code, session, &events)
                failProtection(ProtectionFailure(code: error.code, reason: error.reason), &events)
                return nil
            }
        case .established:
            return decrypt(payload[...], session, &events)
        }
    }

    /// Whether bytes are a whole BSON document by its length; TLS records never are.
    private static func isDocument(_ payload: [UInt8]) -> Bool {
        guard payload.count >= 5 else { return false }
        let length = payload[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return length == UInt32(clamping: payload.count)
    }

    /// Reads an encrypted payload; nil after a fault, which was dealt with.
    mutating func decrypt(
        _ payload: ArraySlice<UInt8>, _ session: Session, _ events: inout [Event]
    ) -> [UInt8]? {
        guard case .established(var channel) = protection else {
            tellFault(.serviceNotProtected, session, &events)
            return nil
        }
        do throws(SecureChannelFault) {
            let plain = try channel.decrypt(Array(payload))
            protection = .established(channel)
            return plain
        } catch {
            tellFault(error.code, session, &events)
            finish(.decryptionFailed, &events)
            return nil
        }
    }
}
