/// Keeps one subscription to waypoint changes for all readers, over all sessions.
///
/// The first reader subscribes and the last one unsubscribes; every new session subscribes again. What the head unit
/// says while a step is under way is taken as it comes, and the next step follows from what is wanted then.
struct WayPointSubscription: Sendable {
    /// What is to be sent.
    enum Step: Hashable, Sendable {
        case subscribe
        case unsubscribe
        /// Ask for the list: changes may have been missed.
        case refresh
    }

    /// What a session permits now.
    struct Circumstances: Hashable, Sendable {
        var isReady = false
        var level: HMILevel?
        /// Whether the head unit has told what it permits.
        var hasTable = false
        var maySubscribe = false
        var mayUnsubscribe = false
        /// Whether the head unit would let OnWayPointChange through.
        var isAudible = false
        var mayGet = false
    }

    private enum State: Hashable, Sendable {
        case unsubscribed
        /// Asked for under these circumstances.
        case subscribing(Circumstances)
        case subscribed
        /// Asked for under these circumstances.
        case unsubscribing(Circumstances)
        /// The head unit refused under these circumstances; forgotten under others.
        case refused(Circumstances)
        /// Nobody reads any more, but the head unit would not let go under these circumstances.
        case stuck(Circumstances)
    }

    private var state = State.unsubscribed
    /// What each reader was told last; nil before the first time.
    private var readers: [UInt64: [LocationDetails]?] = [:]
    /// The list as it is known in this session, as long as the head unit tells its changes.
    private var current: [LocationDetails]?
    /// Whether the newest hash stands for a subscription too.
    private var isInHash = false
    /// Whether the head unit has restored the subscription of an earlier session, and nobody has asked for it since.
    private var isRestored = false
    private var wasAudible = false
    private var needsRefresh = false
    private var isRefreshing = false
    /// Whether a notification came while the list was asked for; it is newer than the answer.
    private var overtaken = false
    /// When the list is asked for again, after a question that failed; nil if that is not due.
    private(set) var retryTime: Duration?
    /// Questions for the list that failed in a row.
    private var failedRefreshes = 0

    /// Adds a reader.
    ///
    /// - Returns: The list, if it is known.
    mutating func addReader(_ reader: UInt64) -> [LocationDetails]? {
        readers[reader] = .some(current)
        return current
    }

    mutating func removeReader(_ reader: UInt64) {
        readers[reader] = nil
    }

    /// The next step; to be asked for again after every event, until there is none.
    mutating func step(_ circumstances: Circumstances) -> Step? {
        guard circumstances.isReady else { return nil }
        if circumstances.isAudible, !wasAudible { needsRefresh = true }
        wasAudible = circumstances.isAudible
        let isWanted = !readers.isEmpty
        switch state {
        case .unsubscribed:
            if isRestored, !isWanted, circumstances.mayUnsubscribe {
                state = .unsubscribing(circumstances)
                return .unsubscribe
            }
            guard isWanted, circumstances.maySubscribe else { return nil }
            state = .subscribing(circumstances)
            needsRefresh = false
            return .subscribe
        case .refused(let past):
            guard circumstances != past else { return nil }
            state = .unsubscribed
            return step(circumstances)
        case .stuck(let past):
            guard isWanted || circumstances != past else { return nil }
            state = .subscribed
            return step(circumstances)
        case .subscribed:
            guard isWanted else {
                guard circumstances.mayUnsubscribe else { return nil }
                state = .unsubscribing(circumstances)
                return .unsubscribe
            }
            guard needsRefresh, !isRefreshing, circumstances.mayGet else { return nil }
            needsRefresh = false
            retryTime = nil
            isRefreshing = true
            overtaken = false
            return .refresh
        case .subscribing, .unsubscribing:
            return nil
        }
    }

    // MARK: - What the head unit says

