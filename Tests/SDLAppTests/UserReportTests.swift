import Formats
import SDLProtocol
import TestKit
import Testing
import Transport

@testable import SDLApp

/// What users of SDL app libraries reported, as far as it concerns the app's side.
///
/// Each test fails on the reported behaviour; the numbers are those of the reports' trackers.
@Suite("What users reported", .timeLimit(.minutes(1)))
struct UserReportTests {
    private func ready(_ change: (inout SDLConfiguration) -> Void = { _ in }) -> MachineHarness {
        var harness = MachineHarness(change)
        harness.start()
        return harness
    }

    private func watch(_ harness: inout MachineHarness, _ trigger: PermissionTrigger = .any) -> UInt64 {
        let reader = harness.next()
        let watch = PermissionWatch(elements: [PermissionElement(.getWayPoints)], trigger: trigger)
        harness.perform(harness.machine.addPermissionReader(reader, watch))
        return reader
    }

    @Test("1, sdl_ios 957: permissions do not survive a disconnect")
    func permissionsSurvived() {
        var harness = ready { $0.reconnectPolicy = .fixed(.seconds(1)) }
        #expect(harness.machine.facts.permissionSnapshot.isAllowed("GetWayPoints"))
        harness.head.opening = [.level("FULL")]
        harness.dropLink()
        harness.pass(.seconds(1))
        #expect(harness.machine.isReady)
        #expect(!harness.machine.facts.permissionSnapshot.isAllowed("GetWayPoints"))
    }

    @Test("2, sdl_ios 965: a table that changes nothing for a group is not told")
    func repeatedTables() {
        var harness = ready()
        let reader = watch(&harness)
        for _ in 0..<5 { harness.notify(.onPermissionsChange, harness.head.permissions) }
        // A level more, though not the present one, is another item but the same permission.
        harness.notify(
            .onPermissionsChange, ScriptedHead.permissions(wayPoints: ["BACKGROUND", "FULL", "LIMITED", "NONE"]))
        #expect(harness.updates(of: reader).count == 1)
    }

    @Test("3, sdl_ios 1667: a reader of allAllowed is not told at once that nothing is allowed")
    func allAllowedAtOnce() {
        var harness = MachineHarness()
        harness.head.opening = [.level("NONE"), .permissions]
        harness.start()
        let reader = watch(&harness, .allAllowed)
        #expect(harness.updates(of: reader).isEmpty)
        harness.level("FULL")
        #expect(harness.updates(of: reader).map(\.group) == [.allowed])
    }

    @Test("4, sdl_java_suite 1353: a new reader gets the present state")
    func presentState() {
        var harness = ready()
        let reader = watch(&harness)
        #expect(harness.updates(of: reader).map(\.group) == [.allowed])
    }

    @Test("5, sdl_ios 1190: numbers and texts where Booleans belong are no crash and no permission")
    func bridgedBooleans() {
        var harness = MachineHarness()
        harness.head.hmiCapabilities = ["navigation": 1, "phoneCall": "true"]
        harness.start()
        #expect(harness.machine.isReady)
        #expect(harness.machine.facts.capabilities.hmi?.navigation == nil)
        harness.notify(.onPermissionsChange, ["permissionItem": [], "requireEncryption": 1])
        #expect(!harness.machine.facts.permissions.requiresEncryption)
    }

    @Test("6, sdl_ios 1661: RPCs are named by one strong type, and every name of the spec is one")
    func names() {
        #expect(PermissionElement(.getWayPoints).rpc.name == "GetWayPoints")
        #expect(FunctionID(name: "OnWayPointChange") == .onWayPointChange)
        #expect(RPCCatalog.messages.allSatisfy { $0.functionID.isRecognized })
    }

    @Test("7, sdl_javascript_suite 422: tables may be compared and replaced any number of times")
    func clonedItems() {
        var harness = ready()
        let reader = watch(&harness)
        for round in 0..<6 {
            harness.notify(
                .onPermissionsChange,
                ScriptedHead.permissions(functions: round.isMultiple(of: 2) ? [] : ["GetWayPoints"]))
        }
        #expect(harness.updates(of: reader).count == 7)
    }

    @Test("8, sdl_core 3004: a table that comes twice during the registration is one")
    func doubleTable() {
        var harness = MachineHarness()
        harness.head.opening = [.permissions, .level("FULL"), .permissions, .permissions]
        harness.start()
        let reader = watch(&harness)
        harness.notify(.onPermissionsChange, harness.head.permissions)
        #expect(harness.updates(of: reader).count == 1)
    }

