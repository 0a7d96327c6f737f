internal import Formats
internal import SDLSpec

// Waypoints: GetWayPoints, SubscribeWayPoints, UnsubscribeWayPoints and OnWayPointChange (RPC spec, since 4.1) as a
// stock head unit serves them: one subscription at the HMI however many apps want to hear, the last list kept for
// late subscribers, and everything the navigation says forwarded as it stands.
extension HeadUnitMachine {
    mutating func getWayPoints(_ context: RequestContext, _ parameters: JSONValue) {
        guard let app = apps[context.key], isServed(.getWayPoints, for: context) else { return }
        ask(
            .getWayPoints,
            parameters: [
                "appID": .int(Int64(app.hmiAppID)), "wayPointType": parameters["wayPointType"] ?? "ALL",
            ], for: .getWayPoints(context))
    }

    mutating func finishGetWayPoints(_ context: RequestContext, _ answer: JudgedAnswer?) {
        guard isStillRegistered(context) else { return }
        guard let answer else {
            respond(context, .failure("GENERIC_ERROR", info: InfoText.silent("Navigation")))
            return
        }
        var members: [String: JSONValue] = [:]
        // A refusal inside a result still carries the list; that is how it was recorded.
        members["wayPoints"] = answer.members["wayPoints"]
        respond(context, Outcome(answer), members: members)
    }

    mutating func subscribeWayPoints(_ context: RequestContext) {
        guard !wayPoints.subscribers.contains(context.key) else {
            respond(context, .failure("IGNORED"))
            return
        }
        guard !wayPoints.isHMISubscribed else {
            completeSubscription(context, .success)
            return
        }
        guard isServed(.subscribeWayPoints, for: context) else { return }
        ask(.subscribeWayPoints, for: .subscribeWayPoints(context))
    }

    mutating func finishSubscribeWayPoints(_ context: RequestContext, _ answer: JudgedAnswer?) {
        guard let answer, answer.isSuccess else {
            guard isStillRegistered(context) else { return }
            if let outcome = outcomeByService(answer) {
                completeSubscription(context, outcome)
                return
            }
            respond(context, answer.map(Outcome.init) ?? .failure("GENERIC_ERROR", info: InfoText.requestTimedOut))
            return
        }
        wayPoints.isHMISubscribed = true
        // The app may be gone by now; then nobody needs the subscription.
        guard isStillRegistered(context) else {
            if wayPoints.subscribers.isEmpty { unsubscribeHMI() }
            return
        }
        completeSubscription(context, Outcome(answer))
    }

    /// Subscribes an app: the known list first, then the response, then the new hash.
    private mutating func completeSubscription(_ context: RequestContext, _ outcome: Outcome) {
        wayPoints.subscribers.insert(context.key)
        let known = services.wayPointProvider == nil ? wayPoints.cached : wayPoints.provided
        if let cached = known { notify(context.key, "OnWayPointChange", ["wayPoints": cached]) }
        respond(context, outcome)
        changeHash(of: context.key)
    }

    mutating func unsubscribeWayPoints(_ context: RequestContext) {
        guard wayPoints.subscribers.contains(context.key) else {
            respond(context, .failure("IGNORED"))
            return
        }
        guard wayPoints.subscribers.count == 1, wayPoints.isHMISubscribed else {
            completeUnsubscription(context, .success)
            return
        }
        guard isServed(.unsubscribeWayPoints, for: context) else { return }
        ask(.unsubscribeWayPoints, for: .unsubscribeWayPoints(context))
    }

    mutating func finishUnsubscribeWayPoints(_ context: RequestContext, _ answer: JudgedAnswer?) {
        guard let answer, answer.isSuccess else {
            guard isStillRegistered(context) else { return }
            if let outcome = outcomeByService(answer) {
                completeUnsubscription(context, outcome)
                return
            }
            // A refusal leaves the app subscribed.
            respond(context, answer.map(Outcome.init) ?? .failure("GENERIC_ERROR", info: InfoText.requestTimedOut))
            return
        }
        wayPoints.isHMISubscribed = false
        if isStillRegistered(context) { completeUnsubscription(context, Outcome(answer)) }
        // Another app may have subscribed while the HMI was asked: then the subscription has to be made again.
        if !wayPoints.subscribers.isEmpty { ask(.subscribeWayPoints, for: .renewWayPoints) }
    }

    /// A failure of the HMI matters little while an app provides the waypoints.
    private func outcomeByService(_ answer: JudgedAnswer?) -> Outcome? {
        guard services.wayPointProvider != nil else { return nil }
        return Outcome(
            resultCode: "WARNINGS", isSuccess: true,
            info: answer.map(\.info) ?? InfoText.requestTimedOutButServed)
    }

    /// The subscription that was made again for the apps that stayed: only what the HMI grants counts.
    mutating func finishRenewWayPoints(_ answer: JudgedAnswer?) {
        guard answer?.isSuccess == true else { return }
        wayPoints.isHMISubscribed = true
        if wayPoints.subscribers.isEmpty { unsubscribeHMI() }
    }

    private mutating func completeUnsubscription(_ context: RequestContext, _ outcome: Outcome) {
        _ = wayPoints.remove(context.key)
        respond(context, outcome)
        changeHash(of: context.key)
    }

    /// Takes an app that is going away out of the subscriptions.
    mutating func forgetWayPoints(of key: AppKey) {
        guard wayPoints.subscribers.contains(key) else { return }
        if wayPoints.remove(key) {
            unsubscribeHMI()
        } else if configuration.quirks.contains(.forgetsHMISubscription) {
            wayPoints.isHMISubscribed = false
        }
    }

    mutating func unsubscribeHMI() {
        wayPoints.isHMISubscribed = false
        if isAvailable(.unsubscribeWayPoints) { ask(.unsubscribeWayPoints, for: .none) }
    }

    /// The navigation tells a new list.
    mutating func wayPointsChanged(_ parameters: JSONValue) {
        guard
            case .valid(let valid, _) = hmiSpec.validate(
                parameters, function: HMIMethod.onWayPointChange.rawValue, kind: .notification),
            let list = valid["wayPoints"]
        else { return }
        // While an app provides the navigation the HMI's is not heard.
        guard !wayPoints.subscribers.isEmpty, services.wayPointProvider == nil else { return }
        wayPoints.cached = list
        notify(wayPoints.subscribers.keys, "OnWayPointChange", ["wayPoints": list])
    }

    // MARK: Shared with other RPCs of the navigation

    /// Whether the component for a request works; if not, the request is refused.
    mutating func isServed(_ method: HMIMethod, for context: RequestContext) -> Bool {
        if isAvailable(method) { return true }
        respond(context, .failure("UNSUPPORTED_RESOURCE", info: InfoText.unsupported(method.interface)))
        return false
    }

    /// Whether the app that asked is still there, in the registration that asked, and still waits.
    func isStillRegistered(_ context: RequestContext) -> Bool {
        guard let app = apps[context.key], app.serial == context.registration else { return false }
        return app.pendingCorrelationIDs.contains(context.correlationID)
    }
}
