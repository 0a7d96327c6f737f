public import GNSS
public import NMEA
public import RTCM

/// One NTRIP client: connects, asks, reads, sends positions up, and connects again after failures.
///
/// Duties: the order of proxy, TLS, request and reply; the version that a caster understands; corrections as whole
/// frames; positions at their intervals; all time limits; when to try again. Non-duties: sockets, TLS and timers, which
/// a driver brings. At most one connection exists at a time.
public struct NTRIPClientMachine: Sendable {
    /// What a driver has to do, in order.
    public enum Action: Sendable, Equatable {
        /// Open a TCP connection, and report how it went.
        case connect(host: String, port: UInt16)
        /// Begin TLS as a client on the open connection, and report how it went.
        case secure(serverName: String)
        /// Send, in one write.
        case send([UInt8])
        /// Send unless bytes sent before still wait: a late position is worth nothing.
        case sendPosition([UInt8])
        /// Close the connection, or give up opening it.
        case close
        /// Pass on whole frames.
        case frames([RTCMFrame])
        /// Pass on bytes.
        case bytes([UInt8])
        /// The table that was asked for.
        case table(SourceTable)
        /// What the client is doing has changed.
        case state(NTRIPState)
    }

    struct Session: Sendable {
        var body: NTRIPBody
        var framer = RTCMFramer()
        var began: Duration
        var firstGood: Duration?
        var lastGood: Duration?
        var lastBytes: Duration?
        var byteCount = 0
        var flushes: Duration?
        var isExplained = false
        /// When the first position went up on this connection.
        var firstPosition: Duration?
    }

    /// A table that is coming.
    struct TableSession: Sendable {
        var reader = SourceTableReader()
        var body: NTRIPBody
        /// When it counts as cut off if nothing more comes.
        var pauseEnd: Duration
        /// When it counts as cut off whatever comes.
        let end: Duration

        var deadline: Duration { min(pauseEnd, end) }
    }

    enum Phase: Sendable {
        case idle
        case waitingForPosition
        case connecting(deadline: Duration)
        case tunnelling(head: [UInt8], deadline: Duration)
        case securing(deadline: Duration)
        case handshaking(NTRIPReplyParser, deadline: Duration)
        case table(TableSession)
        case streaming(Session)
        case backingOff(until: Duration)
        case over
    }

    let configuration: NTRIPConfiguration
    var phase = Phase.idle
    var state = NTRIPState.idle
    var upstream: GGAUpstream?
    var retry: NTRIPRetryPolicy
    let utcAtZero: UTCTime
    /// The version that this caster has answered.
    var knownVersion: NTRIPVersion?
    /// The version of the next request where that is chosen by itself.
    var nextVersion = NTRIPVersion.two
    /// The versions that a caster which never worked has refused in words.
    var refusedVersions: Set<NTRIPVersion> = []
    var hasFallenBack = false
    /// Where the receiver was last, and its clock against the system's.
    var rover = Rover()
    var attempts = 0
    /// When the last connection was begun.
    var lastAttempt: Duration?
    /// Before this time no start connects: the end of a wait that a stop cut short.
    var notBefore: Duration?
    var lastFailure: NTRIPFailure?
    var status: NTRIPStatus
    var explanation: String?
    /// Told while a stream that is fed with positions has none.
    var positionLoss: String?
    /// The reply's parser as long as lines of the reply may come before the stream or table.
    var tail: NTRIPReplyParser?

    /// Makes a client that waits for ``start(now:)``.
    ///
    /// - Parameters:
    ///   - configuration: What to do.
    ///   - utcAtZero: What the zero of `now` is in UTC, for the time in a fixed position.
    public init(_ configuration: NTRIPConfiguration, utcAtZero: UTCTime) {
        self.configuration = configuration
        self.utcAtZero = utcAtZero
        upstream = configuration.upstream.map { GGAUpstream($0, utcAtZero: utcAtZero) }
        retry = NTRIPRetryPolicy(configuration.retry, seed: configuration.seed ?? .random(in: 0 ... .max))
        status = NTRIPStatus(
            state: .idle, version: nil, isChunked: false, bytesIn: 0, bytesOut: 0, statistics: RTCMStatistics(),
            checkFailures: 0, skippedBytes: 0, reconnects: 0, positionsSent: 0, lastPositionSent: nil, gaps: 0,
            explanation: nil)
    }

    /// Counts and findings.
    public var currentStatus: NTRIPStatus {
        var current = status
        current.state = state
        current.positionsSent = upstream?.sentCount ?? 0
        current.lastPositionSent = upstream?.lastSentTime
        if let place = upstream?.fixedPlace ?? rover.place, let station = status.statistics.station?.geodetic {
            current.stationDistance = place.distance(to: station.coordinate)
        }
        current.explanation = explanation ?? positionLoss
        if case .streaming(let session) = phase {
            current.checkFailures += session.framer.checkFailures
            current.skippedBytes += session.framer.skippedByteCount
        }
        return current
    }

    /// Begins; does nothing when begun already.
    ///
    /// A start soon after a stop waits as long as the client would have waited without both.
    public mutating func start(now: Duration) -> [Action] {
        guard case .idle = phase else { return [] }
        return attempt(now: now)
    }

    /// Ends; nothing follows until the next start.
    public mutating func stop(now: Duration) -> [Action] {
        let isOpen = isConnectionOpen
        if case .backingOff(let until) = phase { notBefore = until }
        _ = endSession()
        phase = .idle
        return (isOpen ? [.close] : []) + enter(.idle)
    }

