internal import Formats
internal import SDLProtocol
internal import SDLSpec

// RegisterAppInterface: the checks in their order, the version both sides speak, the response, and what follows it.
extension HeadUnitMachine {
    /// The lowest version an app is told, however old it says it is.
    private static let lowestNegotiated = RPCVersion(4, 5, 1)

    mutating func register(
        _ context: RequestContext, _ parameters: JSONValue, version: UInt8, isKnownSession: Bool
    ) {
        guard isKnownSession else {
            respond(context, .failure("GENERIC_ERROR", info: InfoText.unknownSession))
            return
        }
        guard let request = Registration(parameters), let device = links[context.key.link]?.device else {
            refuseRegistration(context, .failure("INVALID_DATA"), version: version)
            return
        }
        let neighbours = order.compactMap { apps[$0] }.filter { $0.device == device }
        if apps[context.key]?.appID == request.appID.lowercased()
            || neighbours.contains(where: { $0.appID == request.appID.lowercased() })
        {
            respond(context, .failure("APPLICATION_REGISTERED_ALREADY"))
            return
        }
        var candidate = request
        switch judge(&candidate, neighbours: neighbours) {
        case .refused(let outcome):
            refuseRegistration(context, outcome, version: version)
        case .accepted(let outcome):
            accept(context, candidate, outcome: outcome, device: device, version: version)
        }
    }

    /// A refused registration is the last message on its session: the session ends and the connection closes.
    mutating func refuseRegistration(_ context: RequestContext, _ outcome: Outcome, version: UInt8) {
        respond(context, outcome)
        endSessionAndClose(context.key)
    }

    private enum Judgement {
        case accepted(Outcome)
        case refused(Outcome)
    }

    private func judge(_ request: inout Registration, neighbours: [RegisteredApp]) -> Judgement {
        var outcome = Outcome.success
        let policy = configuration.policy.policy(of: request.policyID)
        if let policy, !policy.nicknames.isEmpty,
            !policy.nicknames.contains(where: { $0.lowercased() == request.name.lowercased() })
        {
            return .refused(.failure("DISALLOWED"))
        }
        if let granted = policy?.appHMITypes {
            let refused = request.types.filter { !granted.contains($0) }
            if refused.contains("WEB_VIEW") {
                return .refused(.failure("DISALLOWED", info: InfoText.webViewNotGranted))
            }
            if !refused.isEmpty {
                outcome = Outcome(
                    resultCode: "WARNINGS", isSuccess: true, info: InfoText.typesNotGranted(refused))
                request.types.removeAll { refused.contains($0) }
            }
        }
        guard !request.clashes(with: neighbours) else { return .refused(.failure("DUPLICATE_NAME")) }
        guard request.textsAreClean else { return .refused(.failure("INVALID_DATA")) }
        if request.language != configuration.voiceLanguage || request.displayLanguage != configuration.displayLanguage {
            outcome.resultCode = "WRONG_LANGUAGE"
        }
        return .accepted(outcome)
    }

    private mutating func accept(
        _ context: RequestContext, _ request: Registration, outcome: Outcome, device: String, version: UInt8
    ) {
        let key = context.key
        let negotiated = min(max(request.rpcVersion, Self.lowestNegotiated), configuration.rpcVersion)
        let rpcVersion = request.rpcVersion.major < 5 ? Self.lowestNegotiated : negotiated
        let hmiAppID = unusedHMIAppID()
        let permissions = AppPermissions(appID: request.policyID, table: configuration.policy)
        let app = RegisteredApp(
            key: key, hmiAppID: hmiAppID, device: device, name: request.name, appID: request.appID.lowercased(),
            policyID: request.policyID, vrSynonyms: request.vrSynonyms, ttsTexts: request.ttsTexts,
            traits: AppTraits(isMedia: request.isMedia, types: Set(request.types)), rpcVersion: rpcVersion,
            headerVersion: version, displayLanguage: request.displayLanguage, voiceLanguage: request.language,
            permissions: permissions)
        if let old = apps[key] { keysByHMIAppID[old.hmiAppID] = nil }
        apps[key] = app
        order.removeAll { $0 == key }
        order.append(key)
        keysByHMIAppID[hmiAppID] = key

        respond(context, outcome, members: registrationMembers(for: app))
        tell(.onAppRegistered, parameters: registered(app, request))
        updateAppList()
        sendNotification(key, "OnHMIStatus", app.status.json)
        guard !permissions.isRevoked else { return }
        sendNotification(key, "OnPermissionsChange", permissions.onPermissionsChange)
        if let url = configuration.policy.lockScreenIconURL {
            notify(key, "OnSystemRequest", ["requestType": "LOCK_SCREEN_ICON_URL", "url": .string(url)])
        }
        sendDriverDistraction(to: key)
    }

    private mutating func unusedHMIAppID() -> Int {
        while true {
            let id = Int(random.next() % 0x7fff_fffe) + 1
            if keysByHMIAppID[id] == nil { return id }
        }
    }

    private func registrationMembers(for app: RegisteredApp) -> [String: JSONValue] {
        var members = configuration.registrationMembers
        members["syncMsgVersion"] = app.rpcVersion.json
        members["language"] = .string(configuration.voiceLanguage)
        members["hmiDisplayLanguage"] = .string(configuration.displayLanguage)
        members["iconResumed"] = false
        // The play button was called OK before 5.0; media apps of that time know no other.
        if app.traits.isMedia, app.rpcVersion < RPCVersion(5, 0, 0),
            let buttons = members["buttonCapabilities"]?.arrayValue
        {
            members["buttonCapabilities"] = .array(buttons.map(\.withPlayPauseAsOK))
        }
        return members
    }

