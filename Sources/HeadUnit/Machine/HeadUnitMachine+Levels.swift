internal import Formats

// HMI levels of the main windows: what brings an app to the front, what sends it back, and what becomes of the others.
extension HeadUnitMachine {
    /// Brings an app to FULL; its own OnHMIStatus goes out before those of the apps it displaces.
    mutating func activate(_ key: AppKey) {
        guard let app = apps[key] else { return }
        apps[key]?.awaitsActivation = false
        guard resumptions[key] == nil else {
            // The app hears of no level before its registration is answered.
            resumptions[key]?.activates = true
            return
        }
        forgetLevel(of: key)
        guard app.regularStatus.level != .full else { return }
        setRegularStatus(of: key, to: app.traits.status(in: .full, context: app.regularStatus.systemContext))
        displaceOthers(than: key)
    }

    /// The driver chose an app: it comes to the front, at once or when that is possible again.
    mutating func activationWanted(_ key: AppKey) {
        guard let app = apps[key], !app.permissions.isRevoked else { return }
        if app.traits.mustWait(during: temporaryStates) || !isAllowed(device: app.device) {
            apps[key]?.awaitsActivation = true
        } else {
            activate(key)
        }
    }

    /// An app left the front: audio and video apps go on as LIMITED, others to BACKGROUND.
    mutating func deactivate(_ key: AppKey) {
        guard let app = apps[key], app.regularStatus.level == .full else { return }
        let level: AppLevel = app.traits.isAudio || app.traits.isVideo ? .limited : .background
        setRegularStatus(of: key, to: app.traits.status(in: level, context: "MAIN"))
    }

    /// Sends an app to NONE; its registration and subscriptions stay.
    mutating func close(_ key: AppKey) {
        apps[key]?.awaitsActivation = false
        resumptions[key]?.activates = false
        forgetLevel(of: key)
        setRegularStatus(of: key, to: AppStatus())
    }

    mutating func displaceOthers(than key: AppKey) {
        guard let app = apps[key] else { return }
        let level = app.regularStatus.level
        for other in shown.filter({ $0 != key }).sorted() {
            guard let displaced = apps[other] else { continue }
            let status = displaced.traits.status(displaced.regularStatus, displacedBy: app.traits, reaching: level)
            setRegularStatus(of: other, to: status)
        }
    }

    /// Sets the status that holds without temporary states.
    mutating func setRegularStatus(of key: AppKey, to status: AppStatus) {
        guard let before = apps[key]?.regularStatus.level else { return }
        apps[key]?.regularStatus = status
        if status.isShown { shown.insert(key) } else { shown.remove(key) }
        tellStatus(of: key)
        guard status.level != before else { return }
        save(key)
        if status.level == .full { activateServices(of: key) }
    }

    /// Tells an app its status when something in it differs.
    private mutating func tellStatus(of key: AppKey) {
        guard let app = apps[key] else { return }
        let status = app.traits.status(app.regularStatus, during: temporaryStates, mixesAudio: facts.mixesAudio)
        guard status != app.status else { return }
        apps[key]?.status = status
        sendNotification(key, "OnHMIStatus", status.json)
        if app.owesDriverDistraction, status.level != app.status.level {
            apps[key]?.owesDriverDistraction = false
            sendDriverDistraction(to: key)
        }
    }

    // MARK: Temporary states

    mutating func eventChanged(_ parameters: JSONValue) {
        guard let isActive = parameters["isActive"]?.boolValue,
            let state = parameters["eventName"]?.stringValue.flatMap({ TemporaryState(rawValue: $0) })
        else { return }
        switch state {
        case .phoneCall, .emergency, .deactivatedHMI, .audioSource, .embeddedNavigation:
            setTemporaryState(state, isActive)
        case .voiceSession, .speech:
            break  // these two have messages of their own
        }
    }

    mutating func setTemporaryState(_ state: TemporaryState, _ isActive: Bool) {
        let hasChanged = isActive ? temporaryStates.insert(state).inserted : temporaryStates.remove(state) != nil
        guard hasChanged else { return }
        // Only apps that are heard or seen can be told anything new.
        for key in shown.sorted() { tellStatus(of: key) }
        guard !isActive else { return }
        makeUpForActivations()
        makeUpForReturns()
    }

    /// Has the HMI bring apps to the front that the driver had chosen in vain.
    mutating func makeUpForActivations() {
        for key in order {
            guard let app = apps[key], app.awaitsActivation, !app.traits.mustWait(during: temporaryStates),
                isAllowed(device: app.device)
            else { continue }
            apps[key]?.awaitsActivation = false
            ask(
                .bringToFront,
                parameters: ["appID": .int(Int64(app.hmiAppID)), "priority": .string(app.permissions.priority)],
                for: .bringToFront(key, registration: app.serial, level: .full))
        }
    }

    // MARK: Messages of the HMI

    mutating func activationRequested(_ parameters: JSONValue) -> HMIAnswer {
        guard let key = app(in: parameters), let app = apps[key] else {
            return .error(code: 15, message: "No app has this id")
        }
        if temporaryStates.contains(.deactivatedHMI) {
            return .error(code: 4, message: "HMIDeactivate is active")
        }
        activationWanted(key)
        let isDeviceAllowed = isAllowed(device: app.device)
        var members: [String: JSONValue] = [
            "isSDLAllowed": .bool(isDeviceAllowed), "isAppRevoked": .bool(app.permissions.isRevoked),
            "isAppPermissionsRevoked": false,
            "isPermissionsConsentNeeded": .bool(isDeviceAllowed && !undecidedGroups(of: app).isEmpty),
        ]
        if isDeviceAllowed {
            if !app.permissions.isRevoked { members["priority"] = .string(app.permissions.priority) }
        } else {
            members["device"] = ["id": .string(devices.id(of: app.device)), "name": .string(app.device)]
        }
        return .result(code: app.permissions.isRevoked ? 4 : 0, members: members)
    }

    mutating func systemContextChanged(_ parameters: JSONValue) {
        let known = ["MAIN", "VRSESSION", "MENU", "HMI_OBSCURED", "ALERT"]
        guard let context = parameters["systemContext"]?.stringValue, known.contains(context) else { return }
        let active = shown.first { apps[$0]?.regularStatus.level == .full }
        guard let target = app(in: parameters) ?? active, var status = apps[target]?.regularStatus else { return }
        status.systemContext = context
        setRegularStatus(of: target, to: status)
    }

    mutating func driverDistractionChanged(_ parameters: JSONValue) {
        guard let state = parameters["state"]?.stringValue, ["DD_ON", "DD_OFF"].contains(state),
            state != driverDistraction
        else { return }
        driverDistraction = state
        for key in order { sendDriverDistraction(to: key) }
    }
}
