// Opening sessions and services, and the negotiation of the version.

extension ModuleConnection {
    /// The payload of a StartService that may wait, in bytes; those of real apps have less than 100.
    static let waitingPayloadLimit = 1024

    mutating func startServiceReceived(
        _ header: FrameHeader, _ payload: [UInt8], _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        switch header.service {
        case .rpc where header.sessionID == 0:
            if header.isEncrypted {
                refuse(
                    .startServiceNAK, header, reason: "A new session cannot start with a protected service",
                    &registry, &events)
            } else if isReady {
                openSession(header, payload, &registry, &events)
            } else if waiting.count < ModuleConnection.waitingLimit, payload.count <= Self.waitingPayloadLimit {
                waiting.append(Frame(header: header, payload: payload))
            } else {
                refuse(.startServiceNAK, header, reason: "The head unit is not ready", &registry, &events)
            }
        case .rpc, .audio, .video:
            startServiceOfSession(header, payload, &registry, &events)
        case .control, .bulk:
            refuseStart(header, payload, &registry, &events)
        }
    }

    // MARK: - New sessions

    mutating func openSession(
        _ header: FrameHeader, _ payload: [UInt8], _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        guard let negotiated = negotiate(header, payload) else {
            refuse(
                .startServiceNAK, header, rejectedParams: ["protocolVersion"], reason: nil, &registry, &events)
            return
        }
        guard let id = registry.open(connection: number) else {
            refuse(.startServiceNAK, header, reason: "All session ids are in use", &registry, &events)
            return
        }
        let headerVersion = UInt8(clamping: negotiated.version.major)
        let session = ModuleSession(
            version: negotiated.version, headerVersion: headerVersion, hashID: makeHash(session: id),
            meter: FrequencyMeter(limit: configuration.frameLimit))
        sessions[id] = session
        decoder.knownSessions?.insert(id)
        let answer = acknowledgement(of: session, namesVehicle: negotiated.namesVehicle)
        let frame = Frame(
            control: .startServiceACK, version: headerVersion, service: .rpc, sessionID: id,
            messageID: registry.nextMessageID(session: id, connection: number),
            payload: answer.encode(
                headerVersion: headerVersion, vehicleValueLimit: configuration.vehicleValueLimit))
        events.append(.send(frame.encode()))
        events.append(
            .sessionStarted(session: id, version: negotiated.version, headerVersion: headerVersion))
    }

    /// The version of a new session, and whether the app has shown that it knows the vehicle's keys.
    ///
    /// - Returns: nil if the app names a version that is none, or one below 5.
    private func negotiate(
        _ header: FrameHeader, _ payload: [UInt8]
    ) -> (version: ProtocolVersion, namesVehicle: Bool)? {
        let own = configuration.maximumVersion
        guard own.major >= 5 else { return (ProtocolVersion(own.major, 0, 0), false) }
        let request = ControlPayload.StartService(parsing: payload)
        if request.document != nil {
            guard let version = request.protocolVersion.flatMap({ ProtocolVersion(parsing: $0) }), version.major >= 5
            else { return nil }
            return (min(version, own), true)
        }
        return header.version >= 5 ? (own, false) : (ProtocolVersion(4, 0, 0), false)
    }

    private func acknowledgement(of session: ModuleSession, namesVehicle: Bool) -> ControlPayload.StartServiceACK {
        var answer = ControlPayload.StartServiceACK(hashID: session.hashID)
        guard session.headerVersion >= 5 else { return answer }
        answer.protocolVersion = session.version.description
        answer.mtu = Int64(configuration.receiveLimits.version5)
        if session.version >= ProtocolVersion(5, 1, 0), let transports = configuration.secondaryTransports {
            answer.secondaryTransports = transports
            answer.audioServiceTransports = configuration.audioServiceTransports
            answer.videoServiceTransports = configuration.videoServiceTransports
        }
        if session.version >= ProtocolVersion(5, 2, 0) { answer.authToken = configuration.authToken }
        if namesVehicle, session.version >= ProtocolVersion(5, 4, 0), let vehicle { answer.vehicle = vehicle }
        return answer
    }

    private func makeHash(session: UInt8) -> UInt32 {
        let plain = UInt32(truncatingIfNeeded: number) &+ UInt32(session) << 16
        switch configuration.hashRule {
        case .connectionAndSession:
            return plain
        case .generated(let draw):
            // Two forbidden values in four billion: a generator that gives eight of them is broken.
            for _ in 0..<8 {
                let hash = draw()
                if hash != 0, hash != 0xFFFF_0000 { return hash }
            }
            return plain
        }
    }

    // MARK: - Services of a session

    private mutating func startServiceOfSession(
        _ header: FrameHeader, _ payload: [UInt8], _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        let id = header.sessionID
        guard let session = sessions[id] else {
            refuseStart(header, payload, &registry, &events)
            return
        }
        let request = ServiceRequest(
            session: id, service: header.service, isEncrypted: header.isEncrypted, headerVersion: header.version,
            video: ControlPayload.StartService(parsing: payload).video)
        if header.service == .rpc {
            guard header.isEncrypted, session.protection == nil, !session.isProtected(.rpc) else {
                refuseStart(header, payload, &registry, &events)
                return
            }
            sessions[id]?.protection = request
        } else {
            guard case .closed = session[header.service], session.version.major >= 3, header.version >= 3 else {
                refuseStart(header, payload, &registry, &events)
                return
            }
            sessions[id]?[header.service] = .requested(request)
        }
        events.append(.serviceRequested(request))
    }

    /// Refuses to start a service, for a reason that lies in the session.
    private func refuseStart(
        _ header: FrameHeader, _ payload: [UInt8], _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        let kind = header.isEncrypted ? "a protected" : "an unprotected"
        let service = header.service.rawValue
        let requested = ControlPayload.StartService(parsing: payload).protocolVersion
            .flatMap { ProtocolVersion(parsing: $0) }
        var reason: String?
        if let session = sessions[header.sessionID] {
            switch (header.service, session[header.service]) {
            case (.rpc, _), (.bulk, _), (.audio, .running), (.video, .running):
                let present = session.isProtected(header.service) ? "a protected" : "an unprotected"
                reason = "Session \(header.sessionID) already has \(present) service of type \(service)"
            case (.audio, .requested), (.video, .requested):
                reason = "Session \(header.sessionID) is already starting a service of type \(service)"
            case (.audio, .closed), (.video, .closed):
                reason = "Services of type \(service) need protocol 3"
            case (.control, _):
                reason = "Services of type \(service) are not started"
            }
        } else if header.sessionID != 0 {
            reason = "Session \(header.sessionID) not found for connection \(number)"
        }
        refuse(
            .startServiceNAK, header, reason: reason.map { "Cannot start \(kind) service of type \(service). \($0)" },
            requested: requested, &registry, &events)
    }
}
