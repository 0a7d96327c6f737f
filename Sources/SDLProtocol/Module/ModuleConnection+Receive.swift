// From a frame to a message, a service or a control frame.

extension ModuleConnection {
    mutating func frameReceived(
        _ header: FrameHeader, _ payload: ArraySlice<UInt8>, now: Duration, _ registry: inout SessionRegistry,
        _ events: inout [Event]
    ) {
        if configuration.faultPolicy == .asCore { giveUpLateMessages(now: now, &events) }
        let isMedia = header.service == .audio || header.service == .video
        if let index = sessions.index(forKey: header.sessionID) {
            sessions.values[index].noteSignOfLife(now: now, timeout: configuration.heartbeatTimeout)
            if !isMedia, sessions.values[index].meter.exceeds(at: now) {
                events.append(.send(endServiceFrame(of: header.sessionID, .rpc, &registry)))
                end(header.sessionID, .flood, &registry, &events)
                return
            }
        } else if !isMedia, isFloodOfStrangers(header, now: now, &registry, &events) {
            return
        }
        switch header.type {
        case .control:
            controlReceived(header, Array(payload), now: now, &registry, &events)
        case .single, .first, .consecutive:
            dataReceived(header, payload, now: now, &registry, &events)
        }
    }

    /// Counts a frame without a session of this connection; deals with too many.
    private mutating func isFloodOfStrangers(
        _ header: FrameHeader, now: Duration, _ registry: inout SessionRegistry, _ events: inout [Event]
    ) -> Bool {
        if header.sessionID == 0 {
            guard noSessionMeter.exceeds(at: now) else { return false }
            endAll(.flood, &registry, &events)
            close(.flood, &events)
            return true
        }
        guard unknownSessionMeter.exceeds(at: now) else { return false }
        events.append(.fault(.unknownSessionFlood))
        return true
    }

    private mutating func dataReceived(
        _ header: FrameHeader, _ payload: ArraySlice<UInt8>, now: Duration, _ registry: inout SessionRegistry,
        _ events: inout [Event]
    ) {
        var payload = payload
        // A first frame is never encrypted; some apps copy the bit all the same.
        if header.isEncrypted,
            header.type != .first || (payload.count != 8 && sessions[header.sessionID]?.channel != nil)
        {
            guard let plain = decrypt(payload, header, &registry, &events) else { return }
            payload = plain[...]
        }
        switch header.service {
        case .rpc, .bulk:
            let reading = reader.read(header, payload, now: now)
            report(reading, &events)
        case .audio, .video:
            guard case .running = sessions[header.sessionID]?[header.service] else {
                events.append(.fault(.unexpectedFrame(session: header.sessionID, service: header.service)))
                return
            }
            switch header.service {
            case .audio: sessions[header.sessionID]?.audioTraffic.add(payload.count)
            case .video: sessions[header.sessionID]?.videoTraffic.add(payload.count)
            case .control, .rpc, .bulk: break
            }
            events.append(
                .mediaFrame(session: header.sessionID, service: header.service, byteCount: payload.count))
        case .control:
            guard header.type == .single, sessions[header.sessionID] != nil else {
                events.append(.fault(.unexpectedFrame(session: header.sessionID, service: .control)))
                return
            }
            securityQueryReceived(header, payload, now: now, &registry, &events)
        }
    }

    mutating func giveUpLateMessages(now: Duration, _ events: inout [Event]) {
        for reading in reader.giveUpLate(now: now) { report(reading, &events) }
    }

    private func report(_ reading: MessageReader.Reading, _ events: inout [Event]) {
        if let fault = reading.fault { events.append(.fault(fault)) }
        guard let content = reading.content else { return }
        let header = reading.header
        events.append(
            .message(
                SessionMessage(
                    sessionID: header.sessionID, isKnownSession: sessions[header.sessionID] != nil,
                    headerVersion: header.version, service: header.service, isEncrypted: header.isEncrypted,
                    content: content)))
    }
}
