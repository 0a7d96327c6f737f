/// The head unit's end of one transport connection, without I/O.
///
/// Duties: frames and their faults, sessions and services, heartbeats, floods, messages of several frames; the answers
/// to control frames. Not its duties: what an RPC means, whether an app may have audio or video, the order in which
/// apps are served, time.
///
/// Bytes and moments go in, ``Event``s come out in the order in which they must be carried out. Session ids and
/// message ids belong to the ``SessionRegistry``, which all connections of a head unit share.
/// It follows the protocol specification 5.4.1 and, where ``FaultPolicy/asCore`` is set, what sdl_core 8.2.0 was seen
/// to do.
public struct ModuleConnection: Sendable {
    /// The number of the connection, 1 for the first one of a head unit; part of hash ids and reasons.
    public let number: Int
    /// What the head unit is like.
    public let configuration: Configuration
    /// What apps are told of the vehicle; may be set until the head unit is ready.
    public var vehicle: VehicleInfo?

    var decoder: FrameDecoder
    var reader: MessageReader
    var sessions: [UInt8: ModuleSession] = [:]
    var malformedMeter: FrequencyMeter
    var noSessionMeter: FrequencyMeter
    var unknownSessionMeter: FrequencyMeter
    var isReady: Bool
    var isClosed = false
    /// Sessions that ended while something was to be sent on them; see ``takeEnds()``.
    var ends: [Event] = []
    // StartService frames that wait for the head unit to be ready.
    var waiting: [Frame] = []

    /// The most StartService frames that wait until the head unit is ready; more are refused.
    static let waitingLimit = 255

    /// Makes the end of a connection that was just accepted.
    ///
    /// - Parameters:
    ///   - number: The number of the connection, unique among the head unit's connections, from 1.
    ///   - configuration: What the head unit is like.
    public init(number: Int, configuration: Configuration) {
        self.number = number
        self.configuration = configuration
        vehicle = configuration.vehicle
        decoder = FrameDecoder(
            configuration: FrameDecoder.Configuration(
                maximumVersion: UInt8(clamping: min(5, configuration.maximumVersion.major)),
                limits: configuration.receiveLimits, faultPolicy: configuration.faultPolicy))
        decoder.knownSessions = SessionIDSet()
        reader = MessageReader(
            assembler: MessageAssembler(limits: configuration.assemblerLimits, policy: configuration.faultPolicy))
        malformedMeter = FrequencyMeter(limit: configuration.malformedLimit)
        noSessionMeter = FrequencyMeter(limit: configuration.frameLimit)
        unknownSessionMeter = FrequencyMeter(limit: configuration.frameLimit)
        isReady = configuration.isReady
    }

    /// The sessions of this connection, lowest first.
    public var sessionIDs: [UInt8] { sessions.keys.sorted() }

    /// The negotiated version of a session; nil if there is no such session here.
    public func version(of session: UInt8) -> ProtocolVersion? { sessions[session]?.version }

    /// What the audio or video service of a session has carried since it was last granted; nil if there is no such
    /// session here, or for another service.
    public func mediaTraffic(session: UInt8, service: ServiceType) -> MediaTraffic? {
        switch service {
        case .audio: sessions[session]?.audioTraffic
        case .video: sessions[session]?.videoTraffic
        case .control, .rpc, .bulk: nil
        }
    }

    /// When ``timePassed(now:sessions:)`` must be called at the latest; nil if nothing is due.
    public var nextDeadline: Duration? {
        if isClosed { return nil }
        var next = reader.assembler.nextDeadline
        for session in sessions.values {
            for deadline in [session.heartbeat.deadline, session.handshake?.deadline] {
                if let deadline { next = min(next ?? deadline, deadline) }
            }
        }
        return next
    }

    /// Takes bytes that arrived.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, cut in any way.
    ///   - now: The time.
    ///   - registry: The head unit's sessions.
    public mutating func receive(
        _ bytes: [UInt8], now: Duration, sessions registry: inout SessionRegistry
    ) -> [Event] {
        var events: [Event] = []
        guard !isClosed else { return events }
        decoder.append(bytes)
        while !isClosed, let item = decoder.nextSlice() {
            switch item {
            case .frame(let header, let payload):
                frameReceived(header, payload, now: now, &registry, &events)
            case .malformed(let fault):
                events.append(.fault(.malformed(fault)))
                if malformedMeter.exceeds(at: now) {
                    endAll(.malformedFlood, &registry, &events)
                    close(.malformedFlood, &events)
                }
            }
        }
        return events
    }

    /// Does what is due: heartbeats, the end of silent sessions, unfinished messages.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - registry: The head unit's sessions.
    public mutating func timePassed(now: Duration, sessions registry: inout SessionRegistry) -> [Event] {
        var events: [Event] = []
        guard !isClosed else { return events }
        if configuration.faultPolicy == .strict { giveUpLateMessages(now: now, &events) }
        for session in sessionIDs {
            checkHandshake(of: session, now: now, &registry, &events)
            checkHeartbeat(of: session, now: now, &registry, &events)
        }
        return events
    }

    /// Notes that the transport is closed; every session ends.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - registry: The head unit's sessions.
    public mutating func transportClosed(now: Duration, sessions registry: inout SessionRegistry) -> [Event] {
        var events: [Event] = []
        endAll(.transportClosed, &registry, &events)
        isClosed = true
        registry.forget(connection: number)
        return events
    }

    /// Notes that the head unit is ready; StartService frames that waited are answered.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - registry: The head unit's sessions.
    public mutating func becomeReady(now: Duration, sessions registry: inout SessionRegistry) -> [Event] {
        var events: [Event] = []
        isReady = true
        let frames = waiting
        waiting = []
        guard !isClosed else { return events }
        for frame in frames { openSession(frame.header, frame.payload, &registry, &events) }
        return events
    }

    // MARK: - Ends

    mutating func endAll(_ cause: SessionEndCause, _ registry: inout SessionRegistry, _ events: inout [Event]) {
        for session in sessionIDs { end(session, cause, &registry, &events) }
    }

    mutating func end(
        _ session: UInt8, _ cause: SessionEndCause, _ registry: inout SessionRegistry, _ events: inout [Event]
    ) {
        forget(session, &registry)
        events.append(.sessionEnded(session: session, cause))
    }

    mutating func forget(_ session: UInt8, _ registry: inout SessionRegistry) {
        sessions[session] = nil
        decoder.knownSessions?.remove(session)
        reader.assembler.forget(session: session)
        registry.close(session, connection: number)
    }

    mutating func close(_ cause: CloseCause, _ events: inout [Event]) {
        isClosed = true
        events.append(.close(cause))
    }
}
