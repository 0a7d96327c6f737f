internal import Formats

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
            isReady: true, level: facts.hmiLevel, hasTable: hasTable, maySubscribe: may(.subscribeWayPoints),
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
        for reader in wayPoints.subscriptionAnswered(error) {
            if let error { actions.append(.fail(reader: reader, error)) }
        }
        driveWayPoints(now: now, &actions)
    }

    mutating func wayPointUnsubscriptionAnswered(
        _ outcome: RequestOutcome, now: Duration, _ actions: inout [Action]
    ) {
        guard isRegistered else { return }
        wayPoints.unsubscriptionAnswered(outcome.failure(of: UnsubscribeWayPoints.self))
        driveWayPoints(now: now, &actions)
    }

    mutating func wayPointRefreshAnswered(_ outcome: RequestOutcome, now: Duration, _ actions: inout [Action]) {
        // Whatever came of this question, changes may have been missed while it was open.
        defer { driveWayPoints(now: now, &actions) }
        var list: [LocationDetails]?
        do throws(SDLError) {
            list = try outcome.wayPoints()
        } catch {
            if error.mayPass {
                wayPoints.refreshFailed(now: now)
                return
            }
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
    /// Reads the answer to GetWayPoints, element by element where the list as a whole cannot be read.
    ///
    /// - Parameter lastAnswer: What was read before, where that may help.
    /// - Returns: The list; empty without one, which means that there is no route.
    /// - Throws: ``SDLError/noNavigationSource(_:)`` if nothing can tell waypoints, ``SDLError/invalidResponse(_:_:)`` if
    ///   there is a list of which nothing can be read, and what ``response(to:)`` throws.
    func wayPoints(_ lastAnswer: LastAnswer? = nil) throws(SDLError) -> [LocationDetails] {
        let response: GetWayPointsResponse
        do throws(SDLError) {
            response =
                if let lastAnswer {
                    try lastAnswer.response(of: self, to: GetWayPoints.self)
                } else {
                    try self.response(to: GetWayPoints.self)
                }
        } catch {
            if case .refused(let failure) = error, failure.resultCode == .unsupportedResource {
                throw .noNavigationSource(failure)
            }
            throw error
        }
        // Head units say this with success true as well as false.
        guard response.resultCode != .unsupportedResource else {
            throw .noNavigationSource(RPCFailure(response, function: .getWayPoints))
        }
        if let list = response.wayPoints { return list }
        guard case .answer(let text) = self, let json = try? JSONValue(parsing: text, options: .fromHeadUnit),
            let value = json["wayPoints"]
        else { return [] }
        guard let list = [LocationDetails](lenient: value) else {
            let isList = value.arrayValue != nil
            let problem = RPCDecodingError.Problem.wrongType(
                expected: isList ? "object" : "array", found: (isList ? value[0] : value)?.kind ?? .null)
            throw .invalidResponse(
                .getWayPoints, RPCDecodingError(path: isList ? "wayPoints.0" : "wayPoints", problem: problem))
        }
        return list
    }

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
