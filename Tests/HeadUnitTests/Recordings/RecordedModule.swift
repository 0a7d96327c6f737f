import Formats
import SDLProtocol
import SDLSpec
import TestKit

@testable import HeadUnit

/// The head unit of the recordings: vehicle, capabilities and policy as their README says.
enum RecordedModule {
    static func configuration() throws -> HeadUnitConfiguration {
        var configuration = HeadUnitConfiguration()
        configuration.connection = .core
        configuration.connection.vehicle = VehicleInfo(
            make: "Example Motors", model: "Model W", modelYear: "2026", trim: "SE",
            systemSoftwareVersion: "EX-1.2.3", systemHardwareVersion: "HW-7")
        configuration.messageIDs = .asCore
        configuration.quirks = [.forgetsHMISubscription]
        configuration.jsonOptions = .asCore
        configuration.policy = try policy()
        configuration.lockScreenDismissalWarning =
            "Swipe down to dismiss, acknowledging that you are not the driver"
        let recorded = try JSONValue(
            parsing: try SharedData.bytes("vectors/sdl_core/payloads/RegisterAppInterface-7200108998.json"))
        var members = recorded.objectValue ?? [:]
        for key in ["success", "resultCode", "info", "syncMsgVersion", "language", "hmiDisplayLanguage", "iconResumed"]
        {
            members[key] = nil
        }
        configuration.registrationMembers = members
        configuration.systemCapabilities["NAVIGATION"] = ["getWayPointsEnabled": true, "sendLocationEnabled": true]
        return configuration
    }

    /// The policy named in the README: our stock groups and the entries of the recordings' apps.
    private static func policy() throws -> PolicyTable {
        let open = try JSONValue(parsing: try SharedData.packageBytes("Mocks/policies/open.json"))
        var table = try PolicyTable(json: open)
        let shown: Set<AppLevel> = [.background, .limited, .full]
        let wayPoints = ["GetWayPoints", "SubscribeWayPoints", "UnsubscribeWayPoints", "OnWayPointChange"]
        let vehicle = ["GetVehicleData", "OnVehicleData", "SubscribeVehicleData", "UnsubscribeVehicleData"]
        func group(
            _ names: [String], _ levels: Set<AppLevel>, parameters: Set<String>? = nil, prompt: String? = nil
        ) -> PolicyTable.FunctionalGroup {
            let rule = PolicyTable.Rule(levels: levels, parameters: parameters)
            return PolicyTable.FunctionalGroup(
                rules: Dictionary(names.map { ($0, rule) }) { first, _ in first }, consentPrompt: prompt)
        }
        table.groups["Gps"] = group(vehicle, shown, parameters: ["gps", "speed"])
        table.groups["GpsOnly"] = group(vehicle, shown, parameters: ["gps"])
        table.groups["WayPointsFull"] = group(wayPoints, [.full])
        table.groups["WayPointsSilent"] = group(wayPoints.filter { $0 != "OnWayPointChange" }, shown)
        table.groups["WayPointsNone"] = group(wayPoints, Set(AppLevel.allCases))
        func policy(_ groups: [String], priority: String = "NONE") -> PolicyTable.AppPolicy {
            PolicyTable.AppPolicy(groups: groups, priority: priority)
        }
        let way = policy(["Base-4", "WayPoints", "SendLocation", "Navigation-1", "Gps"], priority: "NAVIGATION")
        table.entries["default"] = .policy(policy(["Base-4"]))
        for id in ["8675309", "8675310", "waypoint-peer", "waypoint-peer-java"] { table.entries[id] = .policy(way) }
        table.entries["base-only"] = .policy(policy(["Base-4"]))
        table.entries["nav-full-only"] = .policy(policy(["Base-4", "WayPointsFull"]))
        table.entries["nav-no-notify"] = .policy(policy(["Base-4", "WayPointsSilent"]))
        table.entries["nav-none-level"] = .policy(policy(["Base-4", "WayPointsNone"]))
        table.entries["gps-only"] = .policy(policy(["Base-4", "GpsOnly"]))
        table.entries["loc-consent"] = .policy(policy(["Base-4", "Location-1"]))
        table.entries["media"] = .policy(policy(["Base-4", "WayPoints"]))
        table.entries["revoked"] = .revoked
        table.entries["nick"] = .policy(PolicyTable.AppPolicy(groups: ["Base-4"], nicknames: ["Right Name"]))
        table.entries["typed"] = .policy(
            PolicyTable.AppPolicy(groups: ["Base-4"], appHMITypes: ["NAVIGATION"]))
        table.entries["auto-full"] = .policy(policy(["Base-4"]))
        table.entries["auto-bg"] = .policy(policy(["Base-4"]))
        table.lockScreenIconURL = "http://i.imgur.com/TgkvOIZ.png"
        return table
    }
}
