import Formats
import Testing

@testable import HeadUnit

private let capability = "{\"systemCapabilityType\":\"NAVIGATION\"}"
private let gps = "{\"gps\":true}"

extension Rig {
    /// The item of an RPC in the permissions an app is told at its registration.
    fileprivate mutating func permission(of rpc: String, app: LinkID) -> JSONValue? {
        for case .notification("OnPermissionsChange", let parameters) in takeHeard(app) {
            return parameters["permissionItem"]?.arrayValue?.first { $0["rpcName"]?.stringValue == rpc }
        }
        return nil
    }

    /// Registers without forgetting what was heard.
    fileprivate mutating func register(id: String) -> LinkID {
        let link = connect()
        let session = startSession(on: link)
        request("RegisterAppInterface", Rig.registration(id: id), session: session, on: link)
        return link
    }

    /// A policy update that gives an app other groups, or takes its policy away.
    fileprivate mutating func give(_ groups: [String]?, to id: String = "8675309") {
        var table = machine.policy
        table.entries[id] =
            groups.map { .policy(PolicyTable.AppPolicy(groups: $0, priority: "NAVIGATION")) } ?? .revoked
        updatePolicy(table)
    }
}

private let groups = ["Base-4", "WayPoints", "SendLocation", "Navigation-1", "GpsFree"]

