internal import Formats

// HMI levels of the main windows: what brings an app to the front, what sends it back, and what becomes of the others.
extension HeadUnitMachine {
    /// The driver chose an app; its own OnHMIStatus goes out before those of the apps it displaces.
    mutating func activate(_ key: AppKey) {
        guard let app = apps[key], app.status.level != .full else { return }
        change(key, to: app.traits.status(in: .full, context: systemContext))
        displaceOthers(than: key)
    }

    /// An app left the front: audio and video apps go on as LIMITED, others to BACKGROUND.
    mutating func deactivate(_ key: AppKey) {
        guard let app = apps[key], app.status.level == .full else { return }
        let level: AppLevel = app.traits.isAudio || app.traits.isVideo ? .limited : .background
        change(key, to: app.traits.status(in: level, context: "MAIN"))
    }

    /// Sends an app to NONE; its registration and subscriptions stay.
    mutating func close(_ key: AppKey) {
        guard apps[key] != nil else { return }
        change(key, to: AppStatus())
    }

    private mutating func displaceOthers(than key: AppKey) {
        guard let app = apps[key] else { return }
        for other in order where other != key {
            guard let displaced = apps[other] else { continue }
            change(
                other,
                to: displaced.traits.status(displaced.status, displacedBy: app.traits, reaching: app.status.level))
        }
    }

    /// Sets a status and tells the app when something differs.
    private mutating func change(_ key: AppKey, to status: AppStatus) {
        guard apps[key]?.status != status else { return }
        apps[key]?.status = status
        sendNotification(key, "OnHMIStatus", status.json)
    }

    // MARK: Messages of the HMI

    mutating func activationRequested(_ parameters: JSONValue) -> HMIAnswer {
        guard let key = app(in: parameters), let app = apps[key] else {
            return .error(code: 15, message: "Wrong appID")
        }
        let isRevoked = app.permissions.isRevoked
        if !isRevoked { activate(key) }
        return .result(
            code: isRevoked ? 4 : 0,
            members: [
                "isSDLAllowed": true, "isAppRevoked": .bool(isRevoked), "isAppPermissionsRevoked": false,
                "isPermissionsConsentNeeded": false, "priority": .string(app.permissions.priority),
            ])
    }

    mutating func exitApplication(_ parameters: JSONValue) {
        guard let key = app(in: parameters), let reason = parameters["reason"]?.stringValue else { return }
        switch reason {
        case "USER_EXIT", "DRIVER_DISTRACTION_VIOLATION":
            close(key)
        case "UNAUTHORIZED_TRANSPORT_REGISTRATION":
            expel(key, reason: "APP_UNAUTHORIZED")
        case "UNSUPPORTED_HMI_RESOURCE":
            expel(key, reason: "UNSUPPORTED_HMI_RESOURCE")
        case "RESOURCE_CONSTRAINT":
            expel(key, reason: "RESOURCE_CONSTRAINT")
            endSessionAndClose(key)
        default:
            break
        }
    }

    mutating func systemContextChanged(_ parameters: JSONValue) {
        guard let context = parameters["systemContext"]?.stringValue else { return }
        let known = ["MAIN", "VRSESSION", "MENU", "HMI_OBSCURED", "ALERT"]
        guard known.contains(context) else { return }
        let named = app(in: parameters)
        let target = named ?? order.first { apps[$0]?.status.level == .full }
        if named == nil { systemContext = context }
        guard let target, var status = apps[target]?.status else { return }
        status.systemContext = context
        change(target, to: status)
    }
}
