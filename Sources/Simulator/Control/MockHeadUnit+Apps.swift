internal import Formats
public import HeadUnit

// Control of apps: which one is in front, which level it has, what ends it.
extension MockHeadUnit {
    /// The registered apps, in the order of their registration.
    public var apps: [AppState] { headUnit.assumeIsolated { $0.apps } }

    /// The registered app that is meant.
    ///
    /// - Parameter name: Its name, id or full id in any case, or the id by which the HMI knows it.
    /// - Throws: ``ControlError`` when there is none, or more than one.
    public func app(_ name: String) throws(ControlError) -> AppState {
        let wanted = name.lowercased()
        let apps = apps
        let found = apps.filter {
            [$0.name.lowercased(), $0.policyID, $0.appID, "\($0.hmiAppID)"].contains(wanted)
        }
        guard let first = found.first else {
            let known = apps.map(\.name).joined(separator: ", ")
            throw ControlError(name, known.isEmpty ? "no app is registered" : "no such app; there are \(known)")
        }
        guard found.count == 1 else { throw ControlError(name, "\(found.count) apps are called so") }
        return first
    }

    /// Brings an app to the front, as the driver's tap does (SDL.ActivateApp).
    ///
    /// - Throws: ``ControlError`` when there is no such app, or the head unit refuses.
    public func activate(_ name: String) throws(ControlError) {
        try activate(try app(name))
    }

    private func activate(_ app: AppState) throws(ControlError) {
        let parameters: JSONValue = ["appID": .int(Int64(app.hmiAppID))]
        switch headUnit.assumeIsolated({ $0.request(.activateApp, parameters: parameters) }) {
        case .result(code: 0, let members):
            if members["isSDLAllowed"] == false {
                throw ControlError(app.name, "the user has not allowed apps of this device; see command consent")
            }
        case .result: throw ControlError(app.name, "the app is revoked")
        case .error(_, let message): throw ControlError(app.name, message ?? "the head unit refuses")
        case .raw: break
        }
    }

    /// An app leaves the front because something else was opened (BasicCommunication.OnAppDeactivated).
    ///
    /// - Throws: ``ControlError`` when there is no such app.
    public func deactivate(_ name: String) throws(ControlError) {
        tell(.onAppDeactivated, try app(name))
    }

    /// Closes an app, or ends its registration, as the driver or the system does (BasicCommunication.OnExitApplication).
    ///
    /// - Parameters:
    ///   - name: The app.
    ///   - reason: USER_EXIT and DRIVER_DISTRACTION_VIOLATION send it to NONE; UNAUTHORIZED_TRANSPORT_REGISTRATION,
    ///     UNSUPPORTED_HMI_RESOURCE and RESOURCE_CONSTRAINT end it.
    /// - Throws: ``ControlError`` when there is no such app, or the module's version has no such reason.
    public func exit(_ name: String, reason: String = "USER_EXIT") throws(ControlError) {
        let reasons = [
            "USER_EXIT", "DRIVER_DISTRACTION_VIOLATION", "UNAUTHORIZED_TRANSPORT_REGISTRATION",
            "UNSUPPORTED_HMI_RESOURCE", "RESOURCE_CONSTRAINT",
        ]
        guard reasons.contains(reason) else {
            throw ControlError("reason", "one of \(reasons.joined(separator: ", ")), not \(reason)")
        }
        let told = reason == "UNAUTHORIZED_TRANSPORT_REGISTRATION" ? "APP_UNAUTHORIZED" : reason
        guard ["USER_EXIT", "DRIVER_DISTRACTION_VIOLATION"].contains(reason) || module.knowsReason(told) else {
            throw ControlError("reason", "a module of RPC \(module.configuration.rpcVersion) does not know \(told)")
        }
        tell(.onExitApplication, try app(name), ["reason": .string(reason)])
    }

