internal import Formats
internal import SDLProtocol
internal import SDLSpec

// RegisterAppInterface: the checks in their order, the version both sides speak, the response, and what follows it.
extension HeadUnitMachine {
    /// The lowest version an app is told by a module of 5.0 or later, however old the app says it is.
    private static let lowestNegotiated = RPCVersion(4, 5, 1)

    mutating func register(
        _ context: RequestContext, _ parameters: JSONValue, version: UInt8, isKnownSession: Bool
    ) {
        guard isKnownSession else {
            respond(context, .failure("GENERIC_ERROR", info: InfoText.unknownSession))
            return
        }
        guard var request = Registration(parameters), let device = links[context.key.link]?.device else {
            refuseRegistration(context, .failure("INVALID_DATA"))
            return
        }
        guard !barred.contains(NameClaims.Claim(.appID, request.policyID, on: device)) else {
            refuseRegistration(context, .failure("TOO_MANY_PENDING_REQUESTS"))
            return
        }
        guard !names.isTaken(.appID, request.policyID, on: device) else {
            // Ids are kept in lower case; one that is written otherwise is taken for an attempt to pass for the other.
            if request.writtenID == request.policyID {
                respond(context, .failure("APPLICATION_REGISTERED_ALREADY"))
            } else {
                refuseRegistration(context, .failure("DISALLOWED"))
            }
            return
        }
        switch judge(&request, on: device) {
        case .refused(let outcome):
            refuseRegistration(context, outcome)
        case .accepted(let outcome):
            accept(context, request, outcome: outcome, device: device, version: version)
        }
    }

    /// A refused registration is the last message on its session: the session ends and the connection closes.
    mutating func refuseRegistration(_ context: RequestContext, _ outcome: Outcome) {
        respond(context, outcome)
        endSessionAndClose(context.key)
    }

    private enum Judgement {
        case accepted(Outcome)
        case refused(Outcome)
    }

    private func judge(_ request: inout Registration, on device: String) -> Judgement {
        var outcome = Outcome.success
        let own = policy.policy(of: request.policyID)
        if let own, !own.nicknames.isEmpty,
            !own.nicknames.contains(where: { $0.lowercased() == request.name.lowercased() })
        {
            return .refused(.failure("DISALLOWED"))
        }
        let granted = own?.appHMITypes
        if request.types.contains("WEB_VIEW"), granted?.contains("WEB_VIEW") != true {
            return .refused(.failure("DISALLOWED", info: InfoText.webViewNotGranted))
        }
        let refused = granted.map { granted in request.types.filter { !granted.contains($0) } } ?? []
        if !refused.isEmpty {
            outcome = Outcome(resultCode: "WARNINGS", isSuccess: true, info: InfoText.typesNotGranted(refused))
            request.types.removeAll { refused.contains($0) }
        }
        guard !request.clashes(with: names, on: device) else { return .refused(.failure("DUPLICATE_NAME")) }
        guard request.textsAreClean else { return .refused(.failure("INVALID_DATA")) }
        if request.isNamedByFiles {
            outcome.resultCode = "WARNINGS"
            outcome.info = (outcome.info ?? "") + InfoText.spokenFilesMissing
        }
        let isResuming = resumable(request, on: device) != nil
        if request.hash != nil, !isResuming {
            if outcome.resultCode == "SUCCESS" { outcome.resultCode = "RESUME_FAILED" }
            outcome.info = (outcome.info ?? "") + InfoText.nothingToResume
        }
        if !isResuming, request.language != facts.language || request.displayLanguage != facts.displayLanguage {
            outcome.resultCode = "WRONG_LANGUAGE"
        }
        return .accepted(outcome)
    }

    private mutating func accept(
        _ context: RequestContext, _ request: Registration, outcome: Outcome, device: String, version: UInt8
    ) {
        let key = context.key
        var context = context
        checkKeys(of: key, for: request.policyID)
        // Where the keys were another app's, the answer is the first thing that goes in the clear again.
        context.isEncrypted = context.isEncrypted && isProtected(key)
        // A second registration on the session takes the place of the first, which the HMI does not hear of.
        if let old = apps[key] { dismiss(old) }
        let permissions = permissions(of: request.policyID, on: device)
        let place = Consents.AppOnDevice(device: device, policyID: request.policyID)
        let record = saved[place]
        var app = RegisteredApp(
            key: key, serial: nextRegistration, hmiAppID: record?.hmiAppID ?? unusedHMIAppID(), device: device,
            name: request.name,
            appID: request.appID.lowercased(), policyID: request.policyID, claims: request.claims(on: device),
            traits: AppTraits(isMedia: request.isMedia, types: Set(request.types)),
            rpcVersion: negotiated(request.rpcVersion), headerVersion: version,
            displayLanguage: request.displayLanguage, voiceLanguage: request.language, permissions: permissions)
        nextRegistration += 1
        app.description = description(of: app, request)
        apps[key] = app
        order.append(key)
        names.add(app.claims)
        keysByHMIAppID[app.hmiAppID] = key

        vanished[place] = nil
        isIgnitionOff = false
        var told: [String: JSONValue] = ["application": app.description]
        // The importance is that of the app's own policy, even while the user has not allowed its device.
        told["priority"] = policy.policy(of: app.policyID).map { .string($0.priority) }
        told["vrSynonyms"] = app.description["vrSynonyms"]
        told["ttsName"] = request.ttsName
        if let kept = resumable(request, on: device) {
            told["resumeVrGrammars"] = true
            tellRegistered(.object(told))
            beginResumption(key, context, outcome, kept)
        } else {
            completeRegistration(key, context, outcome, returningTo: record, told: .object(told))
        }
    }

