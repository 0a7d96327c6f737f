internal import Formats
internal import SDLProtocol

/// What the head unit knows of its system: the configuration, overlaid by what the HMI told at the start and since.
struct SystemFacts: Sendable {
    /// Whether the component behind an interface of the HMI works.
    enum InterfaceState: Hashable, Sendable {
        /// It has not said.
        case unknown
        case available
        case unavailable
    }

    var vehicle: VehicleInfo?
    var displayLanguage: String
    var voiceLanguage: String
    var speechLanguage: String
    var registrationMembers: [String: JSONValue]
    var systemCapabilities: [String: JSONValue]
    var interfaces: [String: InterfaceState] = [:]
    /// Whether apps are lowered, not silenced, while the system speaks.
    var mixesAudio = true

    init(_ configuration: HeadUnitConfiguration) {
        vehicle = configuration.connection.vehicle
        displayLanguage = configuration.displayLanguage
        voiceLanguage = configuration.voiceLanguage
        speechLanguage = configuration.voiceLanguage
        registrationMembers = configuration.registrationMembers
        systemCapabilities = configuration.systemCapabilities
        for name in configuration.unavailableInterfaces { interfaces[name] = .unavailable }
    }

    func isAvailable(_ interface: String) -> Bool { interfaces[interface] != .unavailable }

    /// The `language` that apps are told: that of voice recognition, or of speech where there is none.
    var language: String { isAvailable("VR") ? voiceLanguage : speechLanguage }

    /// Whether the display offers a text field.
    func hasTextField(_ name: String) -> Bool {
        registrationMembers["displayCapabilities"]?["textFields"]?.arrayValue?
            .contains { $0["name"]?.stringValue == name } ?? false
    }

    /// The members that describe the module in the response to RegisterAppInterface.
    var told: [String: JSONValue] {
        var members = registrationMembers
        members["language"] = .string(language)
        members["hmiDisplayLanguage"] = .string(displayLanguage)
        let owners = [
            "UI": [
                "hmiDisplayLanguage", "displayCapabilities", "audioPassThruCapabilities", "hmiCapabilities",
            ],
            "TTS": ["speechCapabilities", "prerecordedSpeech"], "VR": ["vrCapabilities"],
            "VehicleInfo": ["vehicleType"],
        ]
        for (interface, names) in owners where !isAvailable(interface) {
            for name in names { members[name] = nil }
        }
        return members
    }
}
