// The protection of services: the head unit is the TLS client. The handshake travels in security queries, afterwards
// payloads are TLS records. What fails ends in a fault that the app is told, and the service is as unprotected as before.

extension ModuleConnection {
    /// Begins the handshake for a service that an app wants protected, after
    /// ``Event/serviceRequested(_:)`` with ``ServiceRequest/isEncrypted``.
    ///
    /// ``Event/serviceProtected(_:)`` or ``Event/protectionFailed(_:_:)`` follows, at once where the session has its keys
    /// already. Then the service is accepted or refused as any other. Services that are asked for while a handshake is
    /// under way wait for that one: all of them are protected by it, or none.
    ///
    /// - Parameters:
    ///   - session: The session id.
    ///   - service: The service that was asked for.
    ///   - channel: A new channel of the client's side.
    ///   - owner: Whose certificate the channel demands; kept with the keys (``protectionOwner(of:)``).
    ///   - now: The time.
    ///   - registry: The head unit's sessions.
    public mutating func protect(
        session: UInt8, service: ServiceType, with channel: any SecureChannel, owner: String? = nil, now: Duration,
        sessions registry: inout SessionRegistry
    ) -> [Event] {
        guard !isClosed, let current = sessions[session], let request = wish(for: service, of: current),
            request.isEncrypted
        else { return [] }
        if current.channel != nil { return [.serviceProtected(request)] }
        guard current.handshake == nil else {
            if current.handshake?.requests.contains(request) == false {
                sessions[session]?.handshake?.requests.append(request)
            }
            return []
        }
        var channel = channel
        do throws(SecureChannelFault) {
            let bytes = try channel.beginHandshake()
            sessions[session]?.handshake = ModuleSession.Handshake(
                requests: [request], channel: channel, deadline: now + configuration.handshakeTimeout, owner: owner)
            let number = current.lastQueryNumber &+ 1
            sessions[session]?.lastQueryNumber = number
            return [.send(handshakeFrames(bytes, number: number, session: session, &registry))]
        } catch {
            return [.protectionFailed(request, error)]
        }
    }

    /// For whom the keys of a session were agreed on, or are being; nil where there are none.
    public func protectionOwner(of session: UInt8) -> String? {
        sessions[session]?.handshake?.owner ?? sessions[session]?.channelOwner
    }

    /// Gives up the keys of a session, or the handshake for them, and tells the app so; the session goes on.
    ///
    /// - Parameters:
    ///   - session: The session id.
    ///   - reason: Why, for the events.
    ///   - registry: The head unit's sessions.
    public mutating func giveUpProtection(
        session: UInt8, reason: String, sessions registry: inout SessionRegistry
    ) -> [Event] {
        guard !isClosed, let current = sessions[session], current.channel != nil || current.handshake != nil else {
            return []
        }
        var events: [Event] = []
        let bytes = faultFrame(.serviceNotProtected, session: session, &registry)
        if !bytes.isEmpty { events.append(.send(bytes)) }
        let fault = SecureChannelFault(.serviceNotProtected, reason: reason)
        failHandshake(of: session, fault, &events)
        loseKeys(of: session, fault, &events)
        return events
    }

    /// Fails all services that wait for the handshake of a session.
    private mutating func failHandshake(of id: UInt8, _ fault: SecureChannelFault, _ events: inout [Event]) {
        guard let handshake = sessions[id]?.handshake else { return }
        sessions[id]?.handshake = nil
        for request in handshake.requests where isStillWanted(request) {
            events.append(.protectionFailed(request, fault))
        }
    }

    /// Forgets the keys of a session that goes on.
    private mutating func loseKeys(of id: UInt8, _ fault: SecureChannelFault, _ events: inout [Event]) {
        guard let session = sessions[id], session.channel != nil else { return }
        sessions[id]?.dropKeys()
        // A wish that was to be granted next is answered by a refusal.
        if let request = session.protection { events.append(.protectionFailed(request, fault)) }
        events.append(.protectionLost(session: id, fault))
    }

    /// Whether a service still waits for its answer; an app may have ended it meanwhile.
    private func isStillWanted(_ request: ServiceRequest) -> Bool {
        guard let session = sessions[request.session] else { return false }
        return wish(for: request.service, of: session) == request
    }

