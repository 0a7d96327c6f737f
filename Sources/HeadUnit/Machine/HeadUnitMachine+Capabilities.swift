internal import Formats
internal import SDLSpec

// System capabilities: GetSystemCapability (since RPC 4.5), its subscriptions (since 5.1), OnSystemCapabilityUpdated.
extension HeadUnitMachine {
    /// Capabilities whose changes are told; the others are only answered when asked.
    private static let told: Set<String> = ["NAVIGATION", "PHONE_CALL", "VIDEO_STREAMING", "REMOTE_CONTROL"]

    mutating func getSystemCapability(_ context: RequestContext, _ parameters: JSONValue) {
        guard let app = apps[context.key], let type = parameters["systemCapabilityType"]?.stringValue else {
            respond(context, .failure("INVALID_DATA"))
            return
        }
        let element = spec.enums["SystemCapabilityType"]?.elements.first { $0.name == type }
        guard SystemCapabilities.members[type] != nil, let element else {
            respond(context, .failure("UNSUPPORTED_RESOURCE"))
            return
        }
        guard element.exists(at: app.rpcVersion) else {
            let text = InfoText.capabilityTypeTooNew(ordinal: element.ordinal, version: app.rpcVersion.description)
            respond(context, .failure("INVALID_DATA", info: text))
            return
        }
        let subscription = spec.function("GetSystemCapability", .request)?.parameters
            .first { $0.name == "subscribe" }
        // To a module that is older than subscriptions the wish for one is an unknown member.
        let isKnown = subscription?.form(at: configuration.rpcVersion) != nil
        let subscribe = isKnown ? parameters["subscribe"]?.boolValue : nil
        if subscribe != nil, subscription?.form(at: app.rpcVersion) == nil {
            respond(context, .failure("INVALID_DATA", info: ""))
            return
        }
        if type == "REMOTE_CONTROL", !app.traits.types.contains("REMOTE_CONTROL") {
            respond(context, .failure("DISALLOWED"))
            return
        }
        if type == "REMOTE_CONTROL", !facts.isAvailable("RC") {
            respond(context, .failure("UNSUPPORTED_RESOURCE"))
            return
        }
        guard let capability = capability(type, for: app) else {
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
        let members = completed(
            ["systemCapability": capability], function: "GetSystemCapability", kind: .response)
        respond(context, Outcome(resultCode: "SUCCESS", isSuccess: true, info: info), members: members)
    }

    /// The `SystemCapability` of a type as an app is told it; `nil` when there is no data.
    private func capability(_ type: String, for app: RegisteredApp) -> JSONValue? {
        guard let member = SystemCapabilities.members[type] else { return nil }
        var value = facts.systemCapabilities[type]
        if type == "DISPLAYS" { value = app.displays ?? value }
        if type == "APP_SERVICES" { value = appServicesCapability }
        if type == "NAVIGATION" { value = navigationCapability(value) }
        return value.map { ["systemCapabilityType": .string(type), member: $0] }
    }

    /// Tells subscribers what a capability is now.
    mutating func tellCapability(_ type: String) {
        if type == "DISPLAYS" {
            for key in order {
                if let app = apps[key], let own = capability(type, for: app) { tell(own, to: [key]) }
            }
            return
        }
        let keys = order.filter { apps[$0]?.capabilitySubscriptions.contains(type) == true }
        if let first = keys.first.flatMap({ apps[$0] }), let common = capability(type, for: first) {
            tell(common, to: keys)
        }
    }

    mutating func tell(_ capability: JSONValue, to keys: [AppKey]) {
        let members = completed(
            ["systemCapability": capability], function: "OnSystemCapabilityUpdated", kind: .notification)
        notify(keys, "OnSystemCapabilityUpdated", .object(members))
    }

    /// The HMI tells a capability: display data of one app, or something that all may know.
    mutating func capabilityTold(_ parameters: JSONValue) {
        guard let type = parameters["systemCapability"]?["systemCapabilityType"]?.stringValue,
            let member = SystemCapabilities.members[type]
        else { return }
        let value = parameters["systemCapability"]?[member]
        if type == "DISPLAYS" {
            guard let value, let key = app(in: parameters), let app = apps[key] else { return }
            apps[key]?.displays = value
            if let capability = capability(type, for: apps[key] ?? app) { tell(capability, to: [key]) }
            return
        }
        guard Self.told.contains(type) else { return }
        if type == "VIDEO_STREAMING" {
            guard let value, let key = app(in: parameters), apps[key]?.capabilitySubscriptions.contains(type) == true
            else { return }
            tell(["systemCapabilityType": .string(type), member: value], to: [key])
            return
        }
        // sdl_core tells its subscribers again what it had stored before.
        if let value, !configuration.quirks.contains(.repeatsOldCapabilities) { facts.systemCapabilities[type] = value }
        tellCapability(type)
    }
}