    /// The subscription was answered; IGNORED means that the app is subscribed already.
    ///
    /// - Returns: The readers whose streams end with the error.
    mutating func subscriptionAnswered(_ error: SDLError?) -> [UInt64] {
        guard case .subscribing(let circumstances) = state else { return [] }
        switch error {
        case nil:
            subscribed()
        case .refused(let failure)? where failure.resultCode == .ignored:
            subscribed()
        case .refused(let failure)?
        where failure.resultCode == .disallowed || failure.resultCode == .userDisallowed:
            state = .refused(circumstances)
            current = nil
        case .some:
            unsubscribed()
            defer { readers = [:] }
            return readers.keys.sorted()
        }
        return []
    }

    private mutating func subscribed() {
        state = .subscribed
        isRestored = false
        if current == nil { needsRefresh = true }
    }

    /// The end of the subscription was answered; IGNORED means that there was none any more.
    mutating func unsubscriptionAnswered(_ error: SDLError?) {
        guard case .unsubscribing(let circumstances) = state else { return }
        switch error {
        case nil:
            unsubscribed()
        case .refused(let failure)? where failure.resultCode == .ignored:
            unsubscribed()
        case .some:
            state = .stuck(circumstances)
            isRestored = false
        }
    }

    private mutating func unsubscribed() {
        state = .unsubscribed
        isRestored = false
        isInHash = false
        current = nil
        needsRefresh = false
        forgetRetries()
    }

    private mutating func forgetRetries() {
        retryTime = nil
        failedRefreshes = 0
    }

    /// Whether it is time to ask for the list again; a look at ``step(_:)`` follows.
    mutating func timePassed(now: Duration) -> Bool {
        guard let retryTime, now >= retryTime else { return false }
        self.retryTime = nil
        needsRefresh = true
        return true
    }

    /// The list was asked for and not told, for a reason that may pass: the question is put again after a pause.
    mutating func refreshFailed(now: Duration) {
        isRefreshing = false
        guard !overtaken, state == .subscribed else { return }
        retryTime = now + .seconds(1 << min(failedRefreshes, 5))
        failedRefreshes += 1
    }

    /// The list was asked for; nil if the head unit cannot tell it.
    ///
    /// - Returns: The readers who do not know that list yet, and the list.
    mutating func refreshed(_ list: [LocationDetails]?) -> (readers: [UInt64], list: [LocationDetails]) {
        isRefreshing = false
        forgetRetries()
        guard let list, !overtaken, state == .subscribed else { return ([], []) }
        return (publish(list), list)
    }

    /// The head unit told a list.
    ///
    /// - Returns: The readers who do not know that list yet.
    mutating func heard(_ list: [LocationDetails]) -> [UInt64] {
        overtaken = true
        needsRefresh = false
        forgetRetries()
        return publish(list)
    }

    /// Whether the head unit counts this as subscribed, or may do so.
    private var isHeld: Bool {
        switch state {
        case .subscribing, .subscribed, .unsubscribing, .stuck: true
        case .unsubscribed, .refused: false
        }
    }

    private mutating func publish(_ list: [LocationDetails]) -> [UInt64] {
        // What comes without a subscription is news, but nobody tells when it is no longer true.
        if isHeld { current = list }
        let behind = readers.filter { $0.value != list }.keys.sorted()
        for reader in behind { readers[reader] = .some(list) }
        return behind
    }

    /// The head unit told a new hash; it stands for the subscriptions of this moment.
    mutating func hashChanged() {
        isInHash = isHeld
    }

    /// A session is registered.
    ///
    /// - Parameter isResumed: Whether the head unit has restored the subscriptions that the hash stands for.
    mutating func sessionBegan(isResumed: Bool) {
        isRestored = isResumed && isInHash
        if !isResumed { isInHash = false }
    }

    /// The session is over: nothing is known any more, and the next one begins without a subscription.
    mutating func sessionEnded() {
        state = .unsubscribed
        current = nil
        wasAudible = false
        needsRefresh = false
        isRefreshing = false
        isRestored = false
        forgetRetries()
    }
}