    /// The network has come back, or the user asks: an attempt that is waited for comes now, or when the shortest wait since
    /// the last one is over.
    public mutating func retryNow(now: Duration) -> [Action] {
        switch phase {
        case .backingOff, .over:
            notBefore = nil
            return attempt(now: now)
        case .idle, .waitingForPosition, .connecting, .tunnelling, .securing, .handshaking, .table, .streaming:
            return []
        }
    }

    /// Takes the receiver's newest position.
    public mutating func position(_ sentence: GGA, now: Duration) -> [Action] {
        let lateness = rover.take(sentence, clock: utcAtZero.adding(now), now: now)
        guard upstream?.offer(sentence, now: now, lateness: lateness) == true else { return [] }
        if upstream?.hasPosition(now: now) == true { positionLoss = nil }
        switch phase {
        case .waitingForPosition: return attempt(now: now)
        case .streaming: return sendDuePosition(now: now)
        case .idle, .connecting, .tunnelling, .securing, .handshaking, .table, .backingOff, .over: return []
        }
    }

    // MARK: Inside

    mutating func attempt(now: Duration) -> [Action] {
        if let earliest = earliestAttempt, now < earliest {
            phase = .backingOff(until: earliest)
            let reason = lastFailure ?? NTRIPFailure(.ended, text: "stopped")
            return enter(.backingOff(reason, wait: earliest - now))
        }
        let isTable = configuration.address.mountpoint.isEmpty
        if let upstream, configuration.waitsForPosition, !isTable, !upstream.hasPosition(now: now) {
            phase = .waitingForPosition
            explanation = "waiting for a position to send to the caster"
            return enter(.waitingForPosition)
        }
        explanation = nil
        if attempts > 0 { status.reconnects += 1 }
        attempts += 1
        lastAttempt = now
        notBefore = nil
        phase = .connecting(deadline: now + configuration.times.connect)
        let host = configuration.proxy?.host ?? configuration.address.host
        let port = configuration.proxy?.port ?? configuration.address.port
        return enter(.connecting) + [.connect(host: host, port: port)]
    }

    /// The soonest that a connection may be begun, by what was before.
    private var earliestAttempt: Duration? {
        let floor = lastAttempt.map { $0 + configuration.retry.floor }
        return [notBefore, floor].compactMap { $0 }.max()
    }

    mutating func enter(_ new: NTRIPState) -> [Action] {
        guard new != state else { return [] }
        state = new
        return [.state(new)]
    }

    var isConnectionOpen: Bool {
        switch phase {
        case .connecting, .tunnelling, .securing, .handshaking, .table, .streaming: true
        case .idle, .waitingForPosition, .backingOff, .over: false
        }
    }

    /// Books what the session counted; returns how long good corrections came.
    mutating func endSession() -> Duration? {
        tail = nil
        positionLoss = nil
        guard case .streaming(let session) = phase else { return nil }
        status.checkFailures += session.framer.checkFailures
        status.skippedBytes += session.framer.skippedByteCount + session.framer.pendingByteCount
        guard let first = session.firstGood, let last = session.lastGood else { return nil }
        return last - first
    }

    /// Ends the connection because of a failure, and decides what comes next.
    mutating func fail(_ failure: NTRIPFailure, now: Duration) -> [Action] {
        let failure = failure.redacting(
            [configuration.address.credentials, configuration.proxy?.credentials].compactMap { $0 })
        lastFailure = failure
        let isOpen = isConnectionOpen
        let goodTime = endSession()
        if goodTime != nil { status.gaps += 1 }
        let close: [Action] = isOpen ? [.close] : []
        if let wait = fallBack(after: failure) {
            phase = .backingOff(until: now + wait)
            return close + enter(.fallingBack(failure, wait: wait))
        }
        if configuration.address.mountpoint.isEmpty {
            phase = .over
            return close + enter(.failed(failure))
        }
        switch retry.next(after: failure, goodTime: goodTime) {
        case .wait(let wait):
            phase = .backingOff(until: now + wait)
            return close + enter(.backingOff(failure, wait: wait))
        case .stop:
            phase = .over
            return close + enter(.failed(failure))
        }
    }

    /// Changes the version when a caster that never worked may have failed because of it; returns how long to wait, or nil
    /// where the failure is dealt with like any other.
    ///
    /// The first change waits as long as a first retry does. Later ones, which come where a caster was only away, wait ever
    /// longer, and a caster that has refused both versions in words is given up.
    private mutating func fallBack(after failure: NTRIPFailure) -> Duration? {
        guard configuration.version == .automatic, knownVersion == nil else { return nil }
        switch failure.kind {
        case .versionNotSupported: refusedVersions.insert(nextVersion)
        case .closedWithoutAByte, .replyTimeout: break
        default: return nil
        }
        let other: NTRIPVersion = nextVersion == .two ? .one : .two
        guard !refusedVersions.contains(other) else { return nil }
        nextVersion = other
        if !hasFallenBack {
            hasFallenBack = true
            return configuration.retry.floor
        }
        guard failure.kind == .versionNotSupported else { return nil }
        // To the policy it is a failure like any other, since the other version is still to be tried.
        if case .wait(let wait) = retry.next(after: NTRIPFailure(.ended), goodTime: nil) { return wait }
        return nil
    }

    var requestVersion: NTRIPVersion {
        switch configuration.version {
        case .only(let version): version
        case .automatic: nextVersion
        }
    }
}
