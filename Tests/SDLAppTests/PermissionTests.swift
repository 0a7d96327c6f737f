import Formats
import TestKit
import Testing

@testable import SDLApp

@Suite("Permissions")
struct PermissionTests {
    private static let group = [PermissionElement(.getWayPoints), PermissionElement(.subscribeWayPoints)]

    private func harness(_ opening: [ScriptedHead.Opening] = []) -> MachineHarness {
        var harness = MachineHarness()
        harness.head.opening = opening
        harness.start()
        return harness
    }

    private func watch(
        _ harness: inout MachineHarness, _ trigger: PermissionTrigger, _ elements: [PermissionElement] = group
    ) -> UInt64 {
        let reader = harness.next()
        harness.perform(
            harness.machine.addPermissionReader(reader, PermissionWatch(elements: elements, trigger: trigger)))
        return reader
    }

    @Test("The table before the level, after it, and twice: the same permissions", arguments: 0..<3)
    func orders(_ order: Int) {
        let openings: [[ScriptedHead.Opening]] = [
            [.permissions, .level("FULL")], [.level("FULL"), .permissions],
            [.level("FULL"), .permissions, .permissions],
        ]
        var harness = harness(openings[order])
        let snapshot = harness.machine.facts.permissionSnapshot
        #expect(snapshot.isAllowed("GetWayPoints"))
        #expect(!snapshot.isAllowed("Alert"))
        #expect(snapshot.update(for: Self.group).group == .allowed)
        harness.level("NONE")
        #expect(!harness.machine.facts.permissionSnapshot.isAllowed("GetWayPoints"))
        #expect(harness.machine.facts.permissionSnapshot.isAllowed("GetSystemCapability"))
    }

    @Test("A table without an RPC it had before takes the permission away")
    func replaced() {
        var harness = harness([.level("FULL"), .permissions])
        harness.notify(.onPermissionsChange, ScriptedHead.permissions(functions: ["GetWayPoints"]))
        let snapshot = harness.machine.facts.permissionSnapshot
        #expect(snapshot.isAllowed("GetWayPoints"))
        #expect(!snapshot.isAllowed("SubscribeWayPoints"))
        #expect(snapshot.update(for: Self.group).group == .mixed)
    }

    @Test("What the driver refused is not permitted even if it is listed as allowed too")
    func userDisallowed() {
        var harness = harness([.level("FULL")])
        harness.notify(.onPermissionsChange, ScriptedHead.permissions(userDisallowed: ["FULL"]))
        #expect(!harness.machine.facts.permissionSnapshot.isAllowed("GetWayPoints"))
        harness.level("LIMITED")
        #expect(harness.machine.facts.permissionSnapshot.isAllowed("GetWayPoints"))
    }

    @Test("A stream of any change begins with the state, tells unknown to known, and repeats nothing")
    func any() {
        var harness = harness()
        let reader = watch(&harness, .any)
        #expect(harness.updates(of: reader).map(\.group) == [.unknown])
        harness.level("NONE")
        #expect(harness.updates(of: reader).map(\.group) == [.unknown, .disallowed])
        harness.notify(.onPermissionsChange, harness.head.permissions)
        harness.notify(.onPermissionsChange, harness.head.permissions)
        #expect(harness.updates(of: reader).count == 2)
        harness.level("FULL")
        harness.level("LIMITED")
        harness.level("BACKGROUND")
        #expect(harness.updates(of: reader).map(\.group) == [.unknown, .disallowed, .allowed])
        // Another item changes: nothing of it concerns the group.
        harness.notify(
            .onPermissionsChange, ScriptedHead.permissions(functions: ["GetWayPoints", "SubscribeWayPoints"]))
        #expect(harness.updates(of: reader).count == 3)
        harness.dropLink()
        #expect(harness.updates(of: reader).last?.group == .unknown)
        #expect(harness.updates(of: reader).last?.statuses[.getWayPoints]?.isAllowed == false)
    }

    @Test("A stream of allAllowed tells edges only")
    func allAllowed() {
        var harness = harness([.level("NONE"), .permissions])
        let reader = watch(&harness, .allAllowed)
        #expect(harness.updates(of: reader).isEmpty)
        harness.level("FULL")
        harness.level("LIMITED")
        #expect(harness.updates(of: reader).map(\.group) == [.allowed])
        harness.notify(.onPermissionsChange, ScriptedHead.permissions(functions: ["GetWayPoints"]))
        #expect(harness.updates(of: reader).map(\.group) == [.allowed, .mixed])
        harness.notify(.onPermissionsChange, ScriptedHead.permissions(functions: []))
        #expect(harness.updates(of: reader).count == 2)
        harness.notify(.onPermissionsChange, harness.head.permissions)
        let late = watch(&harness, .allAllowed)
        #expect(harness.updates(of: late).map(\.group) == [.allowed])
        harness.dropLink()
        #expect(harness.updates(of: reader).map(\.group) == [.allowed, .mixed, .allowed, .unknown])
    }

