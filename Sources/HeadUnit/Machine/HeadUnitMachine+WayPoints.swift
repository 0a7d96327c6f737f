internal import Formats
internal import SDLSpec

// Waypoints: GetWayPoints, SubscribeWayPoints, UnsubscribeWayPoints and OnWayPointChange (RPC spec, since 4.1) as a
// stock head unit serves them: one subscription at the HMI however many apps want to hear, the last list kept for
// late subscribers, and everything the navigation says forwarded as it stands.
extension HeadUnitMachine {
    mutating func getWayPoints(_ context: RequestContext, _ parameters: JSONValue) {
        guard let app = apps[context.key] else { return }
        guard isAvailable(.getWayPoints) else {
            respond(context, .failure("UNSUPPORTED_RESOURCE", info: InfoText.navigationUnsupported))
            return
        }
        hold(context)
        ask(
            .getWayPoints,
            parameters: [
                "appID": .int(Int64(app.hmiAppID)), "wayPointType": parameters["wayPointType"] ?? "ALL",
            ], for: .getWayPoints(context))
    }

    mutating func finishGetWayPoints(_ context: RequestContext, _ answer: JudgedAnswer?) {
        guard let answer else {
            respond(context, .failure("GENERIC_ERROR", info: InfoText.navigationSilent))
            return
        }
        var members: [String: JSONValue] = [:]
        // A refusal inside a result still carries the list; that is how it was recorded.
        if let wayPoints = answer.members["wayPoints"] { members["wayPoints"] = wayPoints }
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
        guard isAvailable(.subscribeWayPoints) else {
            respond(context, .failure("UNSUPPORTED_RESOURCE", info: InfoText.navigationUnsupported))
            return
        }
        hold(context)
        ask(.subscribeWayPoints, for: .subscribeWayPoints(context))
    }

    mutating func finishSubscribeWayPoints(_ context: RequestContext, _ answer: JudgedAnswer?) {
        guard let answer else {
            respond(context, .failure("GENERIC_ERROR", info: InfoText.requestTimedOut))
            return
        }
        guard answer.isSuccess else {
            respond(context, Outcome(answer))
            return
        }
        wayPoints.isHMISubscribed = true
        // The app may be gone by now; then nobody needs the subscription.
        guard apps[context.key] != nil else {
            if wayPoints.subscribers.isEmpty { unsubscribeHMI() }
            return
        }
        completeSubscription(context, Outcome(answer))
    }

    /// Subscribes an app: the known list first, then the response, then the new hash.
    private mutating func completeSubscription(_ context: RequestContext, _ outcome: Outcome) {
        wayPoints.subscribers.insert(context.key)
        if let cached = wayPoints.cached { notify(context.key, "OnWayPointChange", ["wayPoints": cached]) }
        respond(context, outcome)
        changeHash(of: context.key)
    }

    mutating func unsubscribeWayPoints(_ context: RequestContext) {
        guard wayPoints.subscribers.contains(context.key) else {
            respond(context, .failure("IGNORED"))
            return
        }
        // Overlapping requests of the last two: the second one asks, since the first has already left.
        guard wayPoints.subscribers.count == 1, wayPoints.isHMISubscribed else {
            completeUnsubscription(context, .success)
            return
        }
        guard isAvailable(.unsubscribeWayPoints) else {
            respond(context, .failure("UNSUPPORTED_RESOURCE", info: InfoText.navigationUnsupported))
            return
        }
        hold(context)
        ask(.unsubscribeWayPoints, for: .unsubscribeWayPoints(context))
    }

    mutating func finishUnsubscribeWayPoints(_ context: RequestContext, _ answer: JudgedAnswer?) {
        guard let answer else {
            respond(context, .failure("GENERIC_ERROR", info: InfoText.requestTimedOut))
            return
        }
        guard answer.isSuccess else {
            respond(context, Outcome(answer))  // and the app stays subscribed
            return
        }
        // Another app may have subscribed while the HMI was asked: then its subscription has to be made again.
        wayPoints.isHMISubscribed = false
        completeUnsubscription(context, Outcome(answer))
        if !wayPoints.subscribers.isEmpty {
            wayPoints.isHMISubscribed = true
            ask(.subscribeWayPoints, for: .none)
        }
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

    private mutating func unsubscribeHMI() {
        wayPoints.isHMISubscribed = false
        ask(.unsubscribeWayPoints, for: .none)
    }

    /// The navigation tells a new list.
    mutating func wayPointsChanged(_ parameters: JSONValue) {
        guard
            case .valid(let valid, _) = hmiSpec.validate(
                parameters, function: HMIMethod.onWayPointChange.rawValue, kind: .notification),
            let list = valid["wayPoints"]
        else { return }
        guard !wayPoints.subscribers.isEmpty else { return }
        wayPoints.cached = list
        notify(wayPoints.subscribers.sorted(), "OnWayPointChange", ["wayPoints": list])
    }
}

extension Outcome {
    init(_ answer: JudgedAnswer) {
        self.init(resultCode: answer.resultCode, isSuccess: answer.isSuccess, info: answer.info)
    }
}
