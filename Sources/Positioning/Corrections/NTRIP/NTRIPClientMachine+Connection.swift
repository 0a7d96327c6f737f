public import Transport

extension NTRIPClientMachine {
    /// The connection is open.
    public mutating func connected(now: Duration) -> [Action] {
        guard case .connecting = phase else { return [] }
        guard let proxy = configuration.proxy else { return secureOrAsk(now: now) }
        phase = .tunnelling(head: [], deadline: now + configuration.times.secure)
        return send(NTRIPRequest.connect(configuration.address, proxy: proxy, agent: configuration.agent))
    }

    /// The connection could not be opened.
    public mutating func connectFailed(_ error: TransportError, now: Duration) -> [Action] {
        guard case .connecting = phase else { return [] }
        let kind: NTRIPFailure.Kind =
            switch error.kind {
            case .unknownHost: .unknownHost
            case .timedOut: .connectTimeout
            case .system, .invalidAddress, .closed, .cancelled, .untrusted, .tls: .connection
            }
        return fail(NTRIPFailure(kind, text: error.description), now: now)
    }

    /// TLS is established.
    public mutating func secured(now: Duration) -> [Action] {
        guard case .securing = phase else { return [] }
        return ask(now: now)
    }

    /// TLS was refused, by this side or the other.
    public mutating func securingFailed(_ error: TransportError, now: Duration) -> [Action] {
        guard case .securing = phase else { return [] }
        if error.kind == .untrusted { return fail(NTRIPFailure(.security, text: error.description), now: now) }
        return fail(NTRIPFailure(.handshake, text: error.description, hint: Self.plainHint), now: now)
    }

    /// The caster, or the network, closed the connection.
    public mutating func closed(_ closure: StreamClosure, now: Duration) -> [Action] {
        let text: String
        switch closure {
        case .endOfStream: text = ""
        case .failed(let error): text = error.description
        case .slowPeer: text = "the caster does not read"
        }
        switch phase {
        case .idle, .waitingForPosition, .backingOff, .over:
            return []
        case .connecting:
            return fail(NTRIPFailure(.connection, text: text), now: now)
        case .tunnelling:
            return fail(NTRIPFailure(.proxy, text: text.isEmpty ? "closed" : text), now: now)
        case .securing:
            let words = text.isEmpty ? "closed during the TLS handshake" : text
            return fail(NTRIPFailure(.handshake, text: words, hint: Self.plainHint), now: now)
        case .handshaking(var parser, _):
            let actions = take(parser.finish(), parser: parser, now: now)
            // A reply may have been decided by the end; then what follows is decided as for that phase.
            if case .handshaking = phase {
                return actions + fail(NTRIPFailure(.closedWithoutAByte, text: text), now: now)
            }
            return actions + closed(closure, now: now)
        case .table(let table):
            guard case .endOfStream = closure else {
                return endTable(table, cutBy: NTRIPFailure(.ended, text: text), now: now)
            }
            return endTable(table, cutBy: nil, now: now)
        case .streaming(let session):
            let actions = passRest(of: session, now: now)
            return actions + fail(ending(session, text: text), now: now)
        }
    }

    static let plainHint = "the port may speak no TLS: try ntrip:// instead of ntrips://"

    private func ending(_ session: Session, text: String) -> NTRIPFailure {
        guard session.byteCount == 0 else { return NTRIPFailure(.ended, text: text) }
        return NTRIPFailure(.acceptedThenClosed, text: text, hint: positionHint)
    }

    /// Why a stream may stay silent.
    var positionHint: String? {
        guard let upstream else {
            return "the caster may wait for your position: send one up (GGA)"
        }
        return upstream.sentCount == 0
            ? "no position was sent yet: the receiver has none that may go up"
            : "your position may lie outside the service's area"
    }

    mutating func secureOrAsk(now: Duration) -> [Action] {
        guard configuration.address.isSecure else { return ask(now: now) }
        phase = .securing(deadline: now + configuration.times.secure)
        return [.secure(serverName: configuration.address.host)]
    }

    private mutating func ask(now: Duration) -> [Action] {
        let version = requestVersion
        let isUncertain = configuration.version == .automatic && knownVersion == nil
        let limit = isUncertain ? min(configuration.times.reply, .seconds(10)) : configuration.times.reply
        phase = .handshaking(NTRIPReplyParser(), deadline: now + limit)
        let isTable = configuration.address.mountpoint.isEmpty
        let position = version == .two && !isTable ? upstream?.forHeader(now: now) : nil
        let request = NTRIPRequest.bytes(
            configuration.address, version: version, agent: configuration.agent, position: position)
        return enter(.handshaking) + send(request)
    }

    mutating func send(_ bytes: [UInt8]) -> [Action] {
        status.bytesOut += bytes.count
        return [.send(bytes)]
    }

    mutating func sendDuePosition(now: Duration) -> [Action] {
        guard let sentence = upstream?.due(now: now) else { return [] }
        status.bytesOut += sentence.count
        if case .streaming(var session) = phase, session.firstPosition == nil {
            session.firstPosition = now
            phase = .streaming(session)
        }
        return [.sendPosition(sentence)]
    }

    /// The driver did not send a position, since the connection was busy with what came before.
    public mutating func positionDropped(byteCount: Int) {
        status.bytesOut -= byteCount
        upstream?.uncount()
    }
}