    mutating func sendDriverDistraction(to key: AppKey) {
        guard apps[key]?.permissions.isRevoked == false else { return }
        var parameters: [String: JSONValue] = ["state": .string(driverDistraction)]
        if let isEnabled = configuration.policy.isLockScreenDismissalEnabled {
            parameters["lockScreenDismissalEnabled"] = .bool(isEnabled)
            if isEnabled, let warning = configuration.lockScreenDismissalWarning {
                parameters["lockScreenDismissalWarning"] = .string(warning)
            }
        }
        notify(key, "OnDriverDistraction", .object(parameters))
    }

    /// Gives the app a new hash and tells it.
    mutating func changeHash(of key: AppKey) {
        guard apps[key] != nil else { return }
        let hash = random.hash()
        apps[key]?.hash = hash
        notify(key, "OnHashChange", ["hashID": .string(hash)])
    }

    // MARK: What the HMI hears

    private func registered(_ app: RegisteredApp, _ request: Registration) -> JSONValue {
        var parameters: [String: JSONValue] = [
            "application": application(app), "priority": .string(app.permissions.priority),
        ]
        if !request.vrSynonyms.isEmpty { parameters["vrSynonyms"] = .array(request.vrSynonyms.map { .string($0) }) }
        if let ttsName = request.ttsName { parameters["ttsName"] = ttsName }
        return .object(parameters)
    }

    private func application(_ app: RegisteredApp) -> JSONValue {
        [
            "appID": .int(Int64(app.hmiAppID)), "appName": .string(app.name),
            "appType": .array(app.traits.types.sorted().map { .string($0) }),
            "deviceInfo": [
                "id": .string(app.device), "name": .string(app.device), "isSDLAllowed": true, "transportType": "WIFI",
            ],
            "hmiDisplayLanguageDesired": .string(app.displayLanguage), "isCloudApplication": false,
            "isMediaApplication": .bool(app.traits.isMedia), "policyAppID": .string(app.policyID),
            "requestSubType": [], "requestType": [],
        ]
    }

    mutating func updateAppList() {
        let list = order.compactMap { apps[$0] }.map(application)
        ask(.updateAppList, parameters: ["applications": .array(list)], for: .none)
    }
}

/// The parameters of a RegisterAppInterface request that passed the schema.
struct Registration {
    let name: String
    let appID: String
    /// The id the policy table knows the app by.
    let policyID: String
    let rpcVersion: RPCVersion
    let language: String
    let displayLanguage: String
    let isMedia: Bool
    var types: [String]
    let vrSynonyms: [String]
    let ttsTexts: [String]
    let ttsName: JSONValue?
    private let texts: [String]

    init?(_ parameters: JSONValue) {
        guard let name = parameters["appName"]?.stringValue, let appID = parameters["appID"]?.stringValue,
            let version = RPCVersion(json: parameters["syncMsgVersion"]),
            let language = parameters["languageDesired"]?.stringValue,
            let displayLanguage = parameters["hmiDisplayLanguageDesired"]?.stringValue,
            let isMedia = parameters["isMediaApplication"]?.boolValue
        else { return nil }
        self.name = name
        self.appID = appID
        let fullAppID = parameters["fullAppID"]?.stringValue
        policyID = (fullAppID ?? appID).lowercased()
        rpcVersion = version
        self.language = language
        self.displayLanguage = displayLanguage
        self.isMedia = isMedia
        types = parameters["appHMIType"]?.arrayValue?.compactMap(\.stringValue) ?? []
        vrSynonyms = parameters["vrSynonyms"]?.arrayValue?.compactMap(\.stringValue) ?? []
        ttsName = parameters["ttsName"]
        ttsTexts = parameters["ttsName"]?.arrayValue?.compactMap { $0["text"]?.stringValue } ?? []
        let optional = ["ngnMediaScreenAppName", "hashID"].compactMap { parameters[$0]?.stringValue }
        let device = (parameters["deviceInfo"]?.objectValue ?? [:]).values.compactMap(\.stringValue)
        texts = [name, appID] + [fullAppID].compactMap(\.self) + vrSynonyms + ttsTexts + optional + device
    }

    /// Whether a name is taken on the device; case does not matter.
    func clashes(with neighbours: [RegisteredApp]) -> Bool {
        let name = name.lowercased()
        let synonyms = vrSynonyms.map { $0.lowercased() }
        let spoken = ttsTexts.map { $0.lowercased() }
        return neighbours.contains { other in
            let otherName = other.name.lowercased()
            let otherSynonyms = other.vrSynonyms.map { $0.lowercased() }
            return otherName == name || otherSynonyms.contains(name) || synonyms.contains(otherName)
                || other.ttsTexts.contains { spoken.contains($0.lowercased()) }
        }
    }

    /// Texts of blanks only, or with tabs and line breaks (real or written as two characters), are refused.
    var textsAreClean: Bool {
        texts.allSatisfy { text in
            let isBlank = text.unicodeScalars.allSatisfy { $0 == " " }
            let hasBreak = text.unicodeScalars.contains { $0 == "\t" || $0 == "\n" }
            return (text.isEmpty || !isBlank) && !hasBreak && !text.contains("\\n") && !text.contains("\\t")
        }
    }
}

extension RPCVersion {
    init?(json: JSONValue?) {
        guard let major = json?["majorVersion"]?.intValue, let minor = json?["minorVersion"]?.intValue else {
            return nil
        }
        self.init(Int(clamping: major), Int(clamping: minor), Int(clamping: json?["patchVersion"]?.intValue ?? 0))
    }

    var json: JSONValue {
        [
            "majorVersion": .int(Int64(major)), "minorVersion": .int(Int64(minor)),
            "patchVersion": .int(Int64(patch)),
        ]
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