extension Row {
    /// 15.7: policy and permissions.
    static let policy: [Row] = [
        Row("Y1", "OnPermissionsChange item of GetWayPoints") { rig, app in
            rig.disconnect(app)
            let link = rig.register(id: "8675309")
            let item = rig.permission(of: "GetWayPoints", app: link)
            #expect(item?["hmiPermissions"] == ["allowed": ["BACKGROUND", "FULL", "LIMITED"], "userDisallowed": []])
            #expect(item?["parameterPermissions"] == ["allowed": [], "userDisallowed": []])
        },
        Row("Y2", "order of the items") { rig, app in
            rig.disconnect(app)
            let link = rig.register(id: "8675309")
            for case .notification("OnPermissionsChange", let parameters) in rig.takeHeard(link) {
                let names = (parameters["permissionItem"]?.arrayValue ?? []).compactMap { $0["rpcName"]?.stringValue }
                #expect(names == names.sorted())
                #expect(names.count == 65)
            }
        },
        Row("Y3", "update adds the group") { rig, _ in
            let base = rig.app(name: "Base", id: "base-only")
            rig.give(["Base-4", "WayPoints"], to: "base-only")
            #expect(rig.log(base) == ["OnDriverDistraction", "OnPermissionsChange 56"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: base) == "SUCCESS/true +wayPoints")
            #expect(rig.level(base) == .full)
        },
        Row("Y4", "update removes the group while subscribed") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            _ = rig.log(app)
            rig.give(["Base-4"])
            #expect(rig.log(app) == ["OnDriverDistraction", "OnPermissionsChange 52"])
            rig.tellWayPoints()
            #expect(rig.log(app) == [])
            #expect(rig.outcome("UnsubscribeWayPoints", on: app) == "DISALLOWED/false")
        },
        Row("Y5", "update gives it back") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            rig.give(["Base-4"])
            rig.give(groups)
            _ = rig.log(app)
            rig.tellWayPoints()
            #expect(rig.log(app) == ["OnWayPointChange Destination, Stop 1, Stop 2"])
        },
        Row("Y6", "group grants NONE too") { rig, _ in
            let app = rig.app(name: "Free", id: "nav-none-level", level: .none)
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "SUCCESS/true +wayPoints")
            #expect(rig.outcome("SubscribeWayPoints", on: app) == "SUCCESS/true")
            rig.tellWayPoints()
            #expect(rig.log(app) == ["OnWayPointChange Destination, Stop 1, Stop 2"])
        },
        Row("Y7", "consent changed by the user") { _, _ in
            var rig = Rig.asking()
            let app = rig.consentedApp(id: "consent-way")
            rig.consent(true, on: app)
            #expect(rig.log(app) == ["OnPermissionsChange 60"])
            #expect(rig.outcome("SubscribeWayPoints", on: app) == "SUCCESS/true")
            _ = rig.log(app)
            rig.consent(false, on: app)
            let item = rig.permission(of: "GetWayPoints", app: app)
            #expect(item?["hmiPermissions"] == ["allowed": [], "userDisallowed": ["BACKGROUND", "FULL", "LIMITED"]])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "USER_DISALLOWED/false")
            rig.tellWayPoints()
            #expect(rig.log(app) == [])
            rig.consent(true, on: app)
            _ = rig.log(app)
            rig.tellWayPoints()
            #expect(rig.log(app) == ["OnWayPointChange Destination, Stop 1, Stop 2"])
        },
        Row("Y8", "app revoked by an update, then given back") { rig, app in
            rig.request("SubscribeWayPoints", on: app)
            rig.forgetAll()
            rig.give(nil)
            #expect(rig.log(app) == ["OnHMIStatus NONE NOT_AUDIBLE NOT_STREAMABLE MAIN"])
            #expect(rig.hmiLog() == ["BasicCommunication.CloseApplication", "VehicleInfo.GetVehicleData"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
            #expect(rig.outcome("UnregisterAppInterface", on: app) == "DISALLOWED/false")
            rig.give(groups)
            #expect(rig.log(app) == ["OnDriverDistraction", "OnPermissionsChange 65"])
            #expect(rig.level(app) == AppLevel.none)
            rig.activate(app)
            _ = rig.log(app)
            rig.tellWayPoints()
            #expect(rig.log(app) == ["OnWayPointChange Destination, Stop 1, Stop 2"])
        },
        Row("Y9", "update leaves the app's permissions unchanged") { rig, app in
            rig.give(["Base-4"], to: "media")
            #expect(rig.log(app) == ["OnDriverDistraction"])
            rig.give(groups)
            #expect(rig.log(app) == ["OnDriverDistraction"])
        },
        Row("Y10", "broken parameters and no permission") { rig, app in
            rig.exit(app)
            #expect(rig.outcome("GetWayPoints", on: app).hasPrefix("INVALID_DATA/false"))
        },
        Row("Y11", "consent not yet asked, or declined") { _, _ in
            var rig = Rig.asking()
            let app = rig.consentedApp(id: "consent-way")
            #expect(
                rig.questions(of: app).compactMap { $0["name"]?.stringValue } == ["Location", "DrivingCharacteristics"])
            #expect(rig.questions(of: app).allSatisfy { $0["allowed"] == nil })
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
            rig.consent(false, on: app)
            let declined = rig.permission(of: "GetWayPoints", app: app)
            #expect(declined?["hmiPermissions"]?["userDisallowed"]?.arrayValue?.count == 3)
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "USER_DISALLOWED/false")
            #expect(rig.questions(of: app).allSatisfy { $0["allowed"] == false })
        },
        Row("Y12", "device without consent, then allowed") { _, _ in
            var rig = Rig.asking()
            let app = rig.register(id: "8675309")
            #expect(
                rig.log(app) == [
                    "RegisterAppInterface SUCCESS/true", "OnHMIStatus NONE NOT_AUDIBLE NOT_STREAMABLE MAIN",
                    "OnPermissionsChange 19", "OnSystemRequest",
                ])
            #expect(rig.outcome("GetSystemCapability", capability, on: app) == "DISALLOWED/false")
            guard case .result(_, let members) = rig.request(.activateApp, ["appID": rig.hmiID(app)]) else {
                Issue.record("refused")
                return
            }
            #expect(members["isSDLAllowed"] == false)
            #expect(rig.level(app) == AppLevel.none)
            rig.forgetAll()
            rig.allowDevice()
            #expect(
                rig.log(app) == [
                    "OnPermissionsChange 65", "OnHMIStatus FULL AUDIBLE STREAMABLE MAIN", "OnDriverDistraction",
                ])
            #expect(rig.hmiLog() == ["BasicCommunication.ActivateApp"])
        },
        Row("Y13", "vehicle data while the location group is undecided, declined, granted") { _, _ in
            var rig = Rig.asking()
            let app = rig.consentedApp(id: "loc-consent")
            let both = "{\"gps\":true,\"odometer\":true}"
            #expect(
                rig.outcome("GetVehicleData", gps, on: app)
                    == "DISALLOWED/false: Requested parameters are disallowed by Policies")
            rig.consent(false, on: app)
            #expect(
                rig.outcome("GetVehicleData", gps, on: app) == "USER_DISALLOWED/false: RPC is disallowed by the user")
            #expect(rig.outcome("GetVehicleData", both, on: app) == "USER_DISALLOWED/false")
            rig.consent(true, on: app)
            #expect(rig.outcome("GetVehicleData", gps, on: app) == "SUCCESS/true +gps")
            #expect(
                rig.outcome("GetVehicleData", both, on: app)
                    == "SUCCESS/true: 'odometer' is disallowed by policies +gps")
        },
        Row("Y14", "id unknown to the policy asks at FULL") { rig, _ in
            let app = rig.app(name: "Unknown", id: "nobody")
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
        },
        Row("Y15", "group grants FULL only") { rig, _ in
            let app = rig.app(name: "Full", id: "nav-full-only")
            #expect(rig.outcome("SubscribeWayPoints", on: app) == "SUCCESS/true")
            rig.notify(.onAppDeactivated, ["appID": rig.hmiID(app)])
            _ = rig.log(app)
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
            rig.tellWayPoints()
            #expect(rig.log(app) == [])
        },
        Row("Y16", "device forbidden, build that does not ask") { rig, app in
            rig.allowDevice(false)
            #expect(rig.log(app) == [])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "SUCCESS/true +wayPoints")
        },
        Row("Y17", "device forbidden and allowed again") { _, _ in
            var rig = Rig.asking()
            let app = rig.consentedApp(id: "8675309")
            rig.allowDevice(false)
            #expect(rig.log(app) == ["OnPermissionsChange 19"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
            _ = rig.log(app)
            rig.allowDevice()
            #expect(rig.log(app) == ["OnPermissionsChange 52"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "DISALLOWED/false")
            // Without the quirk the app has its own policy again.
            var sane = Rig.asking { $0.quirks.remove(.forgetsPolicyOfReturningDevices) }
            let other = sane.consentedApp(id: "8675309")
            sane.allowDevice(false)
            sane.allowDevice()
            #expect(sane.outcome("GetWayPoints", Rig.all, on: other) == "SUCCESS/true +wayPoints")
        },
        Row("Y18", "group with a prompt, build that does not ask") { rig, _ in
            let app = rig.app(name: "Location", id: "loc-consent")
            #expect(rig.questions(of: app) == [])
            #expect(rig.outcome("GetVehicleData", gps, on: app) == "SUCCESS/true +gps")
        },
    ]
}
