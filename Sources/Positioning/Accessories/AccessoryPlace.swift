/// What is known of one place of an accessory, and when it is looked at.
///
/// Purpose: to tell when a place is there, without holding a receiver up or hammering one that cannot be used. Not its
/// duty: how a look is made, and what an accessory of several places is. Time is an argument, since an arbitrary start.
///
/// Rules:
/// - A device is there when its file is; it is told at once, by the watch of its file.
/// - A server is there when it accepts a connection. It is looked at now and then while nothing uses it, and left alone
///   more and more: one that is there after 5, 10, 20 s … at most every 10 minutes, since a receiver that serves one client
///   is taken from others meanwhile; one that is not there by the schedule for hosts.
/// - A place whose connection broke is gone, and is offered again by the schedule: a bound RFCOMM device stays when its link
///   drops. Only data begins the schedule anew, a place that can be opened and breaks does not.
/// - The answer to a look counts only when nothing happened to the place meanwhile.
struct AccessoryPlace: Sendable {
    enum Kind: Hashable, Sendable {
        /// A file tells when it comes and goes.
        case device
        /// A peer that must be asked.
        case server
    }

    enum Action: Equatable, Sendable {
        /// Look whether it is there, and report by the number.
        case look(Int)
        /// It is there; as news it is worth an attempt at once, otherwise it is only offered again.
        case appeared(isNews: Bool)
        case vanished
    }

    private enum State {
        /// Nothing is to be done but to wait for news.
        case resting
        case waiting(until: Duration)
        case looking(Int)
        /// A connection, by its number, is open or being opened: no look comes between.
        case used(Int)
    }

    static let restInterval = Duration.seconds(5)
    private static let restLimit = Duration.seconds(600)

    private let kind: Kind
    private let schedule: RetrySchedule
    private let restInterval: Duration
    private var state = State.resting
    private var isPresent = false
    private var lastLook = 0
    private var lastUse = 0
    /// Whether the last connection broke before anything was heard.
    private var isFlapping = false
    /// Whether the connection that is open has said something.
    private var isHeard = false
    /// Looks in vain and broken connections in a row, without data between.
    private var failures = 0
    /// Looks in a row that found it there, unused.
    private var rests = 0

    /// - Parameters:
    ///   - kind: What it is.
    ///   - schedule: When one that is not there, or whose connection broke, is looked at again; `nil` for what suits it.
    ///   - restInterval: When one that is there is looked at again; it doubles each time.
    init(_ kind: Kind, schedule: RetrySchedule? = nil, restInterval: Duration = Self.restInterval) {
        self.kind = kind
        self.schedule = schedule ?? (kind == .device ? .local : .network)
        self.restInterval = restInterval
    }

    /// When `deadlineReached` is to be called, if nothing comes before.
    var deadline: Duration? {
        switch state {
        case .resting, .looking, .used: nil
        case .waiting(let until): until
        }
    }

    // MARK: Events

    mutating func started() -> [Action] {
        switch kind {
        case .device: []
        case .server: [look()]
        }
    }

    /// Its file is there, or its rights have changed.
    mutating func fileAppeared() -> [Action] {
        if case .used = state, isPresent { return [] }
        isPresent = true
        state = .resting
        return [.appeared(isNews: true)]
    }

    mutating func fileVanished() -> [Action] {
        state = .resting
        return vanish()
    }

    /// What a look has found.
    mutating func looked(_ number: Int, found: Bool, now: Duration) -> [Action] {
        guard case .looking(number) = state else { return [] }
        guard found else {
            rests = 0
            switch kind {
            case .device: state = .resting  // its file will tell
            case .server: fail(now: now)
            }
            return vanish()
        }
        rest(now: now)
        guard !isPresent else { return [] }
        isPresent = true
        // What broke without a word is likely to do so again: it is not worth an attempt before its time.
        return [.appeared(isNews: !isFlapping)]
    }

    /// A connection is about to be opened.
    ///
    /// - Returns: Its number.
    mutating func opening() -> Int {
        lastUse += 1
        state = .used(lastUse)
        return lastUse
    }

    /// A connection has said something.
    mutating func heard(_ use: Int) {
        guard case .used(use) = state else { return }
        failures = 0
        isFlapping = false
        isHeard = true
    }

    /// A connection was let go, or a device could not be opened.
    mutating func released(_ use: Int, now: Duration) {
        guard case .used(use) = state else { return }
        isHeard = false
        rests = 0
        rest(now: now)
    }

    /// A connection broke, or a server refused one.
    mutating func broke(_ use: Int, now: Duration) -> [Action] {
        guard case .used(use) = state else { return [] }
        isFlapping = !isHeard
        isHeard = false
        rests = 0
        fail(now: now)
        return vanish()
    }

    mutating func deadlineReached(now: Duration) -> [Action] {
        guard case .waiting(let until) = state, now >= until else { return [] }
        return [look()]
    }

    // MARK: Inside

    private mutating func look() -> Action {
        lastLook += 1
        state = .looking(lastLook)
        return .look(lastLook)
    }

    private mutating func fail(now: Duration) {
        failures += 1
        state = .waiting(until: now + schedule.delay(after: failures))
    }

    private mutating func rest(now: Duration) {
        switch kind {
        case .device: state = .resting
        case .server:
            state = .waiting(until: now + min(restInterval * (1 << min(rests, 16)), Self.restLimit))
            rests += 1
        }
    }

    private mutating func vanish() -> [Action] {
        guard isPresent else { return [] }
        isPresent = false
        return [.vanished]
    }
}
