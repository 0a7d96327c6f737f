// Control frames of an app and their answers. An answer has the version of the request's header.

extension ModuleConnection {
    mutating func controlReceived(
        _ header: FrameHeader, _ payload: [UInt8], now: Duration, _ registry: inout SessionRegistry,
        _ events: inout [Event]
    ) {
        guard let info = header.controlInfo else { return }
        switch info {
        case .heartbeat:
            heartbeatReceived(header, now: now, &events)
        case .startService:
            startServiceReceived(header, payload, &registry, &events)
        case .endService:
            endServiceReceived(header, payload, &registry, &events)
        case .registerSecondaryTransport:
            secondaryTransportReceived(header, &registry, &events)
        case .startServiceACK, .startServiceNAK, .endServiceACK, .endServiceNAK, .registerSecondaryTransportACK,
            .registerSecondaryTransportNAK, .transportEventUpdate, .serviceDataACK, .heartbeatACK:
            break  // an app says these only in answer to what is never asked, or not at all
        }
    }

    // MARK: - EndService

    private mutating func endServiceReceived(
        _ header: FrameHeader, _ payload: [UInt8], _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        let id = header.sessionID
        guard let session = sessions[id] else {
            // No answer; but sdl_core was seen to use up a message id.
            if configuration.faultPolicy == .asCore {
                _ = registry.nextMessageID(session: id, connection: number)
            }
            return
        }
        switch header.service {
        case .rpc:
            guard isHashRight(header, payload, of: session) else {
                refuse(
                    .endServiceNAK, header, rejectedParams: ["hashId"], reason: "Wrong hash_id for session \(id)",
                    &registry, &events)
                return
            }
            acknowledgeEnd(header, &registry, &events)
            end(id, .endService, &registry, &events)
        case .audio, .video:
            guard case .running = session[header.service] else {
                refuseEnd(header, &registry, &events)
                return
            }
            sessions[id]?[header.service] = .closed
            acknowledgeEnd(header, &registry, &events)
            events.append(.serviceEnded(session: id, service: header.service))
        case .control, .bulk:
            refuseEnd(header, &registry, &events)
        }
    }

    private func isHashRight(_ header: FrameHeader, _ payload: [UInt8], of session: ModuleSession) -> Bool {
        let isCore = configuration.faultPolicy == .asCore
        if header.version < 2 { return isCore }  // sdl_core does not ask version 1 for a hash
        let given = ControlPayload.EndService(parsing: payload, headerVersion: header.version, onlyInt32: isCore)
        // sdl_core takes 0 in a document for an app that knows no hashes.
        if isCore, header.version >= 5, given.hashID == 0 { return true }
        return given.hashID == session.hashID
    }

    private func acknowledgeEnd(_ header: FrameHeader, _ registry: inout SessionRegistry, _ events: inout [Event]) {
        let frame = Frame(
            control: .endServiceACK, version: header.version, service: header.service, sessionID: header.sessionID,
            messageID: registry.nextMessageID(session: header.sessionID, connection: number))
        events.append(.send(frame.encode()))
        registry.serviceEnded(session: header.sessionID, connection: number)
    }

    private func refuseEnd(_ header: FrameHeader, _ registry: inout SessionRegistry, _ events: inout [Event]) {
        refuse(
            .endServiceNAK, header, reason: "Couldn't remove service \(header.service.rawValue)", &registry, &events)
    }

    // MARK: - Secondary transport

    private func secondaryTransportReceived(
        _ header: FrameHeader, _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        let reason: String
        if header.sessionID == 0 {
            reason = "RegisterSecondaryTransport needs a session ID"
        } else if !registry.isTaken(header.sessionID, connection: number) {
            reason = "RegisterSecondaryTransport session ID was not found"
        } else {
            reason = "RegisterSecondaryTransport session ID has already been registered"
        }
        let frame = Frame(
            control: .registerSecondaryTransportNAK, version: header.version, service: .control,
            sessionID: header.sessionID, messageID: 2,  // whatever the counter says, as sdl_core does
            payload: ControlPayload.Refusal(reason: reason).encode(headerVersion: header.version))
        events.append(.send(frame.encode()))
    }

    // MARK: - Refusals

    /// Sends a NAK; the reason is told from protocol 5.3 on.
    ///
    /// - Parameters:
    ///   - info: Which NAK.
    ///   - header: The header of the request.
    ///   - requested: The version that the request names, where the session has none yet.
    func refuse(
        _ info: ControlFrameInfo, _ header: FrameHeader, rejectedParams: [String] = [], reason: String?,
        requested: ProtocolVersion? = nil, _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        let version = sessions[header.sessionID]?.version ?? requested ?? configuration.maximumVersion
        let told = version >= ProtocolVersion(5, 3, 0) ? reason : nil
        let refusal = ControlPayload.Refusal(rejectedParams: rejectedParams, reason: told)
        let frame = Frame(
            control: info, version: header.version, service: header.service, sessionID: header.sessionID,
            messageID: registry.nextMessageID(session: header.sessionID, connection: number),
            payload: refusal.encode(headerVersion: header.version))
        events.append(.send(frame.encode()))
    }
}
