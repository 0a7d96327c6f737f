/// Keeps a receiver's connection alive: when it is opened, given up, tried again, and when its last position is old.
///
/// Purpose: one set of rules for serial ports, TCP, gpsd and accessories. Not its duty: how a connection is opened, and
/// what the bytes mean. Time is an argument, since an arbitrary start.
///
/// Rules:
/// - Every failure goes through the retry schedule; only data begins it anew, a connection that opens and breaks does not.
/// - A device that reappears is tried at once.
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
    private var hasBeenOpen = false
    private var hasReappeared = false
    /// Whether the last location still counts as new.
    private var isFresh = false
    private var staleDeadline: Duration?
    private var lastTold: LocationSourceError?

    init(source: String, options: Options) {
        self.source = source
        self.options = options
    }

    /// How often a connection was tried since the start.
    var attempts: Int { attempt }

    /// When `deadlineReached` is to be called, if nothing comes before.
    var deadline: Duration? {
        let next: Duration? =
            switch state {
            case .stopped, .opening, .failed: nil
            case .waiting(let until): until
            case .open(let lastBytes): silenceLimit.map { lastBytes + $0 }
            }
        guard let staleDeadline else { return next }
        return next.map { min($0, staleDeadline) } ?? staleDeadline
    }

    private var silenceLimit: Duration? {
        options.silenceLimit.map { $0 * (1 << min(silences, 8)) }
    }

    // MARK: Events

    mutating func started() -> [Action] {
        switch state {
        case .stopped, .failed:
            attempt = 0
            failures = 0
            silences = 0
            hasBeenOpen = false
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
    mutating func opened(attempt: Int, now: Duration) -> [Action] {
        guard case .opening(attempt) = state else { return [] }
        state = .open(lastBytes: now)
        hasBeenOpen = true
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
        guard let retry = options.retry, hasBeenOpen || !error.isPermanent else {
            state = .failed
            return [.tell(.failedToStart(error)), .fail(error)]
        }
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

    mutating func bytesReceived(now: Duration) {
        guard case .open = state else { return }
        state = .open(lastBytes: now)
        failures = 0
        silences = 0
        lastTold = nil
    }

    /// A new location with a position came.
    mutating func located(now: Duration) {
        isFresh = true
        staleDeadline = options.staleAfter.map { now + $0 }
    }

    /// The device's file is there again.
    mutating func deviceAppeared() -> [Action] {
        switch state {
        case .waiting:
            return [open()]
        case .opening, .open:
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
