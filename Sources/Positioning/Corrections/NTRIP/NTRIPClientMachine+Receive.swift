internal import GNSS
internal import NMEA
internal import RTCM

extension NTRIPClientMachine {
    /// Bytes came; while TLS is being established, bytes that are not TLS.
    public mutating func received(_ bytes: [UInt8], now: Duration) -> [Action] {
        status.bytesIn += bytes.count
        switch phase {
        case .idle, .waitingForPosition, .connecting, .backingOff, .over:
            return []
        case .securing:
            return fail(
                NTRIPFailure(.wrongProtocol, text: NTRIPFailure.text(of: bytes), hint: Self.plainHint), now: now)
        case .tunnelling(let head, let deadline):
            return tunnel(head + bytes, deadline: deadline, now: now)
        case .handshaking(var parser, let deadline):
            let events = parser.append(bytes, now: now)
            phase = .handshaking(parser, deadline: deadline)
            return take(events, parser: parser, now: now)
        case .table(let table):
            return takeTable(bytes, table, now: now)
        case .streaming(let session):
            return takeStream(bytes, session: session, now: now)
        }
    }

    /// Events of the reply parser, which is kept as long as it has not decided.
    mutating func take(_ events: [NTRIPReplyEvent], parser: NTRIPReplyParser, now: Duration) -> [Action] {
        var actions: [Action] = []
        for event in events {
            switch event {
            case .reply(let reply):
                actions += take(reply, parser: parser, now: now)
            case .body(let bytes):
                switch phase {
                case .streaming(let session): actions += takeStreamBody(bytes, session: session, now: now)
                case .table(let table): actions += takeTable(bytes, table, now: now)
                case .idle, .waitingForPosition, .connecting, .tunnelling, .securing, .handshaking, .backingOff, .over:
                    break
                }
            }
        }
        return actions
    }

    private mutating func take(_ reply: NTRIPReply, parser: NTRIPReplyParser, now: Duration) -> [Action] {
        let isTable = configuration.address.mountpoint.isEmpty
        switch reply {
        case .refused(var failure):
            if failure.hint == nil, !configuration.address.isSecure {
                switch failure.kind {
                case .wrongProtocol: failure.hint = "check host and port, and whether TLS is wanted (ntrips://)"
                case .closedWithoutAByte: failure.hint = "or the port wants TLS (ntrips://)"
                default: break
                }
            }
            return fail(failure, now: now)
        case .sourceTable(let version, let isChunked):
            knownVersion = version
            status.version = version
            guard isTable else {
                return fail(
                    NTRIPFailure(
                        .mountpointUnknown, hint: "the caster sent its table instead; look the name up there"), now: now
                )
            }
            tail = parser.isTail ? parser : nil
            phase = .table(
                TableSession(
                    body: NTRIPBody(isChunked: isChunked), pauseEnd: now + configuration.times.firstData,
                    end: now + max(configuration.times.table, configuration.times.firstData)))
            return []
        case .stream(let version, let isChunked):
            if isTable { return fail(NTRIPFailure(.refused, text: "a stream instead of the table"), now: now) }
            if let version { knownVersion = version }
            status.version = version
            status.isChunked = isChunked
            tail = parser.isTail ? parser : nil
            phase = .streaming(Session(body: NTRIPBody(isChunked: isChunked), began: now))
            upstream?.restart()
            if upstream == nil { explanation = nil }
            return enter(.waitingForData) + sendDuePosition(now: now)
        }
    }

    // MARK: Proxy

    private mutating func tunnel(_ head: [UInt8], deadline: Duration, now: Duration) -> [Action] {
        guard let end = HTTPHeaders.headEnd(head) else {
            guard head.count > NTRIPReplyParser.headLimit else {
                phase = .tunnelling(head: head, deadline: deadline)
                return []
            }
            return fail(NTRIPFailure(.proxy, text: "its reply is too long"), now: now)
        }
        let line = head.prefix { $0 != 0x0D && $0 != 0x0A }
        let words = String(lenient: Array(line)).split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[0].hasPrefix("HTTP/"), let code = Int(words[1]) else {
            return fail(NTRIPFailure(.proxy, text: "that is no proxy"), now: now)
        }
        guard 200...299 ~= code else {
            let text = words.count > 2 ? NTRIPFailure.text(of: words[2].utf8) : ""
            let hint = code == 407 ? "the proxy wants a login" : nil
            return fail(NTRIPFailure(.proxy, text: text, status: code, hint: hint), now: now)
        }
        let actions = secureOrAsk(now: now)
        let rest = Array(head[end...])
        guard !rest.isEmpty, case .handshaking = phase else { return actions }
        // A caster does not speak first, but what it says is the answer.
        status.bytesIn -= rest.count
        return actions + received(rest, now: now)
    }

    // MARK: Table

    private mutating func takeTable(_ bytes: [UInt8], _ table: TableSession, now: Duration) -> [Action] {
        var table = table
        let isOver = table.reader.append(table.body.append(throughTail(bytes, now: now)))
        table.pauseEnd = now + configuration.times.firstData
        phase = .table(table)
        return isOver || table.body.end != .open ? deliver(table.reader.finish(), cutBy: nil) : []
    }

