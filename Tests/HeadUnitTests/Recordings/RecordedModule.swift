import Formats
import HeadUnit
import SDLProtocol
import Simulator
import TestKit

/// The head unit of the recordings: module `sdl-core-8.2` with the settings of one recording, and what its HMI
/// answered at the start.
struct RecordedModule {
    var configuration: HeadUnitConfiguration
    /// Answers of the HMI that differ from what the module's file describes; `nil` is silence.
    var answers: [HMIMethod: HMIAnswer?] = [:]

    init(_ description: Recording.Description) throws {
        var configuration = try MockModule(named: "sdl-core-8.2").configuration
        configuration.policyFlavour = PolicyFlavour(rawValue: description.policyBuild) ?? .proprietary
        // What the capabilities file of that head unit says of the vehicle until the HMI does.
        configuration.connection.vehicle?.make = "SDL"
        configuration.connection.vehicle?.model = "Generic"
        configuration.connection.vehicle?.modelYear = "2019"
        configuration.connection.vehicle?.trim = "SE"
        self.configuration = configuration
        apply(description.settings)
        try describeHMI(of: description.name)
    }

    private mutating func apply(_ settings: [String: Int]) {
        func limit(_ count: String, _ time: String, _ standard: FrequencyLimit) -> FrequencyLimit {
            FrequencyLimit(
                count: settings[count] ?? standard.count,
                window: settings[time].map { .milliseconds($0) } ?? standard.window)
        }
        if let version = settings["MaxSupportedProtocolVersion"] {
            configuration.connection.maximumVersion = ProtocolVersion(UInt16(version), 0, 0)
        }
        if let time = settings["HeartBeatTimeout"] { configuration.connection.heartbeatTimeout = .milliseconds(time) }
        if let size = settings["MaximumPayloadSize"] { configuration.connection.setMaximumPayloadSize(size) }
        if let count = settings["PendingRequestsAmount"] { configuration.pendingRequestLimit = count }
        configuration.connection.frameLimit = limit(
            "FrequencyCount", "FrequencyTime", configuration.connection.frameLimit)
        configuration.requestLimit = limit(
            "AppTimeScaleMaxRequests", "AppRequestsTimeScale", configuration.requestLimit)
        configuration.requestLimitInNone = limit(
            "AppHMILevelNoneTimeScaleMaxRequests", "AppHMILevelNoneRequestsTimeScale",
            configuration.requestLimitInNone)
    }

    /// What the recordings' README says of the HMI of some recordings.
    private mutating func describeHMI(of name: String) throws {
        switch name {
        case "navigation_not_available":
            answers[.isReady("Navigation")] = .some(.success(["available": false]))
        case "vehicle_info_not_available":
            answers[.isReady("VehicleInfo")] = .some(.success(["available": false]))
        case "hmi_no_vehicle_type":
            answers[.getVehicleType] = .some(nil)
        case "hmi_poor_answers":
            answers[.isReady("Navigation")] = .some(nil)
            answers[.getUICapabilities] = .error(code: 22, message: "refused")
            // The capabilities file offers fewer text fields than the HMI.
            configuration.registrationMembers["displayCapabilities"] =
                try Self.recordedRegistration("a53794fe12")["displayCapabilities"]
        case "capability_waypoints_off":
            answers[.getUICapabilities] = try toldAtStart(
                "3ea53416fe",
                navigation: [
                    "sendLocationEnabled": false, "getWayPointsEnabled": false,
                ])
        case "capability_hmi_navigation_false":
            answers[.getUICapabilities] = try toldAtStart("a53794fe12")
        case "send_location_no_text_fields":
            answers[.getUICapabilities] = try toldAtStart("3ea53416fe")
        default:
            break
        }
    }

    private static func recordedRegistration(_ key: String) throws -> JSONValue {
        try JSONValue(parsing: try SharedData.bytes("vectors/sdl_core/payloads/RegisterAppInterface-\(key).json"))
    }

    /// The answer of an HMI whose display and abilities are those of a recorded registration.
    private func toldAtStart(_ key: String, navigation: JSONValue? = nil) throws -> HMIAnswer? {
        guard case .result(let code, var members) = configuration.startUpAnswer(to: .getUICapabilities) else {
            return nil
        }
        let recorded = try Self.recordedRegistration(key)
        for name in ["displayCapabilities", "hmiCapabilities"] { members[name] = recorded[name] }
        if let navigation { members["systemCapabilities"] = ["navigationCapability": navigation] }
        return .result(code: code, members: members)
    }

    /// What the HMI answers at the start; `nil` is silence.
    func answer(to request: HMIRequest) -> HMIAnswer? {
        if let answer = answers[request.method] { return answer }
        if request.method == .getVehicleData { return .success(["vin": "1FTEX0000E0000001"]) }
        return configuration.startUpAnswer(to: request.method)
    }
}
