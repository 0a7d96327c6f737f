internal import Formats
internal import SDLSpec

// System capabilities: GetSystemCapability (since RPC 4.5) and its subscriptions (since 5.1).
extension HeadUnitMachine {
    /// The member of `SystemCapability` that holds the data of each type.
    private static let members: [String: String] = [
        "NAVIGATION": "navigationCapability", "PHONE_CALL": "phoneCapability",
        "VIDEO_STREAMING": "videoStreamingCapability", "REMOTE_CONTROL": "remoteControlCapability",
        "APP_SERVICES": "appServicesCapabilities", "SEAT_LOCATION": "seatLocationCapability",
        "DISPLAYS": "displayCapabilities", "DRIVER_DISTRACTION": "driverDistractionCapability",
    ]

    mutating func getSystemCapability(_ context: RequestContext, _ parameters: JSONValue) {
        guard let app = apps[context.key], let type = parameters["systemCapabilityType"]?.stringValue else { return }
        guard let member = Self.members[type] else {
            respond(context, .failure("UNSUPPORTED_RESOURCE"))
            return
        }
        if let element = spec.enums["SystemCapabilityType"]?.elements.first(where: { $0.name == type }),
            !element.exists(at: app.rpcVersion)
        {
            let text = InfoText.capabilityTypeTooNew(
                ordinal: element.ordinal, version: app.rpcVersion.description)
            respond(context, .failure("INVALID_DATA", info: text))
            return
        }
        let subscribe = parameters["subscribe"]?.boolValue
        if subscribe != nil, app.rpcVersion < RPCVersion(5, 1, 0) {
            respond(context, .failure("INVALID_DATA", info: ""))
            return
        }
        if type == "REMOTE_CONTROL", !app.traits.types.contains("REMOTE_CONTROL") {
            respond(context, .failure("DISALLOWED"))
            return
        }
        // The list of app services may be empty, but there is always one.
        let none: JSONValue? = type == "APP_SERVICES" ? [:] : nil
        guard let value = configuration.systemCapabilities[type] ?? none else {
            respond(context, .failure("DATA_NOT_AVAILABLE"))
            return
        }
        var info: String?
        if type == "DISPLAYS" {
            if subscribe != nil { info = InfoText.displaysSubscription }
        } else if subscribe == true {
            apps[context.key]?.capabilitySubscriptions.insert(type)
        } else if subscribe == false {
            apps[context.key]?.capabilitySubscriptions.remove(type)
        }
        var capability: [String: JSONValue] = ["systemCapabilityType": .string(type)]
        capability[member] = value
        respond(
            context, Outcome(resultCode: "SUCCESS", isSuccess: true, info: info),
            members: ["systemCapability": .object(capability)])
    }
}
