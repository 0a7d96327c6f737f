/// Keeps a receiver's connection alive: when it is opened, given up, tried again, and when its last position is old.
///
/// Purpose: one set of rules for serial ports, TCP, gpsd and accessories. Not its duty: how a connection is opened, and
/// what the bytes mean. Time is an argument, since an arbitrary start.
///
/// Rules:
/// - Every failure goes through the retry schedule; only data begins it anew, a connection that opens and breaks does not.
/// - A device that reappears is tried at once.
/// - What waiting cannot help is final for a device that is there at the start; one that comes later may get its rights a
///   moment after its name, so it is waited for. Only a wrong name is always final.
/// - The numbers of attempts never begin anew, so that the late answer to one of an earlier start is known as such.
/// - Corrections go out once the receiver has spoken, or a moment after it was opened, since some lose what comes earlier.
/// - A connection without data for the silence limit is closed and opened again; the limit doubles each time without data
///   in between, so that a healthy but idle peer is left alone more and more.
/// - The last good location is marked stale once, when no new one came for `staleAfter` or the connection is lost.
struct LinkStateMachine: Sendable {
    struct Options: Hashable, Sendable {
        /// `nil`: the first failure is final.
        var retry: RetrySchedule?
        /// `nil`: an idle connection is never closed.
        var silenceLimit: Duration?
        /// `nil`: only a lost connection makes the last location stale.
        var staleAfter: Duration?
    }

    enum Action: Equatable, Sendable {
        /// Open a connection and report by the number.
        case open(attempt: Int)
        /// Close the open connection, or drop the one that is being opened.
        case close
        case tell(LocationSourceStatus)
        case interrupted(LocationSourceError)
        /// Mark the last location, if there is one.
        case markStale
        /// The receiver takes corrections from now on: send those that wait.
        case sendCorrections
        /// The source is over for a reason.
        case fail(LocationSourceError)
    }

    private enum State {
        case stopped
        case opening(attempt: Int)
        case open(lastBytes: Duration)
        case waiting(until: Duration)
        case failed
    }

    private let options: Options
    private let source: String
    private var state = State.stopped
    private var attempt = 0
    private var failures = 0
    private var silences = 0
    /// Whether the device was seen to come: what is wrong with it now may not stay so.
    private var isKnownToCome = false
    private var hasReappeared = false
    /// When a receiver that never speaks gets its corrections all the same; nil once it takes them.
    private var settling: Duration?
    /// Whether the last location still counts as new.
    private var isFresh = false
    private var staleDeadline: Duration?
    private var lastTold: LocationSourceError?

    init(source: String, options: Options) {
        self.source = source
        self.options = options
    }

    /// How often a connection was tried.
    var attempts: Int { attempt }

    /// How long a receiver that says nothing is left without corrections.
    static let settlingTime = Duration.seconds(1)

    /// Whether the open receiver takes corrections now.
    var takesCorrections: Bool {
        if case .open = state { settling == nil } else { false }
    }

    /// When `deadlineReached` is to be called, if nothing comes before.
    var deadline: Duration? {
        let next: Duration? =
            switch state {
            case .stopped, .opening, .failed: nil
            case .waiting(let until): until
            case .open(let lastBytes): [silenceLimit.map { lastBytes + $0 }, settling].compactMap { $0 }.min()
            }
        return [next, staleDeadline].compactMap { $0 }.min()
    }

    private var silenceLimit: Duration? {
        options.silenceLimit.map { $0 * (1 << min(silences, 8)) }
    }

    // MARK: Events

    mutating func started() -> [Action] {
        switch state {
        case .stopped, .failed:
            failures = 0
            silences = 0
            isKnownToCome = false
            hasReappeared = false
            lastTold = nil
            return [.tell(.starting), open()]
        case .opening, .open, .waiting:
            return []
        }
    }

    mutating func stopped() -> [Action] {
        defer { state = .stopped }
        switch state {
        case .stopped: return []
        case .failed: return [.tell(.stopped)]
        case .opening, .open: return [.tell(.stopping), .close] + markStale() + [.tell(.stopped)]
        case .waiting: return [.tell(.stopping)] + markStale() + [.tell(.stopped)]
        }
    }

