internal import SDLProtocol

// From one session to the next, and what a session's actions mean to the manager.

extension ManagerMachine {
    /// Lets the current session do something and carries on with what comes of it.
    mutating func withSession(
        now: Duration, _ actions: inout [Action], _ body: (inout AppSession) -> [AppSession.Action]
    ) {
        guard case .running = state else { return }
        // Taken out, so that it is held only once and nothing in it is copied.
        guard case .running(var session) = exchange(&state, with: .idle) else { return }
        let results = body(&session)
        stateDeadline = session.nextDeadline
        state = .running(session)
        for result in results { handle(result, now: now, &actions) }
    }

    mutating func connect(now: Duration, _ actions: inout [Action]) {
        generation += 1
        let session = AppSession(
            configuration: AppSession.Configuration(
                registration: configuration.registration(hashID: hashID), deadlines: configuration.deadlines,
                minimumProtocolVersion: configuration.minimumProtocolVersion,
                minimumRPCVersion: configuration.minimumRPCVersion,
                acceptsVehicle: configuration.acceptsVehicle,
                pendingRequestLimit: configuration.pendingRequestLimit, protection: configuration.protection,
                encryptsAllRequests: configuration.encryptsAllRequests),
            now: now)
        stateDeadline = session.nextDeadline
        state = .running(session)
        setPhase(.connecting, &actions)
        actions.append(.connect(generation: generation, timeout: configuration.deadlines.connect))
    }

    private mutating func handle(_ action: AppSession.Action, now: Duration, _ actions: inout [Action]) {
        switch action {
        case .write(let bytes): actions.append(.write(bytes))
        case .closeTransport: actions.append(.closeTransport)
        case .stage(let stage): stageReached(stage, now: now, &actions)
        case .answered(let owner, let outcome): answered(owner, outcome, now: now, &actions)
        case .notification(let message):
            if message.function == .onWayPointChange { wayPointsHeard(&actions) }
            if message.function == .onHashChange { wayPoints.hashChanged() }
            actions.append(.notification(message))
        case .asked(let message): actions.append(.asked(message))
        case .unregistered:
            // The head unit has forgotten the app and its subscriptions.
            changeFacts { $0.hashID = nil }
            hashID = nil
        case .factsChanged: publishFacts(now: now, &actions)
        case .fault(let fault): actions.append(.fault(fault))
        case .dropped(let message): actions.append(.dropped(message))
        case .ended(let reason): sessionEnded(reason, now: now, &actions)
        }
    }

    private mutating func stageReached(_ stage: AppSession.Stage, now: Duration, _ actions: inout [Action]) {
        switch stage {
        case .connecting: setPhase(.connecting, &actions)
        case .negotiating: setPhase(.negotiating, &actions)
        case .registering: setPhase(.registering, &actions)
        case .settingUp:
            let resumption = resumption
            // A hash that came before the answer is one of this session.
            if resumption == .failed { hashID = facts.hashID }
            wayPoints.sessionBegan(isResumed: resumption == .resumed)
            setPhase(.settingUp, &actions)
        case .ready: becameReady(now: now, &actions)
        case .unregistering: setPhase(.unregistering, &actions)
        }
    }

    private mutating func becameReady(now: Duration, _ actions: inout [Action]) {
        readySince = now
        hasBeenReady = true
        publishFacts(now: now, &actions)
        guard let info = sessionInfo else { return }
        setPhase(.ready(info), &actions)
        for caller in starters { actions.append(.complete(caller, .ready(info))) }
        starters = []
    }

    private var sessionInfo: SessionInfo? {
        let facts = facts
        guard let registration = facts.registration else { return nil }
        return SessionInfo(
            generation: generation, protocolVersion: facts.protocolVersion ?? ProtocolVersion(1, 0, 0),
            rpcVersion: facts.rpcVersion, hmiLevel: facts.hmiLevel, vehicle: facts.vehicle,
            resultCode: registration.resultCode, info: registration.info, resumption: resumption)
    }

    /// What became of the subscriptions: only a plain success of a head unit that knows hashes restores them.
    private var resumption: SessionInfo.Resumption {
        guard registrationHash != nil else { return .notRequested }
        let facts = facts
        guard let version = facts.rpcVersion, version >= Self.hashesSince, let code = facts.registration?.resultCode,
            code == .success || code == .warnings
        else { return .failed }
        return .resumed
    }

    /// RegisterAppInterface has the parameter `hashID` since RPC 3.0.
    private static let hashesSince = RPCVersion(3, 0, 0)

    private var registrationHash: String? {
        if case .running(let session) = state { session.configuration.registration.hashID } else { nil }
    }

    private mutating func sessionEnded(_ reason: EndReason, now: Duration, _ actions: inout [Action]) {
        // From here on nothing of the session is known any more, and everybody learns that first.
        state = .ended
        stateDeadline = nil
        capabilities.sessionEnded()
        wayPoints.sessionEnded()
        publishFacts(now: now, &actions)
        // Who comes only to go again at once is tried less and less often.
        if let readySince, now - readySince > configuration.reconnectPolicy.pause(afterFailures: failures) {
            failures = 0
        }
        readySince = nil
        guard case .failed(let error) = reason, !error.isFinal, !wantsStop,
            hasBeenReady || configuration.reconnectPolicy.includesFirstConnection,
            let delay = configuration.reconnectPolicy.delay(afterFailures: failures)
        else {
            finish(wantsStop && !hasFinalError(reason) ? .stopped : reason, &actions)
            return
        }
        failures += 1
        state = .pausing(until: now + delay)
        stateDeadline = now + delay
        setPhase(.reconnecting(after: delay, because: error), &actions)
    }

    private func hasFinalError(_ reason: EndReason) -> Bool {
        if case .failed(let error) = reason { error.isFinal } else { false }
    }

    mutating func finish(_ reason: EndReason, _ actions: inout [Action]) {
        state = .ended
        stateDeadline = nil
        setPhase(.ended(reason), &actions)
        for caller in starters + queryWaiters.keys.sorted() + permissionWaiters.keys.sorted() {
            actions.append(.complete(caller, .failure(reason.error)))
        }
        for caller in stoppers { actions.append(.complete(caller, .done)) }
        starters = []
        queryWaiters = [:]
        permissionWaiters = [:]
        stoppers = []
        permissionWatches = [:]
        availabilityReaders = [:]
        capabilities = CapabilityDesk()
        wayPoints = WayPointSubscription()
        actions.append(.finishAll(reason))
    }

    private mutating func setPhase(_ phase: SessionPhase, _ actions: inout [Action]) {
        self.phase = phase
        actions.append(.phase(phase))
        publishAvailability(&actions)
    }
}