    private mutating func tellRegistered(_ parameters: JSONValue) {
        tell(.onAppRegistered, parameters: parameters)
        updateAppList()
    }

    /// The response, and what follows it.
    ///
    /// - Parameters:
    ///   - key: The app.
    ///   - context: Its request.
    ///   - outcome: Result code and info.
    ///   - record: What was kept of the app.
    ///   - told: What the HMI is told of it, unless that was done before.
    mutating func completeRegistration(
        _ key: AppKey, _ context: RequestContext, _ outcome: Outcome, returningTo record: SavedApp?,
        told: JSONValue? = nil
    ) {
        guard let app = apps[key] else { return }
        respond(context, outcome, members: registrationMembers(for: app))
        if let told { tellRegistered(told) }
        sendNotification(key, "OnHMIStatus", app.status.json)
        sendPermissions(to: key)
        if let url = policy.lockScreenIconURL {
            notify(key, "OnSystemRequest", ["requestType": "LOCK_SCREEN_ICON_URL", "url": .string(url)])
        }
        sendDriverDistraction(to: key)
        if let record { planLevel(key, of: record) }
        // Whatever was kept and not resumed is another app's life.
        save(key)
    }

    private mutating func dismiss(_ app: RegisteredApp) {
        saveFarewell(of: app.key, keeps: true)
        forgetWayPoints(of: app.key)
        forgetServices(of: app.key)
        stopMedia(of: app.key)
        let items = forgetVehicleData(of: app.key)
        if !items.isEmpty { askVehicle(.unsubscribeVehicleData, items: items, for: .none) }
        names.remove(app.claims)
        keysByHMIAppID[app.hmiAppID] = nil
        shown.remove(app.key)
        if let place = order.firstIndex(of: app.key) { order.remove(at: place) }
    }

    /// The version both sides speak: a module of 5.0 or later never says less than 4.5.1, an older one always itself.
    private func negotiated(_ asked: RPCVersion) -> RPCVersion {
        let own = configuration.rpcVersion
        guard own >= RPCVersion(5, 0, 0) else { return own }
        return asked.major < 5 ? Self.lowestNegotiated : min(asked, own)
    }

    private mutating func unusedHMIAppID() -> Int {
        while true {
            let id = Int(random.next() % 0x7fff_fffe) + 1
            if keysByHMIAppID[id] == nil, !saved.values.contains(where: { $0.hmiAppID == id }) { return id }
        }
    }

    private mutating func registrationMembers(for app: RegisteredApp) -> [String: JSONValue] {
        var members = facts.told
        members["syncMsgVersion"] = app.rpcVersion.json
        members["iconResumed"] = false
        // The play button was called OK before 5.0; media apps of that time know no other.
        if app.traits.isMedia, app.rpcVersion < RPCVersion(5, 0, 0),
            let buttons = members["buttonCapabilities"]?.arrayValue
        {
            members["buttonCapabilities"] = .array(buttons.map(\.withPlayPauseAsOK))
        }
        let completed = view(at: configuration.rpcVersion)
            .completed(.object(members), function: "RegisterAppInterface", kind: .response)
        return completed.objectValue ?? members
    }

    mutating func sendDriverDistraction(to key: AppKey) {
        // What the policy forbids now is made up for when the app's level changes.
        guard isAllowed("OnDriverDistraction", for: key) else {
            apps[key]?.owesDriverDistraction = true
            return
        }
        var parameters: [String: JSONValue] = ["state": .string(driverDistraction)]
        if let isEnabled = policy.isLockScreenDismissalEnabled {
            parameters["lockScreenDismissalEnabled"] = .bool(isEnabled)
            if isEnabled, let warning = configuration.lockScreenDismissalWarning {
                parameters["lockScreenDismissalWarning"] = .string(warning)
            }
        }
        sendNotification(key, "OnDriverDistraction", .object(parameters))
    }

    // MARK: What the HMI hears

    private func description(of app: RegisteredApp, _ request: Registration) -> JSONValue {
        var members: [String: JSONValue] = [
            "appID": .int(Int64(app.hmiAppID)), "appName": .string(app.name),
            "deviceInfo": deviceInfo(of: app.device),
            "hmiDisplayLanguageDesired": .string(app.displayLanguage), "isCloudApplication": false,
            "isMediaApplication": .bool(app.traits.isMedia), "policyAppID": .string(app.policyID),
            "requestSubType": [],
        ]
        if !app.permissions.isRevoked { members["requestType"] = [] }
        if !request.vrSynonyms.isEmpty { members["vrSynonyms"] = .array(request.vrSynonyms.map { .string($0) }) }
        members["ttsName"] = request.ttsName
        if !request.types.isEmpty { members["appType"] = .array(request.types.map { .string($0) }) }
        members["ngnMediaScreenAppName"] = request.mediaName.map { .string($0) }
        return .object(members)
    }

    /// A device as the HMI is told it.
    private func deviceInfo(of name: String) -> JSONValue {
        [
            "id": .string(devices.id(of: name)), "name": .string(name),
            "isSDLAllowed": .bool(isAllowed(device: name)), "transportType": "WIFI",
        ]
    }

    mutating func updateDeviceList() {
        ask(
            .updateDeviceList, parameters: ["deviceList": .array(devices.all.map { deviceInfo(of: $0.name) })],
            for: .none)
    }

    mutating func updateAppList() {
        ask(
            .updateAppList, parameters: ["applications": .array(order.compactMap { apps[$0]?.description })],
            for: .none)
    }
}

extension JSONValue {
    /// A button capability, PLAY_PAUSE named OK.
    fileprivate var withPlayPauseAsOK: JSONValue {
        guard case .object(var members) = self, members["name"] == "PLAY_PAUSE" else { return self }
        members["name"] = "OK"
        return .object(members)
    }
}