    @Test("9, sdl_ios 977: an unauthorised app does not register again and again")
    func unauthorised() {
        var harness = ready { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.notify(.onAppInterfaceUnregistered, ["reason": "APP_UNAUTHORIZED"])
        harness.dropLink()
        harness.pass(.seconds(100))
        #expect(harness.attempts == 1)
    }

    @Test("10, sdl_ios 1710: a start from the very moment of the end works")
    func restartAtOnce() async throws {
        let (head, manager) = try await connected()
        let phases = await manager.phases()
        let restarted = Task {
            for await phase in phases { if case .ended = phase { break } }
            return try await manager.start()
        }
        await head.drop()
        #expect(try await restarted.value.generation == 2)
        await manager.stop()
        head.reactor.stop()
    }

    @Test("11, sdl_ios 1243: a second start does not silence anybody")
    func secondStart() async throws {
        let (head, manager) = try await connected()
        let levels = await manager.hmiLevels()
        await #expect(throws: SDLError.alreadyStarted) { try await manager.start() }
        await head.notify(.onHMIStatus, ScriptedHead.status("LIMITED"))
        for await level in levels where level == .limited { break }
        await manager.stop()
        head.reactor.stop()
    }

    @Test("12, sdl_ios 1847: a slow StartServiceACK is a failed attempt, and the next one may succeed")
    func slowACK() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1), includesFirstConnection: true) }
        harness.head.connection = .init(number: 1, configuration: .notReady)
        let caller = harness.start()
        harness.pass(.seconds(10))
        #expect(harness.phases.last == .reconnecting(after: .seconds(1), because: .serviceTimedOut))
        harness.head = ScriptedHead()
        harness.pass(.seconds(1))
        #expect(harness.completions(of: caller).count == 1)
        #expect(harness.machine.isReady)
    }

    @Test("13, sdl_ios 509: after a stop nothing connects again")
    func stopped() {
        var harness = ready { $0.reconnectPolicy = .fixed(.seconds(1), includesFirstConnection: true) }
        harness.stop()
        harness.dropLink()
        harness.pass(.seconds(100))
        #expect(harness.attempts == 1)
    }

    @Test("14, sdl_ios 505: WRONG_LANGUAGE with success is a success")
    func wrongLanguage() {
        var harness = MachineHarness()
        harness.head.registration = .code("WRONG_LANGUAGE", true)
        harness.start()
        harness.level("NONE")
        #expect(harness.machine.isReady)
        #expect(harness.machine.phase.info?.hasWarning == true)
    }

    @Test("15, sdl_ios 540: not ready before the first OnHMIStatus")
    func readyEarly() {
        var harness = MachineHarness()
        harness.head.opening = [.permissions]
        let caller = harness.start()
        #expect(harness.completion(of: caller) == nil)
        harness.level("NONE")
        #expect(harness.completion(of: caller) != nil)
    }

    @Test("16, sdl_ios 1709: readers may come and go while updates are told")
    func readersComeAndGo() async throws {
        let (head, manager) = try await connected()
        let told = await withTaskGroup(of: Int.self) { group in
            for reader in 0..<20 {
                group.addTask {
                    var told = 0
                    for _ in 0..<5 {
                        let updates = await manager.systemCapabilityManager.updates(of: .navigation)
                        for await _ in updates {
                            told += 1
                            break
                        }
                        if reader.isMultiple(of: 2) { await Task.yield() }
                    }
                    return told
                }
            }
            group.addTask {
                for round in 0..<100 {
                    await head.notify(
                        .onSystemCapabilityUpdated,
                        [
                            "systemCapability": ScriptedHead.navigation([
                                "getWayPointsEnabled": .bool(round.isMultiple(of: 2))
                            ])
                        ])
                }
                return 0
            }
            return await group.reduce(0, +)
        }
        #expect(told == 100, "every reader is told the present state")
        #expect(await manager.systemCapabilityManager.navigationCapability?.getWayPointsEnabled != nil)
        // Every subscription is ended again, once the last reader's end has come through.
        func subscriptions(_ isWanted: JSONValue) async -> Int {
            await head.requests.count { $0.parameters["subscribe"] == isWanted }
        }
        while await subscriptions(true) != subscriptions(false) { await Task.yield() }
        #expect(await subscriptions(true) > 0)
        await manager.stop()
        head.reactor.stop()
    }

    @Test("17, sdl_ios 1849: where the policy permits it, capabilities can be asked for in NONE")
    func askInNone() async throws {
        let (head, manager) = try await connected { $0.opening = [.permissions, .level("NONE")] }
        await #expect(throws: SDLError.hmiNone) { try await manager.systemCapabilityManager.update(.navigation) }
        try await manager.systemCapabilityManager.waitUntilQueryable(.byPermission)
        try await manager.systemCapabilityManager.update(.navigation, gate: .byPermission)
        await manager.stop()
        head.reactor.stop()
    }

    @Test("18, sdl_java_suite 1275: what one caller asks for reaches every reader")
    func refreshReachesReaders() {
        var harness = MachineHarness()
        harness.head.rpcVersion = RPCVersion(5, 0)
        harness.start()
        let reader = harness.next()
        harness.perform(harness.machine.addCapabilityReader(reader, of: .navigation, now: harness.now))
        harness.head.navigationCapability = ["getWayPointsEnabled": false]
        harness.perform(harness.machine.updateCapability(harness.next(), .navigation, .hmiLevel, now: harness.now))
        let told = harness.log.compactMap { action -> Bool? in
            guard case .capability(reader, let capability) = action else { return nil }
            return capability?.navigationCapability?.getWayPointsEnabled
        }
        #expect(told == [true, false])
    }

    @Test("19, sdl_ios 1445: the capabilities of one vehicle are not those of the next")
    func nextVehicle() {
        var harness = ready { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.notify(
            .onSystemCapabilityUpdated,
            ["systemCapability": ["systemCapabilityType": "DISPLAYS", "displayCapabilities": [["displayName": "old"]]]])
        #expect(harness.machine.facts.capabilities[.displays] != nil)
        harness.dropLink()
        harness.pass(.seconds(1))
        #expect(harness.machine.facts.capabilities[.displays] == nil)
    }

    @Test("20, sdl_javascript_suite 279: who is told a level finds the permissions of that level")
    func levelFirst() {
        var harness = MachineHarness()
        harness.head.opening = [.permissions, .level("NONE")]
        harness.start()
        #expect(harness.allowedAtLevel == [false])
        harness.level("FULL")
        harness.level("NONE")
        harness.level("LIMITED")
        #expect(harness.allowedAtLevel == [false, true, false, true])
    }

    @Test("21, sdl_javascript_suite 231: GenericResponse and silence both end a request")
    func hungPromise() async throws {
        let (head, manager) = try await connected { head in
            head.answers[.getWayPoints] = .generic
            head.answers[.subscribeWayPoints] = .silence
        }
        await #expect(throws: SDLError.self) { try await manager.wayPoints() }
        await #expect(throws: SDLError.timedOut(.subscribeWayPoints)) {
            try await manager.send(SubscribeWayPoints(), timeout: .milliseconds(20))
        }
        await manager.stop()
        head.reactor.stop()
    }

    @Test("22, sdl_ios 1020: requests do not wait for the answers to others")
    func throttled() {
        var harness = ready()
        harness.head.isManual = true
        for _ in 0..<200 { harness.send(GetWayPoints(wayPointType: .all)) }
        #expect(harness.count(.getWayPoints) == 200)
    }

    @Test("23, sdl_ios 1214: no two open requests have the same id, and no id is special")
    func ids() {
        var pending = PendingRequests(limit: 70_000)
        var seen: Set<Int32> = []
        for number in 0..<66_000 as Range<UInt64> {
            guard let id = pending.add(.caller(number), function: .getWayPoints, deadline: .zero) else { break }
            seen.insert(id)
        }
        #expect(seen.count == 66_000)
        #expect(seen.isSuperset(of: [1, 65_529, 65_530, 65_535]))
    }

    @Test("24, sdl_ios 475: every message has one name, one number and one type, and is dispatched")
    func dispatch() {
        var seen: Set<String> = []
        for message in RPCCatalog.messages {
            #expect(seen.insert("\(message.functionID.rawValue) \(message.kind)").inserted)
            #expect(FunctionID(name: message.functionName) == message.functionID)
        }
        var harness = ready()
        harness.notify(.onWayPointChange, ["wayPoints": [[:]]])
        #expect(harness.notifications.contains(.onWayPointChange))
        let caller = harness.send(SubscribeWayPoints())
        #expect(harness.response(of: caller, to: SubscribeWayPoints.self)?.success == true)
    }

    @Test("25, sdl_ios 1159: a number or null where a text belongs costs only that member")
    func oddMembers() {
        var harness = MachineHarness()
        harness.head.registration = .code(
            "SUCCESS", true, nil,
            [
                "language": -1, "hmiDisplayLanguage": nil, "vehicleType": "none", "displayCapabilities": [],
                "syncMsgVersion": ["majorVersion": 6, "minorVersion": 0], "hmiCapabilities": ["navigation": true],
            ])
        harness.start()
        harness.level("FULL")
        #expect(harness.machine.isReady)
        #expect(harness.machine.facts.rpcVersion == RPCVersion(6, 0))
        #expect(harness.machine.facts.capabilities.hmi?.navigation == true)
    }

    @Test("26, sdl_core 2395: a list that comes before the answer to the subscription is not lost")
    func earlyList() async throws {
        let (head, manager) = try await connected()
        let changes = await manager.notifications(OnWayPointChange.self)
        await head.change { $0.isManual = true }
        let subscription = Task { try await manager.send(SubscribeWayPoints()) }
        await head.wait(for: .subscribeWayPoints)
        await head.notify(.onWayPointChange, ["wayPoints": [["locationName": "Cached"]]])
        await head.send { head in
            head.requests.last.map { head.respond(to: $0, with: .success) } ?? []
        }
        _ = try await subscription.value
        var iterator = changes.makeAsyncIterator()
        #expect(try await iterator.next()?.wayPoints.first?.locationName == "Cached")
        await head.change { $0.isManual = false }
        await manager.stop()
        head.reactor.stop()
    }

    @Test("28, sdl_core 2461: after a reconnect the app subscribes by itself, and IGNORED is good news")
    func lostSubscription() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        let reader = harness.next()
        harness.perform(harness.machine.addWayPointReader(reader, now: harness.now))
        harness.head.answers[.subscribeWayPoints] = .code("IGNORED", false)
        harness.dropLink()
        harness.pass(.seconds(1))
        #expect(harness.count(.subscribeWayPoints) == 2)
        harness.notify(.onWayPointChange, ["wayPoints": [["locationName": "New"]]])
        #expect(harness.lists(of: reader).last?.first?.locationName == "New")
    }

    @Test("29, sdl_core 3569: a change is a change, whoever in the vehicle reports it, with or without a subscription")
    func otherSource() {
        var harness = ready()
        harness.notify(.onWayPointChange, ["wayPoints": [["locationName": "From an app service"]], "serviceID": "x"])
        #expect(harness.machine.facts.wayPoints?.first?.locationName == "From an app service")
        #expect(harness.notifications.last == .onWayPointChange)
    }

    @Test("30, sdl_core 1175: the type of waypoints is always sent")
    func typeIsSent() async throws {
        let (head, manager) = try await connected()
        _ = try await manager.wayPoints()
        _ = try await manager.wayPoints(.destination)
        let sent = await head.requests.filter { $0.function == .getWayPoints }.map(\.parameters)
        #expect(sent == [["wayPointType": "ALL"], ["wayPointType": "DESTINATION"]])
        await manager.stop()
        head.reactor.stop()
    }

    @Test("31, sdl_core 1825: an empty list means no route, and the list can be asked for at any time")
    func emptyList() async throws {
        let (head, manager) = try await connected()
        let lists = await manager.wayPointUpdates()
        var iterator = lists.makeAsyncIterator()
        #expect(try await iterator.next()?.count == 2)
        await head.notify(.onWayPointChange, ["wayPoints": []])
        #expect(try await iterator.next() == [])
        await head.change { $0.wayPoints = nil }
        try await #expect(manager.wayPoints() == [])
        await manager.stop()
        head.reactor.stop()
    }

    @Test(
        "33, sdl_core 1585: UNSUPPORTED_RESOURCE means no navigation with either `success`", arguments: [true, false])
    func unsupportedResource(_ success: Bool) async throws {
        let (head, manager) = try await connected { $0.answers[.getWayPoints] = .code("UNSUPPORTED_RESOURCE", success) }
        let error = await #expect(throws: SDLError.self) { try await manager.wayPoints() }
        guard case .noNavigationSource? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await manager.stop()
        head.reactor.stop()
    }

    @Test("34, sdl_core 3499: an OnHMIStatus before the answer to the registration is not lost")
    func earlyStatus() {
        var harness = MachineHarness()
        harness.head.registration = .silence
        harness.start()
        harness.level("FULL")
        harness.head.registration = nil
        guard let request = harness.head.requests.first else { return }
        harness.head.opening = []
        harness.fromHead { head in head.respond(to: request, with: head.answer(to: request)) }
        #expect(harness.machine.phase.info?.hmiLevel == .full)
    }

    @Test("35, sdl_java_suite 1122: the NONE of a new widget changes nothing for the app")
    func widget() {
        var harness = ready()
        let reader = watch(&harness)
        harness.level("NONE", window: 7)
        #expect(harness.machine.facts.hmiLevel == .full)
        #expect(harness.updates(of: reader).count == 1)
        #expect(CapabilityQueryGate.hmiLevel.isOpen(harness.machine.facts))
    }
}
