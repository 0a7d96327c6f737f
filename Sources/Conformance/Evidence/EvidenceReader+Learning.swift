internal import Formats
internal import SDLProtocol
internal import SDLSpec

// What messages tell about a session.
extension EvidenceReader {
    mutating func learn(_ exchange: Exchange, _ place: Int, _ entry: Transcript.Entry, _ key: Key) {
        let answer = exchange.answer?.json ?? .null
        let asked = exchange.rpc.json ?? .null
        switch exchange.function {
        case "RegisterAppInterface":
            change(key) { $0.isChangingRegistration = false }
            guard exchange.succeeded else { return }
            register(exchange, place, answer, entry, key)
        case "UnregisterAppInterface":
            change(key) { $0.isChangingRegistration = false }
            if exchange.succeeded { end(key, at: entry.time, by: .app) }
        case "SubscribeWayPoints":
            let isIgnored = exchange.resultCode == "IGNORED" && answer["info"] == nil
            // Without the resource an app counts as subscriber, but what it would be told of may not exist.
            let isEmpty = exchange.resultCode == "UNSUPPORTED_RESOURCE"
            change(key) {
                guard exchange.succeeded || isIgnored else {
                    $0.wayPoints = exchange.state.wayPoints
                    return
                }
                $0.wayPoints = isEmpty || isIgnored && exchange.state.wayPoints == .unclear ? .unclear : .yes
            }
        case "UnsubscribeWayPoints":
            let isIgnored = exchange.resultCode == "IGNORED" && answer["info"] == nil
            change(key) {
                $0.wayPoints = exchange.succeeded || isIgnored ? .no : exchange.state.wayPoints
            }
        case "SubscribeVehicleData":
            guard !exchange.succeeded, exchange.resultCode != "IGNORED" else { return }
            change(key) { $0.vehicleData = exchange.state.vehicleData }
        case "UnsubscribeVehicleData":
            guard exchange.succeeded else { return }
            change(key) { $0.vehicleData.subtract((asked.objectValue ?? [:]).keys) }
        case "GetSystemCapability":
            let type = asked["systemCapabilityType"]?.stringValue
            if let type,
                asked["subscribe"] == false && exchange.succeeded
                    || asked["subscribe"] == true && !exchange.succeeded
                        && !exchange.state.capabilities.contains(type)
            {
                change(key) { $0.capabilities.remove(type) }
            }
            guard type == "NAVIGATION" else { return }
            change(key) { state in
                state.hasAnswerAboutNavigation = true
                if let told = answer["systemCapability"]?["navigationCapability"] { state.navigationCapability = told }
            }
        default: break
        }
    }

    private mutating func register(
        _ exchange: Exchange, _ place: Int, _ answer: JSONValue, _ entry: Transcript.Entry, _ key: Key
    ) {
        let parameters = exchange.rpc.json ?? .null
        registrations.append(
            Registration(
                exchange: place, connection: entry.connection, session: exchange.session, time: entry.time,
                entry: exchange.response ?? exchange.request,
                appName: parameters["appName"]?.stringValue ?? "", parameters: parameters, answer: answer,
                ended: entry.time))
        let number = registrations.count - 1
        let wasResumed = parameters["hashID"] != nil
        change(key) { state in
            state.endRegistration()
            state.registration = number
            state.wasRegistered = true
            state.wasThrownOut = false
            state.wasEndedByHeadUnit = false
            state.registrationFrameVersion = exchange.header.version
            state.rpcVersion = Self.version(answer["syncMsgVersion"]) ?? state.rpcVersion
            state.hasNavigation = answer["hmiCapabilities"]?["navigation"]?.boolValue
            state.capabilities = ["DISPLAYS"]
            // What a resumption brought back, the app cannot tell from the response.
            if wasResumed {
                state.wayPoints = .unclear
                state.vehicleData = ["*"]
            }
        }
    }

    static func version(_ json: JSONValue?) -> RPCVersion? {
        guard let major = json?["majorVersion"]?.intValue, let minor = json?["minorVersion"]?.intValue else {
            return nil
        }
        return RPCVersion(
            Int(clamping: major), Int(clamping: minor), Int(clamping: json?["patchVersion"]?.intValue ?? 0))
    }

    mutating func told(_ name: String?, _ json: JSONValue, _ entry: Transcript.Entry, _ key: Key) {
        switch name {
        case "OnHMIStatus":
            guard json["windowID"]?.intValue ?? 0 == 0 else { return }
            change(key) { state in
                state.status = json
                state.level = json["hmiLevel"]?.stringValue ?? state.level
            }
        case "OnPermissionsChange":
            let permissions = Self.permissions(json)
            change(key) { $0.permissions = permissions }
        case "OnAppInterfaceUnregistered":
            end(key, at: entry.time, by: .headUnit)
            change(key) { $0.wasThrownOut = true }
        case "OnSystemCapabilityUpdated":
            if let told = json["systemCapability"]?["navigationCapability"] {
                change(key) { $0.navigationCapability = told }
            }
        default: break
        }
    }

    private static func permissions(_ json: JSONValue) -> [String: SessionState.Permission] {
        var result: [String: SessionState.Permission] = [:]
        for item in json["permissionItem"]?.arrayValue ?? [] {
            guard let name = item["rpcName"]?.stringValue else { continue }
            let texts: (String, String) -> Set<String> = { outer, inner in
                Set((item[outer]?[inner]?.arrayValue ?? []).compactMap(\.stringValue))
            }
            result[name] = SessionState.Permission(
                allowed: texts("hmiPermissions", "allowed"), userDisallowed: texts("hmiPermissions", "userDisallowed"),
                requiresEncryption: item["requireEncryption"] == true && json["requireEncryption"] != false,
                parameters: texts("parameterPermissions", "allowed"))
        }
        return result
    }
}
