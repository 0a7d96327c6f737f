internal import Formats
internal import SDLSpec

// Vehicle data: GetVehicleData, SubscribeVehicleData, UnsubscribeVehicleData, OnVehicleData (head unit behaviour 11).
extension HeadUnitMachine {
    /// The items of a request, by what the policy says of them.
    private struct Items {
        var allowed: [String] = []
        var refused: [String] = []
        var declined: [String] = []

        /// The info about what is not allowed.
        var refusal: String? {
            let texts =
                (refused.isEmpty ? [] : [InfoText.disallowed(refused)])
                + (declined.isEmpty ? [] : [InfoText.disallowed(declined, byUser: true)])
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        }

        var isNothing: Bool { allowed.isEmpty && refused.isEmpty && declined.isEmpty }
        var deniedCode: String { refused.isEmpty ? "USER_DISALLOWED" : "DISALLOWED" }
    }

    private func items(_ context: RequestContext, _ parameters: JSONValue, allowed: Set<String>?) -> Items {
        var items = Items()
        guard let app = apps[context.key] else { return items }
        for (name, value) in (parameters.objectValue ?? [:]).sorted(by: { $0.key < $1.key }) where value == true {
            if allowed?.contains(name) != false {
                items.allowed.append(name)
                continue
            }
            let decision = app.permissions.decision(rpc: context.name, parameter: name, level: app.status.level)
            if case .userDisallowed = decision { items.declined.append(name) } else { items.refused.append(name) }
        }
        return items
    }

    /// Asks the HMI about items, and remembers what for.
    mutating func askVehicle(_ method: HMIMethod, items: [String], for purpose: PendingHMIRequest.Purpose) {
        let parameters = JSONValue.object(Dictionary(items.map { ($0, true) }) { first, _ in first })
        ask(method, parameters: parameters, for: purpose)
    }

    // MARK: Once

    mutating func getVehicleData(_ context: RequestContext, _ parameters: JSONValue, allowed: Set<String>?) {
        guard !exceedsVehicleDataLimit(context.key) else {
            respond(context, .failure("REJECTED"))
            return
        }
        let items = items(context, parameters, allowed: allowed)
        guard !items.isNothing else {
            respond(context, .failure("INVALID_DATA"))
            return
        }
        guard !items.allowed.isEmpty else {
            respond(context, .failure(items.deniedCode, info: items.refusal))
            return
        }
        guard isServed(.getVehicleData, for: context) else { return }
        askVehicle(
            .getVehicleData, items: items.allowed,
            for: .vehicleData(
                VehicleDataRequest(context: context, kind: .get, asked: items.allowed, refusal: items.refusal)))
    }

    /// Counts within the running second of the clock, as sdl_core does.
    private mutating func exceedsVehicleDataLimit(_ key: AppKey) -> Bool {
        guard configuration.vehicleDataLimit > 0, var counter = apps[key]?.vehicleDataRequests else { return false }
        let second = now.components.seconds
        counter = counter.second == second ? (second, counter.count + 1) : (second, 1)
        apps[key]?.vehicleDataRequests = counter
        return counter.count > configuration.vehicleDataLimit
    }

    // MARK: Subscriptions

    mutating func subscribeVehicleData(_ context: RequestContext, _ parameters: JSONValue, allowed: Set<String>?) {
        let items = items(context, parameters, allowed: allowed)
        guard !items.isNothing else {
            respond(context, .failure("INVALID_DATA", info: "No data in the request"))
            return
        }
        var members = denied(items)
        let own = vehicleData.items(of: context.key)
        let known = items.allowed.filter { own.contains($0) }
        let new = items.allowed.filter { !own.contains($0) }
        for item in known { members[item] = Self.state(of: item, "DATA_ALREADY_SUBSCRIBED") }
        guard !new.isEmpty else {
            let code = known.isEmpty ? items.deniedCode : "IGNORED"
            let objection = known.isEmpty ? nil : "Already subscribed on provided VehicleData."
            respond(context, .failure(code, info: Self.joined(objection, items.refusal)), members: members)
            return
        }
        guard isServed(.subscribeVehicleData, for: context) else { return }
        let asked = new.filter { !vehicleData.isSent($0) }
        let request = VehicleDataRequest(
            context: context, kind: .subscribe, asked: asked, shared: new.filter { !asked.contains($0) },
            members: members, refusal: items.refusal,
            objection: known.isEmpty ? nil : "Already subscribed on some provided VehicleData.")
        if asked.isEmpty {
            complete(request)
        } else {
            askVehicle(.subscribeVehicleData, items: asked, for: .vehicleData(request))
        }
    }

