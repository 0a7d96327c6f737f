internal import Formats
package import HeadUnit

// The head unit of a recording.
extension Recording {
    /// The module with which a recording was made, as a module file says it.
    ///
    /// For recordings of sdl_core that is `sdl-core-8.2` with the settings and the policy build of the index, and an HMI
    /// that answers at the start as theirs did; for our own it is the module they name.
    ///
    /// - Throws: ``MockModuleError`` when a setting is not one that a module can have.
    package func module() throws(MockModuleError) -> MockModule {
        switch moduleSource {
        case .string(let name): return try MockModule(named: name)
        case .object: return try MockModule(json: moduleSource?.serialized() ?? [], file: name)
        default: break
        }
        return try MockModule(json: JSONValue.object(moduleMembers).serialized(), file: name)
    }

    private var moduleMembers: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "extends": "sdl-core-8.2", "name": .string(name),
            "description": .string("the head unit of the recording \(name)"),
            "policyFlavour": .string(description.policyBuild), "limits": .object(limits),
            // What the capabilities file of that head unit says of the vehicle until the HMI does.
            "vehicle": ["make": "SDL", "model": "Generic", "modelYear": "2019", "trim": "SE"],
        ]
        if let version = description.settings["MaxSupportedProtocolVersion"] {
            members["protocolVersion"] = .string("\(version).0.0")
        }
        let (registration, hmi) = startOfHMI
        if !registration.isEmpty { members["registration"] = .object(registration) }
        members["hmi"] = .object(hmi)
        return members
    }

    private var limits: [String: JSONValue] {
        let settings = description.settings
        var limits: [String: JSONValue] = [:]
        limits["heartbeat"] = settings["HeartBeatTimeout"].map { .int(Int64($0)) }
        limits["maximumPayloadSize"] = settings["MaximumPayloadSize"].map { .int(Int64($0)) }
        limits["pendingRequests"] = settings["PendingRequestsAmount"].map { .int(Int64($0)) }
        for (name, count, time) in [
            ("frames", "FrequencyCount", "FrequencyTime"),
            ("requests", "AppTimeScaleMaxRequests", "AppRequestsTimeScale"),
            ("requestsInNone", "AppHMILevelNoneTimeScaleMaxRequests", "AppHMILevelNoneRequestsTimeScale"),
        ] {
            var limit: [String: JSONValue] = [:]
            limit["count"] = settings[count].map { .int(Int64($0)) }
            limit["milliseconds"] = settings[time].map { .int(Int64($0)) }
            if !limit.isEmpty { limits[name] = .object(limit) }
        }
        return limits
    }

    /// What the registration has by itself, and how the HMI answers at the start, where it is not the usual one.
    private var startOfHMI: (registration: [String: JSONValue], hmi: [String: JSONValue]) {
        // Asked at the start only; the recordings have what is asked later.
        var hmi: [String: JSONValue] = [
            "VehicleInfo.GetVehicleData": Self.answer("VehicleInfo.GetVehicleData", ["vin": "1FTEX0000E0000001"])
        ]
        var registration: [String: JSONValue] = [:]
        switch name {
        case "navigation_not_available":
            hmi["Navigation.IsReady"] = Self.answer("Navigation.IsReady", ["available": false])
        case "vehicle_info_not_available":
            hmi["VehicleInfo.IsReady"] = Self.answer("VehicleInfo.IsReady", ["available": false])
        case "hmi_no_vehicle_type": hmi["VehicleInfo.GetVehicleType"] = ["silent": true]
        case "hmi_poor_answers":
            hmi["Navigation.IsReady"] = ["silent": true]
            hmi["UI.GetCapabilities"] = ["result": "GENERIC_ERROR", "message": "refused"]
            // The capabilities file offers fewer text fields than the HMI.
            registration["displayCapabilities"] = firstRegistration?["displayCapabilities"]
        case "capability_waypoints_off":
            hmi["UI.GetCapabilities"] = toldAtStart(
                navigation: ["sendLocationEnabled": false, "getWayPointsEnabled": false])
        case "capability_hmi_navigation_false", "send_location_no_text_fields":
            hmi["UI.GetCapabilities"] = toldAtStart()
        default: break
        }
        return (registration, hmi)
    }

    /// The answer of an HMI whose display and abilities are those of the registration.
    private func toldAtStart(navigation: JSONValue? = nil) -> JSONValue? {
        guard let base = try? MockModule(named: "sdl-core-8.2").configuration,
            case .result(_, var members) = base.startUpAnswer(to: .getUICapabilities),
            let registration = firstRegistration
        else { return nil }
        for name in ["displayCapabilities", "hmiCapabilities"] { members[name] = registration[name] }
        if let navigation { members["systemCapabilities"] = ["navigationCapability": navigation] }
        return Self.answer("UI.GetCapabilities", members)
    }

    /// A success of the HMI.
    private static func answer(_ method: String, _ members: [String: JSONValue]) -> JSONValue {
        var result = members
        result["code"] = 0
        result["method"] = .string(method)
        return ["answer": ["result": .object(result)]]
    }

    /// The first successful answer to RegisterAppInterface.
    private var firstRegistration: JSONValue? {
        var readers: [Int: SaidFrameReader] = [:]
        for event in events {
            guard case .toApp(let connection, let bytes) = event.line else { continue }
            for frame in readers[connection, default: SaidFrameReader()].read(bytes, time: event.time)
            where frame.name == "RegisterAppInterface" && frame.content["success"] == true {
                return frame.content
            }
        }
        return nil
    }
}

extension MockModule {
    /// What the module's HMI answers to a question of the start; `nil` is silence.
    package func startUpAnswer(to method: HMIMethod) -> HMIAnswer? {
        let behaviour = behaviours[method.rawValue] ?? behaviours[method.interface]
        guard behaviour?.isSilent != true else { return nil }
        return behaviour?.answer ?? configuration.startUpAnswer(to: method)
    }
}
