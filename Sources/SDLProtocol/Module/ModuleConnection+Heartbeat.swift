// The watch over silent apps begins with an app's first heartbeat (protocol 3 and later).

extension ModuleConnection {
    mutating func heartbeatReceived(_ header: FrameHeader, now: Duration, _ events: inout [Event]) {
        guard let session = sessions[header.sessionID], session.version.major >= 3, header.version >= 3 else { return }
        if configuration.heartbeatTimeout > .zero {
            sessions[header.sessionID]?.heartbeat = .watching(deadline: now + configuration.heartbeatTimeout)
        }
        let answer = Frame(
            control: .heartbeatACK, version: header.version, service: .control, sessionID: header.sessionID,
            messageID: header.messageID)
        events.append(.send(answer.encode()))
    }

    mutating func checkHeartbeat(
        of id: UInt8, now: Duration, _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        guard let session = sessions[id] else { return }
        switch session.heartbeat {
        case .off:
            break
        case .watching(let deadline):
            guard now >= deadline else { return }
            sessions[id]?.heartbeat = .asked(deadline: now + configuration.heartbeatTimeout)
            let question = Frame(
                control: .heartbeat, version: session.headerVersion, service: .control, sessionID: id,
                messageID: registry.nextMessageID(session: id, connection: number))
            events.append(.send(question.encode()))
        case .asked(let deadline):
            guard now >= deadline else { return }
            events.append(.send(endServiceFrame(of: id, .rpc, &registry)))
            end(id, .heartbeatLost, &registry, &events)
        }
    }
}