    mutating func unsubscribeVehicleData(_ context: RequestContext, _ parameters: JSONValue, allowed: Set<String>?) {
        let items = items(context, parameters, allowed: allowed)
        guard !items.isNothing else {
            respond(context, .failure("INVALID_DATA", info: "No data in the request."))
            return
        }
        var members = denied(items)
        let own = vehicleData.items(of: context.key)
        let unknown = items.allowed.filter { !own.contains($0) }
        let known = items.allowed.filter { own.contains($0) }
        for item in unknown { members[item] = Self.state(of: item, "DATA_NOT_SUBSCRIBED") }
        let objection = unknown.isEmpty ? nil : "Some provided VehicleData was not subscribed."
        guard !known.isEmpty else {
            let code = unknown.isEmpty ? items.deniedCode : "IGNORED"
            respond(context, .failure(code, info: Self.joined(objection, items.refusal)), members: members)
            return
        }
        guard isServed(.unsubscribeVehicleData, for: context) else { return }
        // Until the HMI agrees the app stays subscribed.
        let asked = known.filter { vehicleData.isSent($0) && !vehicleData.isShared($0) }
        let request = VehicleDataRequest(
            context: context, kind: .unsubscribe, asked: asked, shared: known.filter { !asked.contains($0) },
            members: members, refusal: items.refusal, objection: objection)
        if asked.isEmpty {
            complete(request)
        } else {
            askVehicle(.unsubscribeVehicleData, items: asked, for: .vehicleData(request))
        }
    }

