// The waypoint subscription: when a step is possible, and what the answers mean.

extension ManagerMachine {
    private var wayPointCircumstances: WayPointSubscription.Circumstances {
        guard isReady else { return WayPointSubscription.Circumstances() }
        let facts = facts
        // A head unit that never sent a table leaves only the guide's rule.
        let hasTable = facts.permissions.items != nil
        let isOpen = CapabilityQueryGate.hmiLevel.isOpen(facts)
        func may(_ function: FunctionID) -> Bool {
            hasTable ? facts.permissionSnapshot.isAllowed(function.name) : isOpen
        }
        return WayPointSubscription.Circumstances(
            isReady: true, level: facts.hmiLevel, maySubscribe: may(.subscribeWayPoints),
            mayUnsubscribe: may(.unsubscribeWayPoints),
            isAudible: may(.onWayPointChange), mayGet: may(.getWayPoints))
    }

    mutating func driveWayPoints(now: Duration, _ actions: inout [Action]) {
        while let step = wayPoints.step(wayPointCircumstances) {
            switch step {
            case .subscribe: send(SubscribeWayPoints(), owner: .wayPointSubscription, now: now, &actions)
            case .unsubscribe: send(UnsubscribeWayPoints(), owner: .wayPointUnsubscription, now: now, &actions)
            case .refresh: send(GetWayPoints(wayPointType: .all), owner: .wayPointRefresh, now: now, &actions)
            }
        }
    }

    mutating func wayPointSubscriptionAnswered(
        _ outcome: RequestOutcome, now: Duration, _ actions: inout [Action]
    ) {
        guard isRegistered else { return }
        let error = outcome.failure(of: SubscribeWayPoints.self)
        for reader in wayPoints.subscriptionAnswered(error, wayPointCircumstances) {
            if let error { actions.append(.fail(reader: reader, error)) }
        }
        driveWayPoints(now: now, &actions)
    }

    mutating func wayPointUnsubscriptionAnswered(
        _ outcome: RequestOutcome, now: Duration, _ actions: inout [Action]
    ) {
        guard isRegistered else { return }
        wayPoints.unsubscriptionAnswered(outcome.failure(of: UnsubscribeWayPoints.self), wayPointCircumstances)
        driveWayPoints(now: now, &actions)
    }

    mutating func wayPointRefreshAnswered(_ outcome: RequestOutcome, now: Duration, _ actions: inout [Action]) {
        if outcome.failure(of: GetWayPoints.self)?.mayPass == true {
            wayPoints.refreshFailed(now: now)
            return
        }
        var list: [LocationDetails]?
        if let response = try? outcome.response(to: GetWayPoints.self), response.resultCode != .unsupportedResource {
            list = response.wayPoints ?? []
        }
        let news = wayPoints.refreshed(list)
        for reader in news.readers { actions.append(.wayPoints(reader: reader, news.list)) }
    }

    /// An OnWayPointChange came; the facts have its list.
    mutating func wayPointsHeard(_ actions: inout [Action]) {
        guard let list = facts.wayPoints else { return }
        for reader in wayPoints.heard(list) { actions.append(.wayPoints(reader: reader, list)) }
    }
}

extension RequestOutcome {
    /// Why a request failed; nil if it did not.
    func failure<Request: RPCRequest>(of request: Request.Type) -> SDLError? {
        do throws(SDLError) {
            _ = try response(to: request)
            return nil
        } catch {
            return error
        }
    }
}

extension SDLError {
    /// Whether the same request may succeed a moment later: the navigation was busy, slow or not up to it.
    fileprivate var mayPass: Bool {
        switch self {
        case .timedOut, .tooManyPendingRequests: true
        case .refused(let failure):
            [.inUse, .timedOut, .genericError, .rejected, .tooManyPendingRequests].contains(failure.resultCode)
        default: false
        }
    }
}
