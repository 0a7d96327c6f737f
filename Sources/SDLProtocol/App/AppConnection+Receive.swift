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
        guard let info = header.controlInfo else { return }
        switch info {
        case .heartbeat:
            let answer = Frame(
                control: .heartbeatACK, version: session.headerVersion, service: .control, sessionID: session.id,
                messageID: header.messageID)
            events.append(.send(answer.encode()))
        case .endService:
            endServiceReceived(header, session, &events)
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
        case .startService, .startServiceACK, .startServiceNAK, .registerSecondaryTransport,
            .registerSecondaryTransportACK, .registerSecondaryTransportNAK, .serviceDataACK, .heartbeatACK:
            break
        }
    }

    private mutating func endServiceReceived(_ header: FrameHeader, _ session: Session, _ events: inout [Event]) {
        let answer = Frame(
            control: .endServiceACK, version: session.headerVersion, service: header.service, sessionID: session.id,
            messageID: takeMessageID())
        events.append(.send(answer.encode()))
        switch header.service {
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
            events.append(.serviceEnded(header.service))
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
            if header.isEncrypted, header.type != .first {
                events.append(.fault(.security(.serviceNotProtected)))
            } else {
                let reading = reader.read(header, payload, now: now)
                report(reading, &events)
            }
        case .control:
            guard header.type == .single else {
                events.append(.fault(.unexpectedFrame(session: header.sessionID, service: .control)))
                return
            }
            securityQueryReceived(payload, session, &events)
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
                    service: header.service, content: content)))
    }

    /// A handshake is answered by "not supported": this app has no TLS.
    private mutating func securityQueryReceived(
        _ payload: ArraySlice<UInt8>, _ session: Session, _ events: inout [Event]
    ) {
        let code: SecurityErrorCode
        var number: UInt32 = 0
        do throws(SecurityErrorCode) {
            let query = try SecurityQuery(parsing: payload)
            if query.identifier == .internalError {
                events.append(.fault(.security(query.faultCode ?? .unknownInternalError)))
                return
            }
            code = .notSupported
            number = query.sequenceNumber
        } catch {
            code = error
        }
        events.append(.fault(.security(code)))
        let frame = Frame(
            header: FrameHeader(
                version: session.headerVersion, type: .single, service: .control, sessionID: session.id,
                messageID: takeMessageID()),
            payload: SecurityQuery(fault: code, sequenceNumber: number).encode())
        events.append(.send(frame.encode()))
    }
}