    /// The table with what was held back of it, when nothing more comes.
    ///
    /// - Parameter failure: Why nothing more comes; nil when the caster closed, which is how old ones end a table.
    mutating func endTable(_ table: TableSession, cutBy failure: NTRIPFailure?, now: Duration) -> [Action] {
        var table = table
        if var parser = tail { _ = table.reader.append(table.body.append(Self.bodies(parser.finish()))) }
        tail = nil
        return deliver(table.reader.finish(), cutBy: failure)
    }

    private mutating func deliver(_ table: SourceTable, cutBy failure: NTRIPFailure?) -> [Action] {
        phase = .over
        return [.close, .table(table)] + enter(failure.map { .failed($0) } ?? .finished)
    }

    // MARK: Stream

    private mutating func takeStream(_ bytes: [UInt8], session: Session, now: Duration) -> [Action] {
        takeStreamBody(throughTail(bytes, now: now), session: session, now: now)
    }

    /// Bytes behind a reply whose last line end is not certain yet.
    private mutating func throughTail(_ bytes: [UInt8], now: Duration) -> [UInt8] {
        guard var parser = tail else { return bytes }
        let events = parser.append(bytes, now: now)
        tail = parser.isTail ? parser : nil
        return Self.bodies(events)
    }

    static func bodies(_ events: [NTRIPReplyEvent]) -> [UInt8] {
        events.flatMap { event in
            if case .body(let bytes) = event { bytes } else { [UInt8]() }
        }
    }

    mutating func takeStreamBody(_ wire: [UInt8], session: Session, now: Duration) -> [Action] {
        guard !wire.isEmpty else { return [] }
        var session = session
        let bytes = session.body.append(wire)
        session.byteCount += wire.count
        session.lastBytes = now
        var actions: [Action] = []
        switch configuration.payload {
        case .any:
            if !bytes.isEmpty {
                session.noteGood(now: now)
                actions.append(.bytes(bytes))
            }
        case .rtcm3:
            actions += pass(session.framer.append(bytes), session: &session, now: now)
            session.flushes = session.framer.pendingByteCount > 0 ? now + .milliseconds(500) : nil
        }
        let end = session.body.end
        phase = .streaming(session)
        if session.lastGood == now {
            explanation = nil
            actions += enter(.streaming)
        }
        switch end {
        case .open: return actions
        case .complete: return actions + passRest(of: session, now: now) + fail(NTRIPFailure(.ended), now: now)
        case .invalid: return actions + passRest(of: session, now: now) + fail(NTRIPFailure(.badChunk), now: now)
        }
    }

    /// Good frames behind a false preamble, when nothing more comes.
    mutating func passRest(of session: Session, now: Duration) -> [Action] {
        guard case .streaming = phase else { return [] }
        var session = session
        let actions = pass(session.framer.finish(), session: &session, now: now)
        phase = .streaming(session)
        return actions
    }

    mutating func pass(_ frames: [RTCMFrame], session: inout Session, now: Duration) -> [Action] {
        guard !frames.isEmpty else { return [] }
        for frame in frames {
            guard case .observations(let header) = status.statistics.add(frame, now: now) else { continue }
            let clock = rover.corrected(utcAtZero.adding(now))
            let leapSeconds = status.statistics.leapSeconds ?? Self.leapSeconds
            if let delay = header.epoch.delay(at: clock, leapSeconds: leapSeconds) { status.epochDelay = delay }
        }
        session.noteGood(now: now)
        return [.frames(frames)]
    }
}

extension NTRIPClientMachine {
    /// GPS time minus UTC since 2017, as long as no station tells it.
    static let leapSeconds = 18

    /// What the receiver's positions tell beyond what goes up.
    struct Rover: Sendable {
        /// Where it was last.
        private(set) var place: GeodeticCoordinate?
        /// The receiver's clock minus the system's, where they differ by more than what a position takes to arrive.
        private var clockError = Duration.zero

        /// The difference of the clocks by the position that arrived soonest after its own time, and when that was.
        private var soonest: (difference: Duration, time: Duration)?
        private var lastTime: TimeOfDay?

        /// Takes a position; returns how much later it came than the soonest of the last minute.
        ///
        /// What comes later than others by the same amount for a minute tells another time, and is not late.
        mutating func take(_ sentence: GGA, clock: UTCTime, now: Duration) -> Duration {
            guard let quality = sentence.quality, quality != .none else { return .zero }
            place = sentence.position?.coordinate ?? place
            // What is told again says nothing about clocks.
            guard let time = sentence.time, time != lastTime else { return .zero }
            lastTime = time
            let difference = Duration.nanoseconds(time.nanoseconds(since: clock.timeOfDay))
            if let soonest, difference < soonest.difference, now - soonest.time <= .seconds(60) {
                return soonest.difference - difference
            }
            soonest = (difference, now)
            clockError = abs(difference / .seconds(1)) > 5 ? difference : .zero
            return .zero
        }

        func corrected(_ clock: UTCTime) -> UTCTime { clock.adding(clockError) }
    }
}

extension NTRIPClientMachine.Session {
    mutating func noteGood(now: Duration) {
        firstGood = firstGood ?? now
        lastGood = now
    }
}

extension NTRIPReplyParser {
    /// Whether lines of the reply may still come although its meaning is known.
    var isTail: Bool {
        switch state {
        case .icyTail, .tableHead: true
        case .firstLine, .headers, .untyped, .refusalText, .body, .over: false
        }
    }
}