    private func wish(for service: ServiceType, of session: ModuleSession) -> ServiceRequest? {
        switch service {
        case .rpc:
            return session.protection
        case .audio, .video:
            guard case .requested(let request) = session[service] else { return nil }
            return request
        case .control, .bulk:
            return nil
        }
    }

    // MARK: - Queries

    mutating func securityQueryReceived(
        _ header: FrameHeader, _ payload: ArraySlice<UInt8>, now: Duration, _ registry: inout SessionRegistry,
        _ events: inout [Event]
    ) {
        let id = header.sessionID
        let query: SecurityQuery
        do throws(SecurityErrorCode) {
            query = try SecurityQuery(parsing: payload)
        } catch {
            refuseQuery(error, of: id, &registry, &events)
            return
        }
        switch query.identifier {
        case .internalError:
            // A fault that the app reports is not answered by another one.
            let code = query.faultCode ?? .unknownInternalError
            guard let session = sessions[id], session.handshake != nil || session.channel != nil else { return }
            events.append(.fault(.security(code)))
            let fault = SecureChannelFault(code, reason: "the app reports: \(code.text)")
            if session.handshake != nil {
                failHandshake(of: id, fault, &events)
            } else if code.endsProtection {
                loseKeys(of: id, fault, &events)
            }
        case .handshake:
            handshakeReceived(query, of: id, &registry, &events)
        }
    }

    private mutating func handshakeReceived(
        _ query: SecurityQuery, of id: UInt8, _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        let number = query.sequenceNumber
        if var handshake = sessions[id]?.handshake {
            do throws(SecureChannelFault) {
                let step = try handshake.channel.continueHandshake(query.binary)
                send(step.reply, number: number, to: id, &registry, &events)
                sessions[id]?.handshake = step.isFinished ? nil : handshake
                guard step.isFinished else { return }
                sessions[id]?.channel = handshake.channel
                sessions[id]?.channelOwner = handshake.owner
                sessions[id]?.hasHeardEncrypted = false
                for request in handshake.requests where isStillWanted(request) {
                    events.append(.serviceProtected(request))
                }
            } catch {
                send(error.alert, number: number, to: id, &registry, &events)
                refuseQuery(error.code, of: id, number: number, &registry, &events)
                failHandshake(of: id, error, &events)
            }
        } else if var channel = sessions[id]?.channel {
            do throws(SecureChannelFault) {
                let step = try channel.continueHandshake(query.binary)
                sessions[id]?.channel = channel
                send(step.reply, number: number, to: id, &registry, &events)
            } catch {
                send(error.alert, number: number, to: id, &registry, &events)
                refuseQuery(error.code, of: id, number: number, &registry, &events)
                if error.code == .serviceAlreadyProtected {
                    sessions[id]?.channel = channel
                } else if sessions[id]?.hasHeardEncrypted == false {
                    // With TLS 1.3 this side is done before the app has judged its certificate.
                    loseKeys(of: id, error, &events)
                } else {
                    endUnprotected(id, .decryptionFailed, &registry, &events)
                }
            }
        } else {
            let code = configuration.offersProtection ? SecurityErrorCode.serviceNotProtected : .notSupported
            refuseQuery(code, of: id, number: number, &registry, &events)
        }
    }

    /// Gives up a handshake that takes too long.
    mutating func checkHandshake(
        of id: UInt8, now: Duration, _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        guard let handshake = sessions[id]?.handshake, now >= handshake.deadline else { return }
        refuseQuery(.handshakeFailed, of: id, &registry, &events)
        let fault = SecureChannelFault(.handshakeFailed, reason: "the handshake was not finished in time")
        failHandshake(of: id, fault, &events)
    }

    private func send(
        _ bytes: [UInt8], number: UInt32, to session: UInt8, _ registry: inout SessionRegistry,
        _ events: inout [Event]
    ) {
        guard !bytes.isEmpty else { return }
        events.append(.send(handshakeFrames(bytes, number: number, session: session, &registry)))
    }

    private func handshakeFrames(
        _ bytes: [UInt8], number: UInt32, session: UInt8, _ registry: inout SessionRegistry
    ) -> [UInt8] {
        guard let version = sessions[session]?.headerVersion else { return [] }
        let connection = self.number
        return SecurityQuery.handshakeFrames(
            bytes, kind: .request, number: number, version: version, session: session,
            limit: configuration.sendLimits.limit(version: version, service: .control)
        ) { registry.nextMessageID(session: session, connection: connection) }
    }