    private func denied(_ items: Items) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for item in items.refused { members[item] = Self.state(of: item, "DISALLOWED") }
        for item in items.declined { members[item] = Self.state(of: item, "USER_DISALLOWED") }
        return members
    }

    private static func state(of item: String, _ code: String) -> JSONValue {
        ["dataType": .string(VehicleDataSubscriptions.dataType(of: item)), "resultCode": .string(code)]
    }

    private static func joined(_ objection: String?, _ refusal: String?) -> String? {
        let texts = [objection, refusal].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    /// A subscription or its end that worked, at least in part; only now it takes effect.
    ///
    /// - Parameters:
    ///   - request: What the app asked for.
    ///   - granted: The items that the HMI did as asked.
    private mutating func complete(_ request: VehicleDataRequest, granted: [String] = []) {
        let key = request.context.key
        var request = request
        for item in request.shared { request.members[item] = Self.state(of: item, "SUCCESS") }
        // While the HMI was asked the other apps may have gone, or come.
        var toRenew: [String] = []
        var toGiveBack: [String] = []
        if request.kind == .subscribe {
            toRenew = request.shared.filter { !vehicleData.isSent($0) }
            for item in request.shared + granted { vehicleData.add(item, for: key) }
            for item in granted { vehicleData.note(item, isSent: true) }
        } else {
            let sent = request.shared.filter(vehicleData.isSent)
            for item in request.shared + granted { vehicleData.remove(item, of: key) }
            toGiveBack = sent
            toRenew = granted
        }
        let outcome = Outcome(
            resultCode: request.objection == nil ? "SUCCESS" : "IGNORED", isSuccess: true,
            info: Self.joined(request.objection, request.refusal))
        respond(request.context, outcome, members: request.members)
        changeHash(of: key)
        renewVehicleData(toRenew)
        giveBack(toGiveBack)
    }

    // MARK: Answers of the HMI

    mutating func finishVehicleData(_ request: VehicleDataRequest, _ answer: JudgedAnswer?) {
        guard isStillRegistered(request.context) else {
            // A subscription that nobody wants any more is given back.
            if request.kind == .subscribe, answer?.isSuccess == true { giveBack(request.asked) }
            if request.kind == .unsubscribe { renewVehicleData(Self.granted(request.asked, by: answer)) }
            return
        }
        guard let answer else {
            respond(request.context, .failure("GENERIC_ERROR", info: InfoText.silent("VehicleInfo")))
            return
        }
        switch request.kind {
        case .get: finishGet(request, answer)
        case .subscribe, .unsubscribe: finishChange(request, answer)
        }
    }

    private mutating func finishGet(_ request: VehicleDataRequest, _ answer: JudgedAnswer) {
        let context = request.context
        var members = answer.members.filter { request.asked.contains($0.key) }
        let hadEmpty = members.contains { $0.value.objectValue?.isEmpty == true }
        members = members.filter { $0.value.objectValue?.isEmpty != true }
        members = completed(members, function: "GetVehicleData", kind: .response)
        var outcome = Outcome(answer)
        if answer.resultCode == "DATA_NOT_AVAILABLE" {
            outcome.resultCode = "VEHICLE_DATA_NOT_AVAILABLE"
            outcome.isSuccess = !members.isEmpty
        } else if answer.isSuccess, members.isEmpty {
            outcome = .failure("GENERIC_ERROR", info: InfoText.noVehicleData)
        } else if answer.isSuccess, hadEmpty {
            outcome = Outcome(resultCode: "WARNINGS", isSuccess: true, info: InfoText.someVehicleDataMissing)
        }
        if outcome.isSuccess, let refusal = request.refusal {
            outcome.info = Self.joined(outcome.info, refusal)
        }
        respond(context, outcome, members: members)
    }

    private mutating func finishChange(_ request: VehicleDataRequest, _ answer: JudgedAnswer) {
        let isSubscription = request.kind == .subscribe
        guard answer.isSuccess else {
            respond(request.context, Outcome(answer), members: request.members)
            return
        }
        var request = request
        var isComplete = answer.resultCode != "UNSUPPORTED_RESOURCE"
        for item in request.asked {
            guard answer.members[item]?["resultCode"]?.stringValue != nil else {
                isComplete = false
                continue
            }
            request.members[item] = answer.members[item]
        }
        let granted = Self.granted(request.asked, by: answer)
        guard isComplete else {
            let text = "\(isSubscription ? "Subscription" : "Unsubscription") failed for some Vehicle data"
            respond(request.context, .failure("GENERIC_ERROR", info: text), members: request.members)
            // The app was told that nothing has changed, so nothing may have changed at the HMI.
            if isSubscription { giveBack(granted) } else { renewVehicleData(granted) }
            return
        }
        complete(request, granted: granted)
    }

    /// The items that the HMI did as asked.
    private static func granted(_ items: [String], by answer: JudgedAnswer?) -> [String] {
        guard let answer, answer.isSuccess else { return [] }
        return items.filter { answer.members[$0]?["resultCode"] == "SUCCESS" }
    }

    // MARK: Items that crossed

    /// The HMI sends items that an app is not subscribed to after all.
    private mutating func giveBack(_ items: [String]) {
        let unwanted = items.filter { !vehicleData.isSubscribed($0) }
        if !unwanted.isEmpty { askVehicle(.unsubscribeVehicleData, items: unwanted, for: .none) }
    }

    /// The HMI has ended items; those that apps want, who came while it was asked, are asked for again.
    private mutating func renewVehicleData(_ items: [String]) {
        let wanted = items.filter { vehicleData.isSubscribed($0) }
        guard !wanted.isEmpty else { return }
        askVehicle(.subscribeVehicleData, items: wanted, for: .renewVehicleData(wanted))
    }

    /// Only what the HMI grants counts: the next app that wants the rest asks for it anew.
    mutating func finishRenewVehicleData(_ items: [String], _ answer: JudgedAnswer?) {
        let granted = Self.granted(items, by: answer)
        for item in items { vehicleData.note(item, isSent: granted.contains(item)) }
    }
}
