internal import Formats
internal import SDLProtocol

/// The questions to the HMI at the start.
struct StartUp: Sendable {
    /// Questions that are not answered yet.
    var open: Set<Int> = []
    var hasBegun = false
    var isOver = false
}

// The start: the HMI is asked what works and what it can do; apps' sessions wait for that.
extension HeadUnitMachine {
    private static let secondInterfaces = ["VehicleInfo", "VR", "TTS", "UI", "RC"]

    /// What is asked of a component that works.
    private static let questions: [String: [HMIMethod]] = [
        "VehicleInfo": [.getVehicleType],
        "VR": [.getVRLanguages, .getVRLanguage, .getVRCapabilities],
        "TTS": [.getTTSCapabilities, .getTTSLanguages, .getTTSLanguage],
        "UI": [.getUICapabilities, .getUILanguages, .getUILanguage], "RC": [.getRCCapabilities],
    ]

    mutating func beginStartUp() {
        guard !startUp.hasBegun else { return }
        startUp.hasBegun = true
        deadlines.set(.startUp, to: now + configuration.hmiTimeout + configuration.hmiTimeoutCompensation)
        askAtStart(.getSystemInfo)
        askIfThere(.isReady("Navigation"))
        askAtStart(.mixingAudioSupported)
    }

    /// The start is over when all is answered, or the time for the first answers has passed.
    mutating func endStartUp() {
        guard startUp.hasBegun, !startUp.isOver else { return }
        startUp.isOver = true
        deadlines.set(.startUp, to: nil)
        for id in links.keys.sorted() {
            links[id]?.connection.vehicle = facts.vehicle
            guard var events = links[id]?.connection.becomeReady(now: now, sessions: &sessions) else { continue }
            handle(&events, on: id)
        }
    }

    private mutating func askIfThere(_ method: HMIMethod, parameters: JSONValue? = nil) {
        if facts.isAvailable(method.interface) { askAtStart(method, parameters: parameters) }
    }

    private mutating func askAtStart(_ method: HMIMethod, parameters: JSONValue? = nil) {
        startUp.open.insert(nextHMIRequestID)
        ask(method, parameters: parameters, for: .startUp)
    }

    /// Takes an answer to one of the questions; `nil` is silence.
    mutating func startUpAnswered(_ id: Int, _ method: HMIMethod, _ answer: JudgedAnswer?) {
        if let answer, answer.isSuccess { note(answer.members, from: method) }
        switch method {
        case .getSystemInfo:
            for interface in Self.secondInterfaces { askIfThere(.isReady(interface)) }
            askIfThere(.getButtonCapabilities)
        case .getUICapabilities where answer?.isSuccess != true:
            denyUntoldCapabilities()
        case _ where method.rawValue.hasSuffix(".IsReady"):
            judgeReadiness(of: method.interface, answer)
        default:
            break
        }
        startUp.open.remove(id)
        if startUp.open.isEmpty { endStartUp() }
    }

    /// A component that does not say whether it works is treated as if it did.
    private mutating func judgeReadiness(of interface: String, _ answer: JudgedAnswer?) {
        if let answer {
            let isAvailable = answer.isSuccess && answer.members["available"] == true
            facts.interfaces[interface] = isAvailable ? .available : .unavailable
            guard isAvailable else { return }
        } else {
            facts.interfaces[interface] = .unknown
        }
        if interface == "VehicleInfo" { askAtStart(.getVehicleData, parameters: ["vin": true]) }
        for method in Self.questions[interface] ?? [] { askAtStart(method) }
    }

    private mutating func denyUntoldCapabilities() {
        guard configuration.quirks.contains(.deniesUntoldCapabilities),
            case .object(var members) = facts.registrationMembers["hmiCapabilities"]
        else { return }
        for name in ["navigation", "phoneCall", "videoStreaming"] { members[name] = false }
        facts.registrationMembers["hmiCapabilities"] = .object(members)
    }

    // MARK: What is told

    private mutating func note(_ members: [String: JSONValue], from method: HMIMethod) {
        switch method {
        case .getSystemInfo: noteSystemInfo(members)
        case .mixingAudioSupported:
            facts.mixesAudio = members["attenuatedSupported"]?.boolValue ?? facts.mixesAudio
        case .getVehicleType: noteVehicleType(members["vehicleType"])
        case .getUICapabilities: noteUI(members)
        case .getButtonCapabilities:
            take(members["capabilities"], as: "buttonCapabilities")
            take(members["presetBankCapabilities"], as: "presetBankCapabilities")
        case .getTTSCapabilities:
            take(members["speechCapabilities"], as: "speechCapabilities")
            take(members["prerecordedSpeechCapabilities"], as: "prerecordedSpeech")
        case .getVRCapabilities: take(members["vrCapabilities"], as: "vrCapabilities")
        case .getRCCapabilities:
            take(members["remoteControlCapability"], asCapability: "REMOTE_CONTROL")
            take(members["seatLocationCapability"], asCapability: "SEAT_LOCATION")
        case .getUILanguage: facts.displayLanguage = members["language"]?.stringValue ?? facts.displayLanguage
        case .getVRLanguage: facts.voiceLanguage = members["language"]?.stringValue ?? facts.voiceLanguage
        case .getTTSLanguage: facts.speechLanguage = members["language"]?.stringValue ?? facts.speechLanguage
        default: break
        }
    }

    private mutating func noteSystemInfo(_ members: [String: JSONValue]) {
        var vehicle = facts.vehicle ?? VehicleInfo()
        if let version = members["ccpu_version"]?.stringValue {
            vehicle.systemSoftwareVersion = version
            facts.registrationMembers["systemSoftwareVersion"] = .string(version)
        }
        if let version = members["systemHardwareVersion"]?.stringValue { vehicle.systemHardwareVersion = version }
        facts.vehicle = vehicle
    }

    private mutating func noteVehicleType(_ type: JSONValue?) {
        guard let type, type.objectValue != nil else { return }
        var vehicle = facts.vehicle ?? VehicleInfo()
        vehicle.make = type["make"]?.stringValue ?? vehicle.make
        vehicle.model = type["model"]?.stringValue ?? vehicle.model
        vehicle.modelYear = type["modelYear"]?.stringValue ?? vehicle.modelYear
        vehicle.trim = type["trim"]?.stringValue ?? vehicle.trim
        facts.vehicle = vehicle
        facts.registrationMembers["vehicleType"] = type
    }

    private mutating func noteUI(_ members: [String: JSONValue]) {
        for name in ["displayCapabilities", "softButtonCapabilities"] { take(members[name], as: name) }
        // The HMI tells one of each, apps are told a list.
        for name in ["audioPassThruCapabilities", "hmiZoneCapabilities"] {
            if let value = members[name] { facts.registrationMembers[name] = value.arrayValue == nil ? [value] : value }
        }
        if case .object(var told) = members["hmiCapabilities"] {
            if configuration.quirks.contains(.claimsOwnCapabilities) {
                told["appServices"] = true
                told["displays"] = true
            }
            facts.registrationMembers["hmiCapabilities"] = .object(told)
        }
        for (type, name) in SystemCapabilities.uiMembers {
            take(members["systemCapabilities"]?[name], asCapability: type)
        }
    }

    private mutating func take(_ value: JSONValue?, as name: String) {
        if let value { facts.registrationMembers[name] = value }
    }

    private mutating func take(_ value: JSONValue?, asCapability type: String) {
        if let value, value.objectValue != nil { facts.systemCapabilities[type] = value }
    }
}
