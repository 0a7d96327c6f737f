// What a head unit sends, by state of the session.

extension AppConnection {
    mutating func frameReceived(
        _ header: FrameHeader, _ payload: ArraySlice<UInt8>, now: Duration, _ events: inout [Event]
    ) {
        switch state {
        case .idle, .closed:
            break
        case .starting:
            guard header.type == .control else {
                events.append(.fault(.unexpectedFrame(session: header.sessionID, service: header.service)))
                return
            }
            answerToStartReceived(header, Array(payload), now: now, &events)
        case .started(let session), .ending(let session, _), .endedByModule(let session):
            guard header.sessionID == session.id || isHeartbeatWithoutSession(header) else {
                events.append(.fault(.unexpectedFrame(session: header.sessionID, service: header.service)))
                return
            }
            if header.type == .control {
                controlReceived(header, Array(payload), session, now: now, &events)
            } else {
                dataReceived(header, payload, session, now: now, &events)
            }
        }
    }

    /// The tables of the specification show heartbeats with session 0.
    private func isHeartbeatWithoutSession(_ header: FrameHeader) -> Bool {
        header.sessionID == 0 && header.controlInfo == .heartbeat
    }

    // MARK: - Starting

    private mutating func answerToStartReceived(
        _ header: FrameHeader, _ payload: [UInt8], now: Duration, _ events: inout [Event]
    ) {
        guard header.service == .rpc else { return }
        switch header.controlInfo {
        case .startServiceACK:
            guard header.sessionID != 0 else {
                fail(.noSession, &events)
                return
            }
            let session = makeSession(header, payload)
            state = .started(session)
            nextHeartbeat = session.headerVersion >= 3 ? configuration.heartbeatInterval.map { now + $0 } : nil
            decoder.knownSessions = SessionIDSet([session.id])
            events.append(.started(session))
        case .startServiceNAK:
            let refusal = ControlPayload.Refusal(parsing: payload, headerVersion: header.version)
            fail(.refused(reason: refusal.reason, rejectedParams: refusal.rejectedParams), &events)
        case .endService:
            fail(.ended, &events)
        case .heartbeat, .startService, .endServiceACK, .endServiceNAK, .registerSecondaryTransport,
            .registerSecondaryTransportACK, .registerSecondaryTransportNAK, .transportEventUpdate, .serviceDataACK,
            .heartbeatACK, nil:
            break
        }
    }

    private func makeSession(_ header: FrameHeader, _ payload: [UInt8]) -> Session {
        let answer = ControlPayload.StartServiceACK(parsing: payload, headerVersion: header.version)
        var told = ProtocolVersion(UInt16(header.version), 0, 0)
        // The header decides the major number; a text that contradicts it is not believed.
        if header.version >= 5, let text = answer.protocolVersion, let full = ProtocolVersion(parsing: text),
            full.major >= told.major
        {
            told = full
        }
        let version = min(told, configuration.version)
        return Session(
            id: header.sessionID, version: version, hashID: answer.hashID == 0 ? nil : answer.hashID,
            sendLimit: sendLimit(version, mtu: answer.mtu), acknowledgement: answer)
    }

    /// The most payload of a frame: the `mtu` less 13, which holds whether the head unit counts the header or not.
    private func sendLimit(_ version: ProtocolVersion, mtu: Int64?) -> Int {
        guard version.major >= 3 else { return PayloadLimits.smallest }
        var most = PayloadLimits.standard
        if version.major >= 5, let mtu, mtu > 0 { most = Int(min(mtu, Int64(most))) }
        return max(1, most - 13)
    }

    // MARK: - Control frames of a session

