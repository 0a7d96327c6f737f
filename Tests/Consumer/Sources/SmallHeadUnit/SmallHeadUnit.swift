import HeadUnit
import SDLApp

/// A head unit and an app out of the public products, in one process: ends well when the app has seen it all.
@main
struct SmallHeadUnit {
    static func main() async throws {
        let reactor = try Reactor()
        let hmi = DashboardHMI(reactor: reactor)
        var configuration = HeadUnitConfiguration()
        configuration.policy = policy
        configuration.registrationMembers = ["hmiCapabilities": ["navigation": true]]
        configuration.protection = nil as ServiceProtection?  // this one has no certificates
        configuration.systemCapabilities = ["NAVIGATION": ["getWayPointsEnabled": true]]
        let unit = HeadUnit(configuration: configuration, hmi: hmi, reactor: reactor)
        let address = try await unit.listen(port: 0)
        print("listening on \(address)")

        let manager = try SDLManager(
            SDLConfiguration(
                appName: "Guest", fullAppID: "4711", transport: .tcp(host: address.host, port: address.port)))
        let lists = await manager.wayPointUpdates()
        _ = try await manager.start()
        var seen: [String] = []
        for try await list in lists {
            seen.append(list.first?.locationName ?? "?")
            if seen.count == 2 { break }
            await hmi.drive(to: "Office", latitude: 48.2, longitude: 11.6, telling: unit)
        }
        await manager.stop()
        await unit.stop()
        guard seen == ["Home", "Office"] else { throw Unexpected(seen: seen) }
        print("the app saw \(seen.joined(separator: ", then "))")
    }

    private struct Unexpected: Error {
        let seen: [String]
    }

    private static var policy: PolicyTable {
        let everywhere = PolicyTable.Rule(levels: [.full, .limited, .background, .none])
        let shown = PolicyTable.Rule(levels: [.full, .limited, .background])
        var rules: [String: PolicyTable.Rule] = [:]
        for rpc in ["OnHMIStatus", "OnPermissionsChange", "OnHashChange", "UnregisterAppInterface"] {
            rules[rpc] = everywhere
        }
        for rpc in [
            "GetWayPoints", "SubscribeWayPoints", "UnsubscribeWayPoints", "OnWayPointChange", "GetSystemCapability",
        ] {
            rules[rpc] = shown
        }
        return PolicyTable(
            groups: ["all": PolicyTable.FunctionalGroup(rules: rules)],
            entries: ["default": .policy(PolicyTable.AppPolicy(groups: ["all"]))])
    }
}