    @Test("Streams live through a reconnect")
    func reconnect() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        let reader = watch(&harness, .any)
        harness.dropLink()
        harness.pass(.seconds(1))
        #expect(harness.updates(of: reader).map(\.group).first == .allowed)
        #expect(harness.updates(of: reader).map(\.group).contains(.unknown))
        #expect(harness.updates(of: reader).map(\.group).last == .allowed)
    }

    @Test("Where parameters are named, they decide, unless the RPC itself is not permitted")
    func parameters() {
        let item: (String) -> JSONValue = { level in
            ["permissionItem": [ScriptedHead.item("GetVehicleData", [level], parameters: ["gps", "speed"])]]
        }
        var harness = harness([.level("FULL")])
        harness.notify(.onPermissionsChange, item("FULL"))
        func group(_ parameters: [String]) -> PermissionUpdate {
            harness.machine.facts.permissionSnapshot.update(
                for: [PermissionElement(.getVehicleData, parameters: parameters)])
        }
        #expect(group([]).group == .allowed)
        #expect(group(["gps"]).group == .allowed)
        #expect(group(["gps", "rpm"]).group == .mixed)
        #expect(group(["rpm"]).group == .disallowed)
        #expect(group(["gps", "rpm"]).statuses[.getVehicleData]?.parameters == ["gps": true, "rpm": false])
        harness.notify(.onPermissionsChange, item("LIMITED"))
        #expect(group(["gps"]).group == .disallowed)
        #expect(group(["gps"]).statuses[.getVehicleData]?.parameters == ["gps": false])
    }

    @Test("Without a word about parameters of an RPC none of them is known to be permitted")
    func noParameterInformation() {
        let harness = harness([.level("FULL"), .permissions])
        #expect(!harness.machine.facts.permissionSnapshot.isAllowed("GetWayPoints", parameter: "wayPointType"))
    }

    @Test("An empty group has nothing forbidden in it, once the level is known")
    func empty() {
        var harness = harness()
        #expect(harness.machine.facts.permissionSnapshot.update(for: []).group == .unknown)
        harness.level("FULL")
        #expect(harness.machine.facts.permissionSnapshot.update(for: []).group == .allowed)
    }

    @Test("One item that cannot be read does not cost the others")
    func brokenItem() {
        var harness = harness([.level("FULL")])
        harness.notify(
            .onPermissionsChange,
            [
                "permissionItem": [
                    5, ["rpcName": 7], ["rpcName": "Alert", "hmiPermissions": "none"],
                    ["rpcName": "Show", "hmiPermissions": ["allowed": ["FULL", 3, nil, "SIDEWAYS"]]],
                    ScriptedHead.item("GetWayPoints", ["FULL"]),
                ]
            ])
        let snapshot = harness.machine.facts.permissionSnapshot
        #expect(snapshot.isAllowed("GetWayPoints"))
        #expect(snapshot.isAllowed("Show"))
        #expect(!snapshot.isAllowed("Alert"))
    }

    @Test("Encryption: the flag of the RPC, unless the app-level switch is off")
    func encryption() {
        func table(_ item: Bool?, _ app: Bool?) -> PermissionTable {
            var members: [String: JSONValue] = [
                "permissionItem": [ScriptedHead.item("GetWayPoints", ["FULL"], encrypted: item)]
            ]
            members["requireEncryption"] = app.map { .bool($0) }
            return PermissionTable(.object(members)) ?? PermissionTable()
        }
        for (item, app, expected) in [
            (true, nil, true), (true, true, true), (true, false, false), (false, true, false), (nil, true, false),
            (nil, nil, false),
        ] as [(Bool?, Bool?, Bool)] {
            #expect(table(item, app).requiresEncryption("GetWayPoints") == expected)
            #expect(table(item, app).requiresEncryption == expected)
        }
    }

    @Test(
        "Random tables and levels: an update comes exactly when what is effective changes",
        arguments: 0..<10 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var harness = harness()
        let reader = watch(&harness, .any)
        let edges = watch(&harness, .allAllowed)
        var expected = harness.updates(of: reader)
        var expectedEdges: [PermissionGroupStatus] = []
        let levels = ["FULL", "LIMITED", "BACKGROUND", "NONE"]
        for _ in 0..<100 {
            let before = harness.machine.facts.permissionSnapshot.update(for: Self.group)
            if Bool.random(using: &random) {
                harness.level(levels.randomElement(using: &random) ?? "NONE")
            } else {
                let functions = ScriptedHead.wayPointFunctions.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
                harness.notify(
                    .onPermissionsChange,
                    ScriptedHead.permissions(
                        wayPoints: levels.filter { _ in Bool.random(using: &random) },
                        userDisallowed: levels.filter { _ in Int.random(in: 0..<5, using: &random) == 0 },
                        functions: functions))
            }
            let after = harness.machine.facts.permissionSnapshot.update(for: Self.group)
            if after != before { expected.append(after) }
            if (after.group == .allowed) != (before.group == .allowed) { expectedEdges.append(after.group) }
        }
        #expect(harness.updates(of: reader) == expected)
        #expect(harness.updates(of: edges).map(\.group) == expectedEdges)
    }
}
