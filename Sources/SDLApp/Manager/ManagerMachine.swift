internal import SDLProtocol

/// All decisions of an ``SDLManager``, without I/O: sessions one after the other, and what readers are told.
///
/// Duties: starting, trying again, stopping; the order in which a message takes effect (level, permissions,
/// capabilities, waypoints, and only then what is published); who is told what, exactly once. Not its duties: sockets,
/// timers, continuations, mailboxes; it names those by numbers that the manager gave out.
struct ManagerMachine: Sendable {
    enum Action: Hashable, Sendable {
        /// Open a transport and report it under this generation.
        case connect(generation: Int, timeout: Duration)
        case write([UInt8])
        case closeTransport
        case complete(UInt64, Completion)
        case phase(SessionPhase)
        case hmiLevel(HMILevel?)
        case permissions(reader: UInt64, PermissionUpdate)
        case capability(reader: UInt64, SystemCapability?)
        case wayPoints(reader: UInt64, [LocationDetails])
        case availability(reader: UInt64, WayPointAvailability)
        case notification(IncomingMessage)
        /// The head unit asks for something.
        case asked(IncomingMessage)
        /// End one reader's stream with an error.
        case fail(reader: UInt64, SDLError)
        /// End all streams.
        case finishAll(EndReason)
        case fault(WireFault)
        case dropped(IncomingMessage)
    }

    /// What a caller who waits is told.
    enum Completion: Hashable, Sendable {
        case ready(SessionInfo)
        case answer([UInt8])
        case capability(SystemCapability)
        case done
        case failure(SDLError)
    }

    enum State: Sendable {
        case idle
        case running(AppSession)
        case pausing(until: Duration)
        case ended
    }

    let configuration: SDLConfiguration
    var state = State.idle
    /// When the session, or the pause before the next one, wants its next turn; kept beside the state, since to look
    /// into a session copies it.
    var stateDeadline: Duration?
    var phase = SessionPhase.idle
    var generation = 0
    /// Attempts in a row that failed, or whose session was over too soon.
    var failures = 0
    /// When the current session became ready.
    var readySince: Duration?
    /// Whether this run has had a ready session.
    var hasBeenReady = false
    var wantsStop = false
    /// The newest hash of the subscriptions.
    var hashID: String?

    var starters: [UInt64] = []
    var stoppers: [UInt64] = []
    var queryWaiters: [UInt64: CapabilityQueryGate] = [:]
    /// Who waits for level and permissions, and how long.
    var permissionWaiters: [UInt64: Duration] = [:]

    var publishedLevel: HMILevel?
    var permissionWatches: [UInt64: PermissionWatch] = [:]
    var availabilityReaders: [UInt64: WayPointAvailability] = [:]
    var capabilities = CapabilityDesk()
    var wayPoints = WayPointSubscription()

    init(configuration: SDLConfiguration) {
        self.configuration = configuration
        hashID = configuration.hashID
    }

    /// What is known of the current session; nothing when there is none.
    var facts: SessionFacts {
        if case .running(let session) = state { session.facts } else { SessionFacts() }
    }

    var isReady: Bool {
        if case .running(let session) = state, case .ready = session.state { true } else { false }
    }

    var isRegistered: Bool {
        if case .running(let session) = state { session.isRegistered } else { false }
    }

    var pendingRequestCount: Int {
        if case .running(let session) = state { session.pending.count } else { 0 }
    }

    /// When ``timePassed(now:)`` must be called at the latest.
    @inline(__always)  // looking in place, where a call would copy all of the machine
    var nextDeadline: Duration? {
        // Without a session nothing of this is set.
        var next = stateDeadline
        if let retry = wayPoints.retryTime { next = min(next ?? retry, retry) }
        if !permissionWaiters.isEmpty, let wait = permissionWaiters.values.min() { next = min(next ?? wait, wait) }
        return next
    }

    // MARK: - Start and stop

    mutating func start(_ caller: UInt64, now: Duration) -> [Action] {
        switch state {
        case .running, .pausing:
            return [.complete(caller, .failure(.alreadyStarted))]
        case .idle, .ended:
            starters = [caller]
            failures = 0
            readySince = nil
            hasBeenReady = false
            wantsStop = false
            var actions: [Action] = []
            connect(now: now, &actions)
            return actions
        }
    }