    /// The connection of an attempt is open; one of an attempt that was given up is to be closed by the caller.
    ///
    /// - Parameters:
    ///   - attempt: Its number.
    ///   - now: The time.
    ///   - settles: Whether corrections wait for the first word of the receiver.
    mutating func opened(attempt: Int, now: Duration, settles: Bool = false) -> [Action] {
        guard case .opening(attempt) = state else { return [] }
        state = .open(lastBytes: now)
        settling = settles ? now + Self.settlingTime : nil
        isKnownToCome = true
        hasReappeared = false
        return [.tell(.started)]
    }

    /// Whether an attempt is still wanted.
    func isCurrent(attempt: Int) -> Bool {
        if case .opening(attempt) = state { true } else { false }
    }

    mutating func openFailed(attempt: Int, _ error: LocationSourceError, now: Duration) -> [Action] {
        guard case .opening(attempt) = state else { return [] }
        if hasReappeared, options.retry != nil {
            // It came while the attempt was under way, so the answer may be of the time before.
            hasReappeared = false
            return [open()]
        }
        guard let retry = options.retry, isWorthWaiting(error) else {
            state = .failed
            return [.tell(.failedToStart(error)), .fail(error)]
        }
        if error.code == .notFound { isKnownToCome = true }
        failures += 1
        state = .waiting(until: now + retry.delay(after: failures))
        return tell(error)
    }

    /// The open connection has ended.
    mutating func lost(_ error: LocationSourceError, now: Duration) -> [Action] {
        guard case .open = state else { return [] }
        let staleness = markStale()
        guard let retry = options.retry else {
            state = .failed
            return staleness + [.tell(.stopped), .fail(error)]
        }
        if hasReappeared {
            hasReappeared = false
            return [.tell(.starting)] + staleness + tell(error) + [open()]
        }
        failures += 1
        state = .waiting(until: now + retry.delay(after: failures))
        return [.tell(.starting)] + staleness + tell(error)
    }

    @discardableResult
    mutating func bytesReceived(now: Duration) -> [Action] {
        guard case .open = state else { return [] }
        state = .open(lastBytes: now)
        failures = 0
        silences = 0
        lastTold = nil
        guard settling != nil else { return [] }
        settling = nil
        return [.sendCorrections]
    }

    /// A new location with a position came.
    mutating func located(now: Duration) {
        isFresh = true
        staleDeadline = options.staleAfter.map { now + $0 }
    }

    /// The device's file is there again, or its rights have changed.
    mutating func deviceAppeared() -> [Action] {
        switch state {
        case .waiting:
            isKnownToCome = true
            return [open()]
        case .opening, .open:
            isKnownToCome = true
            hasReappeared = true
            return []
        case .stopped, .failed:
            return []
        }
    }

    mutating func deadlineReached(now: Duration) -> [Action] {
        var actions: [Action] = []
        if let staleDeadline, now >= staleDeadline { actions += markStale() }
        switch state {
        case .stopped, .opening, .failed:
            break
        case .waiting(let until):
            if now >= until { actions.append(open()) }
        case .open(let lastBytes):
            if let settling, now >= settling {
                self.settling = nil
                actions.append(.sendCorrections)
            }
            guard let limit = silenceLimit, now >= lastBytes + limit else { break }
            silences += 1
            let seconds = limit.components.seconds
            let error = LocationSourceError(.silent, source: source, reason: "nothing came for \(seconds) s")
            actions.append(.close)
            actions += lost(error, now: now)
        }
        return actions
    }

    // MARK: Inside

    private func isWorthWaiting(_ error: LocationSourceError) -> Bool {
        error.code != .badSource && (isKnownToCome || !error.isPermanent)
    }

    private mutating func open() -> Action {
        attempt += 1
        state = .opening(attempt: attempt)
        return .open(attempt: attempt)
    }

    private mutating func markStale() -> [Action] {
        guard isFresh else { return [] }
        isFresh = false
        staleDeadline = nil
        return [.markStale]
    }

    /// A failure is told once, not with every attempt that meets it again.
    private mutating func tell(_ error: LocationSourceError) -> [Action] {
        guard lastTold != error else { return [] }
        lastTold = error
        return [.interrupted(error)]
    }
}