    private func refuseQuery(
        _ code: SecurityErrorCode, of session: UInt8, number: UInt32 = 0, _ registry: inout SessionRegistry,
        _ events: inout [Event]
    ) {
        events.append(.fault(.security(code)))
        let bytes = faultFrame(code, session: session, number: number, &registry)
        if !bytes.isEmpty { events.append(.send(bytes)) }
    }

    /// The frame that tells an app of a fault; nothing where there is no such session.
    func faultFrame(
        _ code: SecurityErrorCode, session: UInt8, number: UInt32 = 0, _ registry: inout SessionRegistry
    ) -> [UInt8] {
        guard let version = sessions[session]?.headerVersion else { return [] }
        return SecurityQuery(fault: code, sequenceNumber: number).frame(
            version: version, session: session,
            messageID: registry.nextMessageID(session: session, connection: self.number))
    }

    // MARK: - Data

    func isProtected(_ header: FrameHeader) -> Bool {
        sessions[header.sessionID]?.isProtected(header.service) ?? false
    }

    /// Reads an encrypted payload; nil after a fault, which was dealt with.
    ///
    /// Data of a service that is not protected is read and dropped: the services share the keys, which count records.
    mutating func decrypt(
        _ payload: ArraySlice<UInt8>, _ header: FrameHeader, _ registry: inout SessionRegistry,
        _ events: inout [Event]
    ) -> [UInt8]? {
        let id = header.sessionID
        guard var channel = sessions[id]?.channel else {
            refuseQuery(.serviceNotProtected, of: id, &registry, &events)
            return nil
        }
        do throws(SecureChannelFault) {
            let plain = try channel.decrypt(Array(payload))
            sessions[id]?.channel = channel
            sessions[id]?.hasHeardEncrypted = true
            guard isProtected(header) else {
                refuseQuery(.serviceNotProtected, of: id, &registry, &events)
                return nil
            }
            return plain
        } catch {
            refuseQuery(error.code, of: id, &registry, &events)
            endUnprotected(id, .decryptionFailed, &registry, &events)
            return nil
        }
    }

    /// Ends a session whose keys are lost: what the app sends can no longer be trusted.
    private mutating func endUnprotected(
        _ id: UInt8, _ cause: SessionEndCause, _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        events.append(.send(endServiceFrame(of: id, .rpc, &registry)))
        end(id, cause, &registry, &events)
    }

    /// Ends a session that cannot be spoken to any more; the frames that tell the app.
    ///
    /// The owner hears of it by ``takeEnds()``.
    mutating func encryptionFailed(
        _ code: SecurityErrorCode, session id: UInt8, _ registry: inout SessionRegistry
    ) -> [UInt8] {
        let fault = faultFrame(code, session: id, number: 0, &registry)
        var events: [Event] = [.fault(.security(code))]
        let farewell = endServiceFrame(of: id, .rpc, &registry)
        end(id, .encryptionFailed, &registry, &events)
        ends += events
        return fault + farewell
    }

    /// What became of sessions for which data could not be encrypted since the last call; to be asked for after
    /// ``sendProtected(encoded:service:session:version:sessions:)`` and
    /// ``acceptService(session:service:sessions:)``.
    public mutating func takeEnds() -> [Event] {
        defer { ends = [] }
        return ends
    }

    /// The answer that a service is protected now; its payload is the first data that is encrypted.
    mutating func protectedAcknowledgement(
        _ header: FrameHeader, _ payload: [UInt8], _ registry: inout SessionRegistry
    ) -> [UInt8] {
        let id = header.sessionID
        guard var channel = sessions[id]?.channel else { return [] }
        var header = header
        header.isEncrypted = true
        do throws(SecureChannelFault) {
            let cipher = payload.isEmpty ? [] : try channel.encrypt(payload)
            sessions[id]?.channel = channel
            sessions[id]?.protectedServices.insert(header.service)
            return Frame(header: header, payload: cipher).encode()
        } catch {
            return encryptionFailed(error.code, session: id, &registry)
        }
    }
}
