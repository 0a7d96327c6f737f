internal import Formats

// Other requests to the navigation: SendLocation (since RPC 3.0) and the guidance of turn-by-turn apps.
extension HeadUnitMachine {
    /// The texts that the display must have a field for.
    private static let shownTexts = ["locationName", "locationDescription", "addressLines", "phoneNumber"]

    mutating func sendLocation(_ context: RequestContext, _ parameters: JSONValue, allowed: Set<String>?) {
        guard let app = apps[context.key], case .object(var members) = parameters else { return }
        let refused = members.keys.filter { allowed?.contains($0) == false }.sorted()
        for name in refused { members[name] = nil }
        if configuration.quirks.contains(.losesSendLocationParameters) {
            members["address"] = nil
            if allowed?.contains("deliveryMode") == true { members["deliveryMode"] = nil }
        }
        for name in Self.shownTexts where members[name] != nil {
            guard facts.hasTextField(name) else {
                respond(context, .failure("UNSUPPORTED_RESOURCE"))
                return
            }
        }
        let hasPlace = members["latitudeDegrees"] != nil && members["longitudeDegrees"] != nil
        guard Self.textsAreClean(members), hasPlace || members["address"] != nil else {
            respond(context, .failure("INVALID_DATA"))
            return
        }
        guard isServed(.sendLocation, for: context) else { return }
        members["appID"] = .int(Int64(app.hmiAppID))
        if case .object(var time) = members["timeStamp"] {
            for name in ["tz_hour", "tz_minute"] where time[name] == nil { time[name] = 0 }
            members["timeStamp"] = .object(time)
        }
        if let image = members["locationImage"] { members["locationImage"] = stored(image, of: app) }
        let info = refused.isEmpty ? nil : InfoText.disallowed(refused)
        ask(.sendLocation, parameters: .object(members), for: .forwarded(context, refusedParameters: info))
    }

    /// Whether all texts of a request are fit to be shown; empty ones are not, except the smallest district.
    private static func textsAreClean(_ members: [String: JSONValue]) -> Bool {
        members.allSatisfy { name, value in
            switch value {
            case .string(let text): name == "subAdministrativeArea" || text.isCleanText
            case .array(let elements): elements.allSatisfy { $0.stringValue?.isCleanText ?? true }
            case .object(let inner): textsAreClean(inner)
            case .null, .bool, .int, .double: true
            }
        }
    }

    /// An image of the app, told to the HMI by its path in the head unit's storage.
    private func stored(_ image: JSONValue, of app: RegisteredApp) -> JSONValue {
        guard case .object(var members) = image, members["imageType"] == "DYNAMIC",
            let name = members["value"]?.stringValue
        else { return image }
        let device = devices.id(of: app.device)
        members["value"] = .string("\(configuration.storagePath)/\(app.policyID)_\(device)/\(name)")
        return .object(members)
    }

    mutating func finishForwarded(_ context: RequestContext, _ refusal: String?, _ answer: JudgedAnswer?) {
        guard isStillRegistered(context) else { return }
        var outcome =
            answer.map { Outcome($0) } ?? .failure("GENERIC_ERROR", info: InfoText.silent("Navigation"))
        if outcome.isSuccess, let refusal { outcome.info = refusal }
        respond(context, outcome)
    }

    // MARK: Guidance

    mutating func forwardGuidance(_ context: RequestContext, _ parameters: JSONValue) {
        guard let app = apps[context.key], case .object(var members) = parameters else { return }
        let method = HMIMethod(rawValue: "Navigation." + context.name)
        guard isServed(method, for: context) else { return }
        guard method != .showConstantTBT || !members.isEmpty else {
            respond(context, .failure("INVALID_DATA"))
            return
        }
        let spoken = method == .alertManeuver ? members.removeValue(forKey: "ttsChunks") : nil
        if method == .showConstantTBT { Self.collectTexts(&members) }
        if method == .updateTurnList { Self.nameTurns(&members) }
        members["appID"] = .int(Int64(app.hmiAppID))
        ask(method, parameters: .object(members), for: .forwarded(context, refusedParameters: nil))
        // What is to be said is another component's part, and the app's answer does not wait for it.
        if let spoken, isAvailable(.speak) {
            ask(
                .speak,
                parameters: [
                    "appID": .int(Int64(app.hmiAppID)), "speakType": "ALERT_MANEUVER", "ttsChunks": spoken,
                ], for: .none)
        }
    }

    /// Apps give each text a member of its own, the HMI gets a list.
    private static func collectTexts(_ members: inout [String: JSONValue]) {
        let fields = [
            ("navigationText1", "navigationText1"), ("navigationText2", "navigationText2"), ("eta", "ETA"),
            ("totalDistance", "totalDistance"), ("timeToDestination", "timeToDestination"),
        ]
        var texts: [JSONValue] = []
        for (name, field) in fields {
            guard let text = members.removeValue(forKey: name) else { continue }
            texts.append(["fieldName": .string(field), "fieldText": text])
        }
        members["navigationTexts"] = .array(texts)
    }

    private static func nameTurns(_ members: inout [String: JSONValue]) {
        guard let turns = members["turnList"]?.arrayValue else { return }
        members["turnList"] = .array(
            turns.map { turn in
                guard case .object(var item) = turn, let text = item["navigationText"] else { return turn }
                item["navigationText"] = ["fieldName": "turnText", "fieldText": text]
                return .object(item)
            })
    }

    /// The navigation tells guidance apps what it wants.
    mutating func guidanceStateChanged(_ parameters: JSONValue) {
        guard
            case .valid(let valid, _) = hmiSpec.validate(
                parameters, function: HMIMethod.onTBTClientState.rawValue, kind: .notification),
            let state = valid["state"]
        else { return }
        notify(order, "OnTBTClientState", ["state": state])
    }
}
