internal import Formats

// Policy: what apps are granted, the user's consent, and changes of both while apps run.
extension HeadUnitMachine {
    private var asksConsent: Bool { configuration.policyFlavour.asksConsent }

    /// Whether the user lets apps of a device be used; where nobody asks, yes.
    func isAllowed(device: String) -> Bool {
        !asksConsent || consents.devices[device] == true
    }

    /// What an app may do now.
    mutating func permissions(of policyID: String, on device: String) -> AppPermissions {
        var granted = policy.policy(of: policyID)
        guard asksConsent else { return permissions(of: granted, consent: [:]) }
        if granted != nil {
            if !isAllowed(device: device) {
                granted = policy.policyBeforeConsent
            } else if consents.returned.contains(device),
                configuration.quirks.contains(.forgetsPolicyOfReturningDevices)
            {
                granted = policy.policy(of: "default")
            }
        }
        let answers = consents.answers(for: Consents.AppOnDevice(device: device, policyID: policyID))
        return permissions(of: granted, consent: answers)
    }

    /// The same permissions for all apps that are granted the same, so that a crowd does not hold them a thousand times.
    private mutating func permissions(
        of granted: PolicyTable.AppPolicy?, consent: [String: Bool]
    ) -> AppPermissions {
        let key = PermissionKey(granted, consent: consent)
        if let known = permissionCache[key] { return known }
        let permissions = AppPermissions(
            granted, groups: policy.groups, consent: consent, asksConsent: asksConsent)
        // Answers of users differ from app to app: without a bound, what nobody is granted any more would stay.
        if permissionCache.count >= 256 { permissionCache.removeAll() }
        permissionCache[key] = permissions
        return permissions
    }

    /// Sends the whole set of permissions; a revoked app is told none.
    mutating func sendPermissions(to key: AppKey) {
        guard let permissions = apps[key]?.permissions, !permissions.isRevoked else { return }
        sendNotification(key, "OnPermissionsChange", permissions.onPermissionsChange)
    }

    // MARK: Another table

    /// Apps hear of it when their own permissions are others now; a revoked one is closed.
    mutating func replacePolicy(_ table: PolicyTable) {
        policy = table
        store(.policy(table == configuration.policy ? nil : table))
        permissionCache.removeAll()
        var before: [AppKey: AppPermissions] = [:]
        for key in order {
            guard let app = apps[key] else { continue }
            before[key] = app.permissions
            let permissions = permissions(of: app.policyID, on: app.device)
            apps[key]?.permissions = permissions
        }
        for key in order { sendDriverDistraction(to: key) }
        for key in order {
            guard let app = apps[key], let old = before[key], !app.permissions.grantsSame(as: old) else { continue }
            if app.permissions.isRevoked { closeOnScreen(key) } else { sendPermissions(to: key) }
        }
        // The next exchange of policies is due after so many kilometres from here.
        if startUp.isOver, isAvailable(.getVehicleData) {
            ask(.getVehicleData, parameters: ["odometer": true], for: .none)
        }
    }

    // MARK: Consent

    /// The user allows or forbids apps of a device, or of all devices when none is named.
    mutating func deviceAllowed(_ parameters: JSONValue) {
        guard asksConsent, let isAllowed = parameters["allowed"]?.boolValue else { return }
        // Only devices that are there can be spoken of.
        let named = parameters["device"]?["id"]?.stringValue.map { devices.name(ofID: $0) }
        for device in named.map({ [$0].compactMap(\.self) }) ?? devices.all.map(\.name) {
            consents.note(device: device, isAllowed: isAllowed)
            store(
                .deviceConsent(device: device, isAllowed: isAllowed, isReturned: consents.isReturned(device)))
            for key in order where apps[key]?.device == device { renewPermissions(of: key) }
        }
        if isAllowed { makeUpForActivations() }
    }

    private mutating func renewPermissions(of key: AppKey) {
        guard let app = apps[key] else { return }
        let permissions = permissions(of: app.policyID, on: app.device)
        apps[key]?.permissions = permissions
        sendPermissions(to: key)
    }

