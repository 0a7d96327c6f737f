internal import Formats
internal import SDLProtocol

extension HeadUnitConfiguration {
    /// What an HMI that is just as this configuration describes would answer to a question of the head unit's start.
    ///
    /// A simulated HMI can pass these questions on to here, so that the module's file alone says what it is like.
    ///
    /// - Parameter method: The question, such as ``HMIMethod/getSystemInfo`` or `UI.GetCapabilities`.
    /// - Returns: The answer; `nil` for anything that is not asked at the start.
    public func startUpAnswer(to method: HMIMethod) -> HMIAnswer? {
        if method.rawValue.hasSuffix(".IsReady") {
            return .success(["available": .bool(!unavailableInterfaces.contains(method.interface))])
        }
        switch method {
        case .getSystemInfo: return .success(systemInfo)
        case .mixingAudioSupported: return .success(["attenuatedSupported": true])
        case .getVehicleType: return told(["vehicleType": "vehicleType"])
        case .getUICapabilities: return uiCapabilities
        case .getButtonCapabilities:
            return told(["buttonCapabilities": "capabilities", "presetBankCapabilities": "presetBankCapabilities"])
        case .getTTSCapabilities:
            return told([
                "speechCapabilities": "speechCapabilities", "prerecordedSpeech": "prerecordedSpeechCapabilities",
            ])
        case .getVRCapabilities: return told(["vrCapabilities": "vrCapabilities"])
        case .getRCCapabilities:
            var members: [String: JSONValue] = [:]
            members["remoteControlCapability"] = systemCapabilities["REMOTE_CONTROL"]
            members["seatLocationCapability"] = systemCapabilities["SEAT_LOCATION"]
            return .success(members)
        case .getUILanguage: return .success(["language": .string(displayLanguage)])
        case .getVRLanguage, .getTTSLanguage: return .success(["language": .string(voiceLanguage)])
        case .getUILanguages: return .success(["languages": [.string(displayLanguage)]])
        case .getVRLanguages, .getTTSLanguages: return .success(["languages": [.string(voiceLanguage)]])
        default: return nil
        }
    }

    private var systemInfo: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "ccpu_version": .string(connection.vehicle?.systemSoftwareVersion ?? "1.0"),
            "language": .string(displayLanguage), "wersCountryCode": "WAEGB",
        ]
        members["systemHardwareVersion"] = connection.vehicle?.systemHardwareVersion.map { .string($0) }
        return members
    }

    private var uiCapabilities: HMIAnswer {
        var members: [String: JSONValue] = [:]
        for name in ["displayCapabilities", "softButtonCapabilities", "hmiCapabilities"] {
            members[name] = registrationMembers[name]
        }
        members["audioPassThruCapabilities"] = registrationMembers["audioPassThruCapabilities"]?[0]
        members["hmiZoneCapabilities"] = registrationMembers["hmiZoneCapabilities"]?[0]
        var system: [String: JSONValue] = [:]
        for (type, member) in SystemCapabilities.uiMembers { system[member] = systemCapabilities[type] }
        members["systemCapabilities"] = .object(system)
        return .success(members)
    }

    /// The configured members under the names by which the HMI tells them.
    private func told(_ names: [String: String]) -> HMIAnswer {
        var members: [String: JSONValue] = [:]
        for (own, told) in names { members[told] = registrationMembers[own] }
        return .success(members)
    }
}