    mutating func stop(_ caller: UInt64, now: Duration) -> [Action] {
        var actions: [Action] = []
        switch state {
        case .idle, .ended:
            return [.complete(caller, .done)]
        case .pausing:
            stoppers.append(caller)
            finish(.stopped, &actions)
        case .running:
            stoppers.append(caller)
            wantsStop = true
            withSession(now: now, &actions) { $0.stop(now: now) }
        }
        return actions
    }

    /// A caller does not want to wait any longer.
    mutating func cancel(_ caller: UInt64, now: Duration) -> [Action] {
        var actions: [Action] = []
        let failure = Action.complete(caller, .failure(.cancelled))
        if let place = starters.firstIndex(of: caller) {
            // Nobody else knows of the attempt: it is given up.
            starters.remove(at: place)
            actions.append(failure)
            wantsStop = true
            if case .pausing = state { finish(.stopped, &actions) }
            withSession(now: now, &actions) { $0.stop(now: now) }
        } else if queryWaiters.removeValue(forKey: caller) != nil
            || permissionWaiters.removeValue(forKey: caller) != nil || capabilities.cancel(caller)
        {
            actions.append(failure)
        } else if case .running(var session) = state {
            state = .idle
            if session.cancel(.caller(caller)) { actions.append(failure) }
            state = .running(session)
        }
        return actions
    }

    // MARK: - Transport and time

    /// The transport of a generation is open.
    mutating func transportOpened(generation: Int, now: Duration) -> [Action] {
        guard isCurrent(generation) else { return [] }
        var actions: [Action] = []
        withSession(now: now, &actions) { $0.transportOpened(now: now) }
        return actions
    }

    mutating func transportFailed(generation: Int, _ error: SDLError, now: Duration) -> [Action] {
        guard isCurrent(generation) else { return [] }
        var actions: [Action] = []
        withSession(now: now, &actions) { $0.transportFailed(error) }
        return actions
    }

    mutating func received(_ bytes: [UInt8], generation: Int, now: Duration) -> [Action] {
        guard isCurrent(generation) else { return [] }
        var actions: [Action] = []
        withSession(now: now, &actions) { $0.received(bytes, now: now) }
        return actions
    }

    mutating func transportClosed(generation: Int, reason: String, now: Duration) -> [Action] {
        guard isCurrent(generation) else { return [] }
        var actions: [Action] = []
        withSession(now: now, &actions) { $0.transportClosed(reason: reason) }
        return actions
    }

    mutating func timePassed(now: Duration) -> [Action] {
        var actions: [Action] = []
        switch state {
        case .idle, .ended: break
        case .running:
            withSession(now: now, &actions) { $0.timePassed(now: now) }
            if wayPoints.timePassed(now: now) { driveWayPoints(now: now, &actions) }
        case .pausing(let until): if now >= until { connect(now: now, &actions) }
        }
        for (caller, deadline) in permissionWaiters.sorted(by: { $0.key < $1.key }) where now >= deadline {
            permissionWaiters[caller] = nil
            actions.append(.complete(caller, .failure(.timedOut(.onPermissionsChange))))
        }
        return actions
    }

    /// Whether a transport of that generation is waited for.
    func expectsTransport(_ generation: Int) -> Bool {
        guard case .running(let session) = state, case .connecting = session.state else { return false }
        return generation == self.generation
    }

    private func isCurrent(_ generation: Int) -> Bool {
        guard case .running = state else { return false }
        return generation == self.generation
    }

    // MARK: - Requests

    mutating func request(
        _ caller: UInt64, _ function: FunctionID, json: [UInt8], timeout: Duration?, now: Duration
    ) -> [Action] {
        guard case .running = state else { return [.complete(caller, .failure(.notConnected))] }
        var actions: [Action] = []
        let timeout = timeout ?? configuration.requestTimeout
        withSession(now: now, &actions) {
            $0.request(function, json: json, owner: .caller(caller), timeout: timeout, now: now)
        }
        return actions
    }

    // MARK: - Services

    /// Answers a request of the head unit.
    mutating func respond(_ function: FunctionID, correlationID: Int32, json: [UInt8], now: Duration) -> [Action] {
        var actions: [Action] = []
        withSession(now: now, &actions) {
            $0.say(.response, function, correlationID: correlationID, json: json)
        }
        return actions
    }

    /// Tells the head unit something; nil without a registered session.
    mutating func notify(_ function: FunctionID, json: [UInt8], now: Duration) -> [Action]? {
        guard isRegistered else { return nil }
        var actions: [Action] = []
        withSession(now: now, &actions) { $0.say(.notification, function, correlationID: -1, json: json) }
        return actions
    }
}