    /// The groups with a prompt of an app, with the user's answer.
    private func groupsWithPrompt(of app: RegisteredApp) -> [(name: String, prompt: String, answer: Bool?)] {
        guard asksConsent, isAllowed(device: app.device), let own = policy.policy(of: app.policyID) else { return [] }
        let answers = consents.answers(for: Consents.AppOnDevice(device: app.device, policyID: app.policyID))
        return own.groups.compactMap { name in
            guard let group = policy.groups[name], let prompt = group.consentPrompt else { return nil }
            let asked = group.consentGroup ?? name
            return (asked, prompt, answers[asked])
        }
    }

    /// The groups the user is still to be asked about.
    func undecidedGroups(of app: RegisteredApp) -> [String] {
        groupsWithPrompt(of: app).filter { $0.answer == nil }.map(\.name)
    }

    mutating func permissionsRequested(_ parameters: JSONValue) -> HMIAnswer {
        let named = app(in: parameters).flatMap { apps[$0] }
        let asked = named.map { [$0] } ?? (parameters["appID"] == nil ? order.compactMap { apps[$0] } : [])
        var seen: Set<String> = []
        var functions: [JSONValue] = []
        for app in asked {
            for group in groupsWithPrompt(of: app) where seen.insert(group.name).inserted {
                var function: [String: JSONValue] = [
                    "id": .int(Self.number(of: group.name)), "name": .string(group.prompt),
                ]
                function["allowed"] = group.answer.map { .bool($0) }
                functions.append(.object(function))
            }
        }
        var members: [String: JSONValue] = ["allowedFunctions": .array(functions)]
        if asksConsent { members["externalConsentStatus"] = [] }
        return .success(members)
    }

    /// The user's answers to the questions about groups; without an app they hold for all.
    mutating func consentGiven(_ parameters: JSONValue) {
        guard asksConsent, let functions = parameters["consentedFunctions"]?.arrayValue else { return }
        let named = app(in: parameters)
        let keys = named.map { [$0] } ?? (parameters["appID"] == nil ? order : [])
        for key in keys {
            guard let app = apps[key] else { continue }
            let place = Consents.AppOnDevice(device: app.device, policyID: app.policyID)
            let groups = groupsWithPrompt(of: app)
            for function in functions {
                guard let isAllowed = function["allowed"]?.boolValue else { continue }
                let id = function["id"]?.intValue
                let isKnown = groups.contains { Self.number(of: $0.name) == id }
                for group in groups {
                    // A number that is none of ours leaves the text of the question to tell which one is meant.
                    let isMeant =
                        isKnown ? Self.number(of: group.name) == id : function["name"]?.stringValue == group.prompt
                    guard isMeant else { continue }
                    consents.note(place, group: group.name, isAllowed: isAllowed)
                    store(.groupConsent(place, group: group.name, isAllowed: isAllowed))
                }
            }
            renewPermissions(of: key)
        }
    }

    /// The number of a group, the same in every run and the same as sdl_core's: times 33, plus the next letter.
    private static func number(of group: String) -> Int64 {
        var hash: UInt32 = 5_381
        for byte in group.utf8 { hash = hash &* 33 &+ UInt32(byte) }
        return Int64(hash & 0x7fff_ffff)
    }

    // MARK: Refusals

    /// Refuses an RPC whose group the user has not consented to; vehicle data RPCs say so if nothing else is wrong.
    mutating func refuseWithheld(
        _ context: RequestContext, _ parameters: JSONValue, _ withheld: Set<String>?, isDeclined: Bool
    ) {
        var info: String?
        if VehicleDataSubscriptions.functions.contains(context.name) {
            let asked = Set((parameters.objectValue ?? [:]).keys)
            if withheld.map({ asked.isSubset(of: $0) }) ?? true {
                info = isDeclined ? InfoText.declinedByUser : InfoText.notConsented
            }
        }
        respond(context, .failure(isDeclined ? "USER_DISALLOWED" : "DISALLOWED", info: info))
    }
}
