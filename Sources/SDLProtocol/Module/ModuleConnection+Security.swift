// The protection of services: the head unit is the TLS client. The handshake travels in security queries, afterwards
// payloads are TLS records. What fails ends in a fault that the app is told, and the service is as unprotected as before.

extension ModuleConnection {
    /// Begins the handshake for a service that an app wants protected, after
    /// ``Event/serviceRequested(_:)`` with ``ServiceRequest/isEncrypted``.
    ///
    /// ``Event/serviceProtected(_:)`` or ``Event/protectionFailed(_:_:)`` follows, at once where the session has its keys
    /// already. Then the service is accepted or refused as any other.
    ///
    /// - Parameters:
    ///   - session: The session id.
    ///   - service: The service that was asked for.
    ///   - channel: A new channel of the client's side.
    ///   - now: The time.
    ///   - registry: The head unit's sessions.
    public mutating func protect(
        session: UInt8, service: ServiceType, with channel: any SecureChannel, now: Duration,
        sessions registry: inout SessionRegistry
    ) -> [Event] {
        guard !isClosed, let current = sessions[session], let request = wish(for: service, of: current),
            request.isEncrypted
        else { return [] }
        if current.channel != nil { return [.serviceProtected(request)] }
        guard current.handshake == nil else {
            let fault = SecureChannelFault(.handshakeFailed, reason: "another service is being protected")
            return [.protectionFailed(request, fault)]
        }
        var channel = channel
        do throws(SecureChannelFault) {
            let bytes = try channel.beginHandshake()
            sessions[session]?.handshake = ModuleSession.Handshake(
                request: request, channel: channel, deadline: now + configuration.handshakeTimeout)
            let number = current.lastQueryNumber &+ 1
            sessions[session]?.lastQueryNumber = number
            return [.send(handshakeFrames(bytes, number: number, session: session, &registry))]
        } catch {
            return [.protectionFailed(request, error)]
        }
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
            guard let handshake = sessions[id]?.handshake else { return }
            events.append(.fault(.security(code)))
            sessions[id]?.handshake = nil
            let fault = SecureChannelFault(code, reason: "the app reports: \(code.text)")
            events.append(.protectionFailed(handshake.request, fault))
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
                events.append(.serviceProtected(handshake.request))
            } catch {
                sessions[id]?.handshake = nil
                send(error.alert, number: number, to: id, &registry, &events)
                refuseQuery(error.code, of: id, number: number, &registry, &events)
                events.append(.protectionFailed(handshake.request, error))
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
                } else {
                    endUnprotected(id, &registry, &events)
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
        sessions[id]?.handshake = nil
        refuseQuery(.handshakeFailed, of: id, &registry, &events)
        let fault = SecureChannelFault(.handshakeFailed, reason: "the handshake was not finished in time")
        events.append(.protectionFailed(handshake.request, fault))
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
    mutating func decrypt(
        _ payload: ArraySlice<UInt8>, _ header: FrameHeader, _ registry: inout SessionRegistry,
        _ events: inout [Event]
    ) -> [UInt8]? {
        let id = header.sessionID
        guard isProtected(header), var channel = sessions[id]?.channel else {
            refuseQuery(.serviceNotProtected, of: id, &registry, &events)
            return nil
        }
        do throws(SecureChannelFault) {
            let plain = try channel.decrypt(Array(payload))
            sessions[id]?.channel = channel
            return plain
        } catch {
            refuseQuery(error.code, of: id, &registry, &events)
            endUnprotected(id, &registry, &events)
            return nil
        }
    }

    /// Ends a session whose keys are lost: what the app sends can no longer be trusted.
    private mutating func endUnprotected(
        _ id: UInt8, _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        events.append(.send(endServiceFrame(of: id, .rpc, &registry)))
        end(id, .decryptionFailed, &registry, &events)
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
            sessions[id]?.channel = nil
            sessions[id]?.protectedServices = []
            return faultFrame(error.code, session: id, &registry)
        }
    }
}
