// Queries for capabilities: who waits for one, when one is sent, what its answer means.

extension ManagerMachine {
    /// Whether the head unit would answer a query now; nil if it would, else why not.
    func queryObstacle(_ type: SystemCapabilityType, _ gate: CapabilityQueryGate) -> SDLError? {
        guard isRegistered else { return .notConnected }
        let facts = facts
        // A head unit that tells no version is taken for an old one.
        guard let version = facts.rpcVersion, version >= WayPointSupport.queriesSince else {
            return .capabilityQueriesUnsupported
        }
        guard isReady else { return .notReady }
        // The level says nothing about displays: they are known in NONE too.
        return type == .displays || gate.isOpen(facts) ? nil : .hmiNone
    }

    func wayPointSupport(_ gate: CapabilityQueryGate) -> WayPointSupport {
        WayPointSupport(facts: facts, isRegistered: isRegistered, isReady: isReady, gate: gate)
    }

    /// Asks for a capability on a caller's behalf; callers who ask for the same one share a query.
    mutating func updateCapability(
        _ caller: UInt64, _ type: SystemCapabilityType, _ gate: CapabilityQueryGate, now: Duration
    ) -> [Action] {
        if let obstacle = queryObstacle(type, gate) { return [.complete(caller, .failure(obstacle))] }
        var actions: [Action] = []
        if capabilities.addWaiter(caller, for: type) { query(type, now: now, &actions) }
        return actions
    }

    mutating func waitUntilQueryable(_ caller: UInt64, _ gate: CapabilityQueryGate) -> [Action] {
        switch state {
        case .idle, .ended: return [.complete(caller, .failure(.notConnected))]
        case .running, .pausing: break
        }
        queryWaiters[caller] = gate
        var actions: [Action] = []
        releaseQueryWaiters(&actions)
        return actions
    }

    mutating func releaseQueryWaiters(_ actions: inout [Action]) {
        guard !queryWaiters.isEmpty, isReady else { return }
        let facts = facts
        for (caller, gate) in queryWaiters.sorted(by: { $0.key < $1.key }) where gate.isOpen(facts) {
            queryWaiters[caller] = nil
            actions.append(.complete(caller, .done))
        }
    }

    /// Asks for what readers want to know and was not asked yet.
    mutating func serveCapabilityReaders(now: Duration, _ actions: inout [Action]) {
        let facts = facts
        for type in capabilities.wanted(facts) where queryObstacle(type, .hmiLevel) == nil {
            capabilities.noteAttempt(type)
            query(type, now: now, &actions)
        }
    }

    private mutating func query(_ type: SystemCapabilityType, now: Duration, _ actions: inout [Action]) {
        let facts = facts
        let subscribes =
            type != .displays && capabilities.hasReaders(of: type) && !facts.capabilities.subscribed.contains(type)
            && (facts.rpcVersion.map { $0 >= WayPointSupport.subscriptionsSince } ?? false)
        capabilities.begin(type, subscribes: subscribes)
        let request = GetSystemCapability(systemCapabilityType: type, subscribe: subscribes ? true : nil)
        send(request, owner: .capability(type), now: now, &actions)
    }

    mutating func unsubscribe(_ type: SystemCapabilityType, now: Duration, _ actions: inout [Action]) {
        guard facts.capabilities.subscribed.contains(type) else { return }
        changeFacts { $0.capabilities.setSubscribed(false, type) }
        let request = GetSystemCapability(systemCapabilityType: type, subscribe: false)
        send(request, owner: .capabilityUnsubscription(type), now: now, &actions)
    }

    mutating func capabilityAnswered(
        _ type: SystemCapabilityType, _ outcome: RequestOutcome, now: Duration, _ actions: inout [Action]
    ) {
        let (waiters, subscribes) = capabilities.end(type)
        var completion: Completion
        do throws(SDLError) {
            let response = try outcome.response(to: GetSystemCapability.self)
            guard let capability = response.systemCapability, capability.systemCapabilityType == type else {
                throw .unknownCapability(type)
            }
            completion = .capability(capability)
            changeFacts { facts in
                facts.capabilities.store(capability)
                if subscribes { facts.capabilities.setSubscribed(true, type) }
            }
        } catch {
            completion = .failure(error)
        }
        // First everybody who reads, then those who asked.
        publishFacts(now: now, &actions)
        for waiter in waiters { actions.append(.complete(waiter, completion)) }
        if subscribes, !capabilities.hasReaders(of: type) { unsubscribe(type, now: now, &actions) }
    }

    // MARK: - Inside

    mutating func send<Request: RPCRequest>(
        _ request: Request, owner: RequestOwner, now: Duration, _ actions: inout [Action]
    ) {
        guard let json = try? request.encodedJSON() else { return }
        let timeout = configuration.requestTimeout
        withSession(now: now, &actions) {
            $0.request(Request.functionID, json: json, owner: owner, timeout: timeout, now: now)
        }
    }

    mutating func changeFacts(_ body: (inout SessionFacts) -> Void) {
        guard case .running(var session) = state else { return }
        state = .idle
        body(&session.facts)
        state = .running(session)
    }

    mutating func answered(
        _ owner: RequestOwner, _ outcome: RequestOutcome, now: Duration, _ actions: inout [Action]
    ) {
        switch owner {
        case .caller(let caller):
            switch outcome {
            case .answer(let json): actions.append(.complete(caller, .answer(json)))
            case .failure(let error): actions.append(.complete(caller, .failure(error)))
            }
        case .capability(let type): capabilityAnswered(type, outcome, now: now, &actions)
        case .wayPointSubscription: wayPointSubscriptionAnswered(outcome, now: now, &actions)
        case .wayPointUnsubscription: wayPointUnsubscriptionAnswered(outcome, now: now, &actions)
        case .wayPointRefresh: wayPointRefreshAnswered(outcome, now: now, &actions)
        case .capabilityUnsubscription, .registration, .unregistration: break
        }
    }
}
