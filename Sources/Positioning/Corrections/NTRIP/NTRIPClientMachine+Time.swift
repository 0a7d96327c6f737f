internal import RTCM

extension NTRIPClientMachine {
    /// When to call ``advance(to:)`` if nothing comes before; nil when time alone changes nothing.
    public func deadline(now: Duration) -> Duration? {
        switch phase {
        case .idle, .waitingForPosition, .over: nil
        case .connecting(let deadline), .tunnelling(_, let deadline), .securing(let deadline): deadline
        case .handshaking(let parser, let deadline): min(parser.deadline ?? deadline, deadline)
        case .table(let table): min(tail?.deadline ?? table.deadline, table.deadline)
        case .backingOff(let until): until
        case .streaming(let session):
            [
                watchdog(session), session.flushes, tail?.deadline, upstream?.nextTime(now: now), degrading(session),
                explaining(session), losing,
            ].compactMap { $0 }.min()
        }
    }

    /// Tells that time has passed.
    public mutating func advance(to now: Duration) -> [Action] {
        switch phase {
        case .idle, .waitingForPosition, .over:
            return []
        case .connecting(let deadline):
            return now < deadline ? [] : fail(NTRIPFailure(.connectTimeout), now: now)
        case .tunnelling(_, let deadline):
            return now < deadline ? [] : fail(NTRIPFailure(.proxy, text: "no answer in time"), now: now)
        case .securing(let deadline):
            guard now >= deadline else { return [] }
            return fail(NTRIPFailure(.handshake, text: "no answer in time", hint: Self.plainHint), now: now)
        case .handshaking(var parser, let deadline):
            let events = parser.advance(to: now)
            phase = .handshaking(parser, deadline: deadline)
            let actions = take(events, parser: parser, now: now)
            guard case .handshaking = phase, now >= deadline else { return actions }
            return actions + fail(NTRIPFailure(.replyTimeout), now: now)
        case .table(let table):
            if now >= table.deadline {
                let words = "the table was cut off after \(table.reader.byteCount) bytes"
                return endTable(table, cutBy: NTRIPFailure(.silence, text: words), now: now)
            }
            return releaseTail(now: now)
        case .backingOff(let until):
            return now < until ? [] : attempt(now: now)
        case .streaming:
            return advanceStream(now: now)
        }
    }

    /// Bytes that were held because they could have become a header line are data now.
    private mutating func releaseTail(now: Duration) -> [Action] {
        guard var parser = tail, let deadline = parser.deadline, now >= deadline else { return [] }
        let bytes = Self.bodies(parser.advance(to: now))
        tail = nil
        return bytes.isEmpty ? [] : receivedBody(bytes, now: now)
    }

    private mutating func receivedBody(_ bytes: [UInt8], now: Duration) -> [Action] {
        status.bytesIn -= bytes.count  // counted when they came
        return received(bytes, now: now)
    }

    private mutating func advanceStream(now: Duration) -> [Action] {
        var actions = releaseTail(now: now)
        guard case .streaming(var session) = phase else { return actions }
        if let flush = session.flushes, now >= flush {
            session.flushes = nil
            actions += pass(session.framer.flush(), session: &session, now: now)
            phase = .streaming(session)
            if session.lastGood == now { actions += enter(.streaming) }
        }
        actions += sendDuePosition(now: now)
        if let limit = watchdog(session), now >= limit { return actions + fail(silence(session), now: now) }
        if let limit = degrading(session), now >= limit {
            explanation = "bytes come, but no good RTCM 3 frame among them"
            actions += enter(.degraded)
        }
        if let limit = losing, now >= limit, let age = upstream?.maximumAge {
            positionLoss = "no position for \(age.components.seconds) s: nothing goes up"
        }
        if let limit = explaining(session), now >= limit {
            session.isExplained = true
            phase = .streaming(session)
            explanation = positionHint
        }
        return actions
    }

    /// When the user is told why an accepted stream may be silent.
    private func explaining(_ session: Session) -> Duration? {
        session.byteCount == 0 && !session.isExplained ? session.began + .seconds(10) : nil
    }

    /// When the user is told that the newest position has become too old to go up.
    private var losing: Duration? {
        positionLoss == nil ? upstream?.expiry.map { $0 + .milliseconds(1) } : nil
    }

    /// When the stream counts as dead.
    private func watchdog(_ session: Session) -> Duration? {
        guard let lastGood = session.lastGood else {
            return session.firstPosition.map { $0 + configuration.times.firstDataWithPosition }
                ?? session.began + configuration.times.firstData
        }
        return configuration.times.silence > .zero ? lastGood + configuration.times.silence : nil
    }

    /// When bytes without a good frame become a state of their own.
    private func degrading(_ session: Session) -> Duration? {
        guard configuration.payload == .rtcm3, state != .degraded, let lastBytes = session.lastBytes else { return nil }
        let lastGood = session.lastGood ?? session.began
        return lastBytes > lastGood ? lastGood + .seconds(5) : nil
    }

    private func silence(_ session: Session) -> NTRIPFailure {
        if session.lastGood != nil { return NTRIPFailure(.silence) }
        if session.byteCount > 0 {
            return NTRIPFailure(.noData, hint: "\(session.byteCount) bytes came, but no RTCM 3 frame among them")
        }
        return NTRIPFailure(.noData, hint: positionHint)
    }
}
