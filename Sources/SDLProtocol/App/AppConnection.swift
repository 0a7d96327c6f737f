/// The app's end of a transport connection, without I/O: one RPC session.
///
/// Duties: opening and ending the session, the version, frames and their faults, messages of several frames, answers
/// to heartbeats. Not its duties: what an RPC means, connecting, reconnecting, time.
///
/// Bytes, commands and moments go in, ``Event``s come out in the order in which they must be carried out:
/// `idle → starting → started → ending → closed`. It follows the protocol specification 5.4.1 and takes the answers of
/// head units of every version from 1 on.
public struct AppConnection: Sendable {
    /// What must be started before it can be used.
    public struct NotStarted: Error, Sendable, Hashable {}

    enum State: Sendable {
        case idle
        case starting(deadline: Duration)
        case started(Session)
        case ending(Session, deadline: Duration)
        /// The head unit has ended the session; what it still says is passed on.
        case endedByModule(Session)
        case closed
    }

    /// What the app is like.
    public let configuration: Configuration

    var state = State.idle
    var decoder: FrameDecoder
    var reader: MessageReader
    var nextMessageID: UInt32 = 1
    var nextHeartbeat: Duration?
    var protection = Protection.none
    /// Until when the answer to a wish for protection may come; the attempt may have failed before.
    var answerDeadline: Duration?
    /// The head unit ended the session while the service was to be protected; it holds unless the refusal follows.
    var postponedEnd: Duration?

    /// Makes the end of a connection that was just opened.
    ///
    /// - Parameter configuration: What the app is like.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        decoder = FrameDecoder(configuration: FrameDecoder.Configuration(limits: configuration.receiveLimits))
        reader = MessageReader(assembler: MessageAssembler(limits: configuration.assemblerLimits))
    }

    /// The session, from its start until its end.
    public var session: Session? {
        switch state {
        case .started(let session), .ending(let session, _): session
        case .idle, .starting, .endedByModule, .closed: nil
        }
    }

    /// When ``timePassed(now:)`` must be called at the latest; nil if nothing is due.
    public var nextDeadline: Duration? {
        switch state {
        case .idle, .closed:
            return nil
        case .starting(let deadline):
            return deadline
        case .started:
            return [nextHeartbeat, reader.assembler.nextDeadline, answerDeadline, postponedEnd]
                .compactMap(\.self).min()
        case .ending(_, let deadline):
            return deadline
        case .endedByModule:
            return reader.assembler.nextDeadline
        }
    }

    /// Opens the session: one write of 40 bytes, a frame of version 1 with the own version as its payload.
    ///
    /// - Parameter now: The time.
    public mutating func start(now: Duration) -> [Event] {
        switch state {
        case .idle:
            state = .starting(deadline: now + configuration.startTimeout)
            let payload =
                configuration.version.major >= 5
                ? ControlPayload.StartService(protocolVersion: configuration.version).encode() : []
            let frame = Frame(control: .startService, version: 1, service: .rpc, sessionID: 0, payload: payload)
            return [.send(frame.encode())]
        case .starting, .started, .ending, .endedByModule, .closed:
            return []
        }
    }

    /// Takes bytes that arrived.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, cut in any way.
    ///   - now: The time.
    public mutating func receive(_ bytes: [UInt8], now: Duration) -> [Event] {
        var events: [Event] = []
        if case .closed = state { return events }
        decoder.append(bytes)
        while let item = decoder.nextSlice() {
            switch item {
            case .frame(let header, let payload): frameReceived(header, payload, now: now, &events)
            case .malformed(let fault): events.append(.fault(.malformed(fault)))
            }
            if case .closed = state { break }
        }
        return events
    }

    /// Does what is due.
    ///
    /// - Parameter now: The time.
    public mutating func timePassed(now: Duration) -> [Event] {
        var events: [Event] = []
        for reading in reader.giveUpLate(now: now) { report(reading, &events) }
        switch state {
        case .idle, .closed, .endedByModule:
            break
        case .starting(let deadline):
            if now >= deadline { fail(.timeout, &events) }
        case .ending(_, let deadline):
            if now >= deadline { finish(.unanswered, &events) }
        case .started(let session):
            protectionTimePassed(session, now: now, &events)
            guard case .started = state, let due = nextHeartbeat, let interval = configuration.heartbeatInterval,
                now >= due
            else { break }
            nextHeartbeat = now + interval
            let frame = Frame(
                control: .heartbeat, version: session.headerVersion, service: .control, sessionID: session.id,
                messageID: takeMessageID())
            events.append(.send(frame.encode()))
        }
        return events
    }

    /// Ends the session in an orderly way; ``Event/ended(_:)`` and ``Event/close`` follow.
    ///
    /// Where no session is open there is nothing to end, and only ``Event/close`` follows.
    ///
    /// - Parameter now: The time.
    public mutating func end(now: Duration) -> [Event] {
        var events: [Event] = []
        switch state {
        case .idle, .starting, .endedByModule:
            state = .closed
            events.append(.close)
        case .started(let session):
            state = .ending(session, deadline: now + configuration.endTimeout)
            let payload = ControlPayload.EndService(hashID: session.hashID)
            let frame = Frame(
                control: .endService, version: session.headerVersion, service: .rpc, sessionID: session.id,
                messageID: takeMessageID(),
                payload: session.headerVersion < 2 ? [] : payload.encode(headerVersion: session.headerVersion))
            events.append(.send(frame.encode()))
        case .ending, .closed:
            break
        }
        return events
    }

    /// Notes that the transport is closed.
    public mutating func transportClosed() -> [Event] {
        defer { state = .closed }
        switch state {
        case .idle, .closed, .endedByModule: return []
        case .starting: return [.startFailed(.transportClosed)]
        case .started, .ending: return [.ended(.transportClosed)]
        }
    }

    // MARK: - Sending

    /// The bytes that carry an RPC to the head unit, for one write.
    ///
    /// Messages with binary data travel on the bulk service.
    ///
    /// - Parameter payload: The message.
    /// - Throws: ``NotStarted`` before the session is open and after its end.
    public mutating func send(_ payload: RPCPayload) throws(NotStarted) -> [UInt8] {
        try splitter(payload.bulk.isEmpty ? .rpc : .bulk).encode(payload)
    }

    /// As ``send(_:)``, for a message that is encoded already.
    ///
    /// - Parameters:
    ///   - encoded: The bytes of the message, at least one.
    ///   - service: RPC, or bulk if the message has binary data.
    /// - Throws: ``NotStarted`` before the session is open and after its end.
    public mutating func send(encoded: [UInt8], service: ServiceType = .rpc) throws(NotStarted) -> [UInt8] {
        guard !encoded.isEmpty else { return [] }
        return try splitter(service).encode(encoded)
    }

    private mutating func splitter(_ service: ServiceType) throws(NotStarted) -> FrameSplitter {
        guard case .started(let session) = state else { throw NotStarted() }
        return FrameSplitter(
            version: session.headerVersion, sessionID: session.id, service: service, messageID: takeMessageID(),
            limit: session.sendLimit)
    }

    mutating func takeMessageID() -> UInt32 {
        defer { nextMessageID = nextMessageID == .max ? 1 : nextMessageID + 1 }
        return nextMessageID
    }

    // MARK: - Ends

    mutating func fail(_ failure: StartFailure, _ events: inout [Event]) {
        state = .closed
        events.append(.startFailed(failure))
        events.append(.close)
    }

    mutating func finish(_ cause: EndCause, _ events: inout [Event]) {
        state = .closed
        events.append(.ended(cause))
        events.append(.close)
    }
}