    /// Brings an app to a level, by the events that cause it in a vehicle.
    ///
    /// FULL comes by the driver's tap, NONE by closing the app. LIMITED, which only audio and video apps can have, comes
    /// when something else is opened; other apps go to BACKGROUND then. Navigation apps reach BACKGROUND when the
    /// built-in navigation takes over, other audio and video apps when the screen is needed for something else: both
    /// concern all apps, and end with the next level that is set here.
    ///
    /// - Throws: ``ControlError`` when there is no such app, or it cannot have that level.
    public func setLevel(of name: String, to level: AppLevel) throws(ControlError) {
        let app = try app(name)
        let lasting = Set(["COMMUNICATION", "NAVIGATION", "PROJECTION"])
        let canBeLimited = app.isMedia || !lasting.isDisjoint(with: app.types)
        if app.level == level { return }
        if level == .none {
            tell(.onExitApplication, app, ["reason": "USER_EXIT"])
            return
        }
        guard level != .limited || canBeLimited else {
            throw ControlError(app.name, "only media, communication, navigation and projection apps can be LIMITED")
        }
        for event in activeEvents.sorted() { try setEvent(event, isActive: false) }
        try activate(app)
        switch level {
        case .full, .none: break
        case .limited: tell(.onAppDeactivated, app)
        case .background where canBeLimited:
            try setEvent(app.types.contains("NAVIGATION") ? "EMBEDDED_NAVI" : "DEACTIVATE_HMI", isActive: true)
        case .background: tell(.onAppDeactivated, app)
        }
    }

    /// Begins or ends a state that takes sound, picture or level from apps (BasicCommunication.OnEventChanged).
    ///
    /// - Parameters:
    ///   - name: PHONE_CALL, EMERGENCY_EVENT, DEACTIVATE_HMI, AUDIO_SOURCE or EMBEDDED_NAVI.
    ///   - isActive: Whether it begins.
    /// - Throws: ``ControlError`` when there is no such state.
    public func setEvent(_ name: String, isActive: Bool) throws(ControlError) {
        let names = ["PHONE_CALL", "EMERGENCY_EVENT", "DEACTIVATE_HMI", "AUDIO_SOURCE", "EMBEDDED_NAVI"]
        guard names.contains(name) else {
            throw ControlError("event", "one of \(names.joined(separator: ", ")), not \(name)")
        }
        if isActive { activeEvents.insert(name) } else { activeEvents.remove(name) }
        notify(.onEventChanged, ["eventName": .string(name), "isActive": .bool(isActive)])
    }

    /// Changes the language of the screen, of the voice, or of both; apps hear OnLanguageChange, and those that
    /// registered with another one are ended.
    ///
    /// - Parameters:
    ///   - language: A `Language`, such as `DE-DE`.
    ///   - display: Whether the screen changes.
    ///   - voice: Whether voice recognition and speech change.
    /// - Throws: ``ControlError`` when there is no such language at the module's version.
    public func setLanguage(_ language: String, display: Bool = true, voice: Bool = true) throws(ControlError) {
        guard RPCSpecFacts.languages.contains(language) else {
            throw ControlError("language", "a Language such as EN-US, not \(language)")
        }
        let version = module.configuration.rpcVersion
        guard RPCSpec.embedded.hasValue(language, of: "Language", at: version) else {
            throw ControlError("language", "a module of RPC \(version) does not know \(language)")
        }
        if voice {
            notify(.onVRLanguageChange, ["language": .string(language)])
            notify(.onTTSLanguageChange, ["language": .string(language)])
        }
        if display { notify(.onUILanguageChange, ["language": .string(language)]) }
    }

    // MARK: Inside

    func notify(_ method: HMIMethod, _ parameters: JSONValue) {
        headUnit.assumeIsolated { $0.notify(HMINotification(method, parameters: parameters)) }
    }

    private func tell(_ method: HMIMethod, _ app: AppState, _ more: [String: JSONValue] = [:]) {
        var parameters = more
        parameters["appID"] = .int(Int64(app.hmiAppID))
        notify(method, .object(parameters))
    }
}