    private mutating func controlReceived(
        _ header: FrameHeader, _ payload: [UInt8], _ session: Session, now: Duration, _ events: inout [Event]
    ) {
        guard let info = header.controlInfo,
            let payload = controlPayload(header, payload, session, &events)
        else { return }
        switch info {
        case .heartbeat:
            let answer = Frame(
                control: .heartbeatACK, version: session.headerVersion, service: .control, sessionID: session.id,
                messageID: header.messageID)
            events.append(.send(answer.encode()))
        case .endService:
            endServiceReceived(header, session, now: now, &events)
        case .endServiceACK:
            if case .ending = state, header.service == .rpc { finish(.acknowledged, &events) }
        case .endServiceNAK:
            guard case .ending = state, header.service == .rpc else { return }
            let refusal = ControlPayload.Refusal(parsing: payload, headerVersion: header.version)
            finish(.refused(reason: refusal.reason, rejectedParams: refusal.rejectedParams), &events)
        case .transportEventUpdate:
            if let update = ControlPayload.TransportEventUpdate(parsing: payload) {
                events.append(.transportEvent(update))
            }
        case .startServiceACK:
            startServiceAnswered(header, session, &events)
        case .startServiceNAK:
            startServiceRefused(header, payload, &events)
        case .startService, .registerSecondaryTransport, .registerSecondaryTransportACK,
            .registerSecondaryTransportNAK, .serviceDataACK, .heartbeatACK:
            break
        }
    }

    private mutating func endServiceReceived(
        _ header: FrameHeader, _ session: Session, now: Duration, _ events: inout [Event]
    ) {
        if header.service == .rpc, case .started = state, answerDeadline != nil {
            postponedEnd = now + configuration.refusalTimeout
            return
        }
        acknowledgeEnd(of: header.service, session, &events)
    }

    /// Does what is due of the protection.
    mutating func protectionTimePassed(_ session: Session, now: Duration, _ events: inout [Event]) {
        if let deadline = postponedEnd, now >= deadline {
            postponedEnd = nil
            answerDeadline = nil
            failProtection(ProtectionFailure(reason: "the head unit ended the session"), &events)
            acknowledgeEnd(of: .rpc, session, &events)
        } else if let deadline = answerDeadline, now >= deadline {
            answerDeadline = nil
            guard case .starting = protection else { return }
            tellFault(.handshakeFailed, session, &events)
            failProtection(ProtectionFailure(code: .handshakeFailed, reason: "not finished in time"), &events)
        }
    }

    private mutating func acknowledgeEnd(of service: ServiceType, _ session: Session, _ events: inout [Event]) {
        let answer = Frame(
            control: .endServiceACK, version: session.headerVersion, service: service, sessionID: session.id,
            messageID: takeMessageID())
        events.append(.send(answer.encode()))
        switch service {
        case .rpc:
            switch state {
            case .started:
                state = .endedByModule(session)
                nextHeartbeat = nil
                events.append(.ended(.endedByModule))
            case .ending:
                finish(.acknowledged, &events)  // both sides had the same thought
            case .idle, .starting, .endedByModule, .closed:
                break
            }
        case .audio, .video:
            events.append(.serviceEnded(service))
        case .control, .bulk:
            break
        }
    }

    // MARK: - Data

    private mutating func dataReceived(
        _ header: FrameHeader, _ payload: ArraySlice<UInt8>, _ session: Session, now: Duration,
        _ events: inout [Event]
    ) {
        switch header.service {
        case .rpc, .bulk:
            var payload = payload
            // A first frame is never encrypted by the rules; some old head units did it all the same.
            if header.isEncrypted, header.type != .first || (payload.count != 8 && isProtected) {
                guard let plain = decrypt(payload, session, &events) else { return }
                payload = plain[...]
            }
            let reading = reader.read(header, payload, now: now)
            report(reading, &events)
        case .control:
            guard header.type == .single else {
                events.append(.fault(.unexpectedFrame(session: header.sessionID, service: .control)))
                return
            }
            securityQueryReceived(payload, session, now: now, &events)
        case .audio, .video:
            events.append(.fault(.unexpectedFrame(session: header.sessionID, service: header.service)))
        }
    }

    func report(_ reading: MessageReader.Reading, _ events: inout [Event]) {
        if let fault = reading.fault { events.append(.fault(fault)) }
        guard let content = reading.content else { return }
        let header = reading.header
        events.append(
            .message(
                SessionMessage(
                    sessionID: header.sessionID, isKnownSession: true, headerVersion: header.version,
                    service: header.service, isEncrypted: header.isEncrypted, content: content)))
    }
}
