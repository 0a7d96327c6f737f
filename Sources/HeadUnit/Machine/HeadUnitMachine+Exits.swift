internal import Formats
internal import SDLProtocol
internal import SDLSpec

// What the HMI ends: one app, all apps, or the language that apps were started in.
extension HeadUnitMachine {
    mutating func exitApplication(_ parameters: JSONValue) {
        guard let key = app(in: parameters), let reason = parameters["reason"]?.stringValue else { return }
        switch reason {
        case "USER_EXIT", "DRIVER_DISTRACTION_VIOLATION":
            close(key)
        case "UNAUTHORIZED_TRANSPORT_REGISTRATION":
            unregister(key, reason: "APP_UNAUTHORIZED")
        case "UNSUPPORTED_HMI_RESOURCE", "RESOURCE_CONSTRAINT":
            unregister(key, reason: reason)
        default:
            break
        }
    }

    mutating func exitAllApplications(_ parameters: JSONValue) {
        switch parameters["reason"]?.stringValue {
        case "SUSPEND":
            isSuspended = true
            completePersistence()
        case let reason? where ["IGNITION_OFF", "MASTER_RESET", "FACTORY_DEFAULTS"].contains(reason):
            endAllApps(reason: reason)
        default:
            break
        }
    }

    /// The end of the head unit: each app's session ends, then it is told why, then its connection closes.
    mutating func endAllApps(reason: String) {
        for key in order {
            endSession(key)
            expel(key, reason: reason)
        }
        for id in links.keys.sorted() { close(link: id) }
        if reason == "IGNITION_OFF" { countIgnitionOff() } else { forgetState() }
        isIgnitionOff = true
        tell(.onSDLClose, parameters: [:])
        // After these last words the HMI is not told that the devices go.
        devices = DeviceList()
        forgetCycle()
    }

    /// Forgets what holds until the ignition is switched off only.
    private mutating func forgetCycle() {
        isSuspended = false
        tokenBeforeSleep = nil
        temporaryStates = []
        driverDistraction = "DD_OFF"
        barred = []
    }

    /// Ends one app's registration, as apps see it end for that reason.
    ///
    /// The reasons of the whole system end the session first; where the head unit runs short of something or the app
    /// breaks the protocol, the session ends afterwards; where the transport goes away all of its apps hear of it. All
    /// others leave session and connection to the app.
    mutating func unregister(_ key: AppKey, reason: String) {
        switch reason {
        case "IGNITION_OFF", "MASTER_RESET", "FACTORY_DEFAULTS":
            endSession(key)
            expel(key, reason: reason)
            closeIfEmpty(key.link)
        case "RESOURCE_CONSTRAINT", "PROTOCOL_VIOLATION":
            expel(key, reason: reason)
            endSessionAndClose(key)
        case "BLUETOOTH_OFF", "USB_DISCONNECTED":
            for other in appKeys(of: key.link) {
                sendNotification(other, "OnAppInterfaceUnregistered", ["reason": .string(reason)])
            }
            close(link: key.link)
        default:
            expel(key, reason: reason)
        }
    }

    /// The system wakes up: hashes that changed meanwhile are told now.
    mutating func awake() {
        guard isSuspended else { return }
        isSuspended = false
        tokenBeforeSleep = nil
        for key in order where apps[key]?.owesHash == true { tellHash(of: key) }
    }

    /// A component speaks another language: every app hears of it, those that were started in another one are ended.
    mutating func languageChanged(_ method: HMIMethod, _ parameters: JSONValue) {
        guard let language = parameters["language"]?.stringValue,
            spec.hasValue(language, of: "Language", at: configuration.rpcVersion)
        else { return }
        let isDisplay = method == .onUILanguageChange
        switch method {
        case .onUILanguageChange where facts.displayLanguage != language: facts.displayLanguage = language
        case .onVRLanguageChange where facts.voiceLanguage != language: facts.voiceLanguage = language
        case .onTTSLanguageChange where facts.speechLanguage != language: facts.speechLanguage = language
        default: return
        }
        let told: JSONValue = [
            "language": .string(facts.language), "hmiDisplayLanguage": .string(facts.displayLanguage),
        ]
        for key in order {
            guard let app = apps[key] else { continue }
            notify(key, "OnLanguageChange", told)
            let own = isDisplay ? app.displayLanguage : app.voiceLanguage
            if own != language { expel(key, reason: "LANGUAGE_CHANGE") }
        }
    }
}
