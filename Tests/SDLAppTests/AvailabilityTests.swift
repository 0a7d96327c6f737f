import Formats
import Testing
import Transport

@testable import SDLApp

/// What heads of all kinds must give: the availability, the answer to the guide's question, and each request.
@Suite("Heads of all kinds", .timeLimit(.minutes(1)))
struct AvailabilityTests {
    struct Head: Sendable, CustomTestStringConvertible {
        let name: String
        var script: @Sendable (inout ScriptedHead) -> Void
        /// The gate that is closed once everything was asked; nil if waypoints are available.
        let gate: WayPointAvailability.Gate?
        /// What `supportsWayPoints()` gives; nil where it throws.
        let supports: Bool?
        var error: SDLError?
        /// Whether GetWayPoints and SubscribeWayPoints work.
        let works: Bool

        var testDescription: String { name }
    }

    private static func version(
        _ major: Int, _ minor: Int, _ more: @escaping @Sendable (inout ScriptedHead) -> Void = { _ in }
    ) -> @Sendable (inout ScriptedHead) -> Void {
        { head in
            head.rpcVersion = RPCVersion(major, minor)
            more(&head)
        }
    }

    private static let refusing: @Sendable (inout ScriptedHead) -> Void = { head in
        head.answers[.getWayPoints] = .code("DISALLOWED", false)
        head.answers[.subscribeWayPoints] = .code("DISALLOWED", false)
    }

    private static func limited(_ level: String) -> @Sendable (inout ScriptedHead) -> Void {
        { head in
            head.opening = [.level(level), .permissions]
            head.permissions = ScriptedHead.permissions(wayPoints: ["FULL"])
            if level != "FULL" { refusing(&head) }
        }
    }

    static let heads: [Head] = [
        Head(
            name: "RPC 4.0",
            script: version(4, 0) { head in
                head.answers[.getWayPoints] = .generic
                head.answers[.subscribeWayPoints] = .generic
                head.permissions = ScriptedHead.permissions(functions: [])
            }, gate: .rpcVersion, supports: false, works: false),
        Head(name: "RPC 4.1", script: version(4, 1), gate: nil, supports: true, works: true),
        Head(name: "RPC 4.4", script: version(4, 4), gate: nil, supports: true, works: true),
        Head(name: "RPC 4.5", script: version(4, 5), gate: nil, supports: true, works: true),
        Head(name: "RPC 5.1", script: version(5, 1), gate: nil, supports: true, works: true),
        Head(name: "RPC 8.0", script: version(8, 0), gate: nil, supports: true, works: true),
        Head(
            name: "no version", script: { $0.rpcVersion = nil }, gate: nil, supports: true, works: true),
        Head(
            name: "no hmiCapabilities", script: { $0.hmiCapabilities = nil }, gate: .navigation, supports: false,
            works: true),
        Head(
            name: "navigation absent",
            script: { head in
                head.hmiCapabilities = ["navigation": false]
                head.answers[.getWayPoints] = .code("UNSUPPORTED_RESOURCE", false)
                head.answers[.subscribeWayPoints] = .code("UNSUPPORTED_RESOURCE", false)
                head.navigationCapability = nil
            }, gate: .navigation, supports: false, works: false),
        Head(
            name: "navigation absent, RPC 4.4", script: version(4, 4) { $0.hmiCapabilities = [:] }, gate: .navigation,
            supports: false, works: true),
        // The head unit lets the requests through all the same, as recorded.
        Head(
            name: "waypoints disabled", script: { $0.navigationCapability = ["getWayPointsEnabled": false] },
            gate: .capability, supports: false, works: true),
        Head(
            name: "waypoints not mentioned", script: { $0.navigationCapability = [:] }, gate: .capability,
            supports: false, works: true),
        Head(
            name: "capability refused", script: { $0.navigationCapability = nil }, gate: .capability, supports: nil,
            works: true),
        Head(
            name: "policy group missing",
            script: { head in
                head.permissions = ScriptedHead.permissions(functions: [])
                refusing(&head)
            }, gate: .policy, supports: true, works: false),
        Head(
            name: "policy limited to FULL, app in FULL", script: limited("FULL"), gate: nil, supports: true, works: true
        ),
        Head(
            name: "policy limited to FULL, app in BACKGROUND", script: limited("BACKGROUND"), gate: .hmiLevel,
            supports: true, works: false),
        Head(
            name: "app in NONE",
            script: { head in
                head.opening = [.level("NONE"), .permissions]
                refusing(&head)
            }, gate: .hmiLevel, supports: nil, error: .hmiNone, works: false),
        Head(
            name: "driver refused",
            script: { head in
                head.permissions = ScriptedHead.permissions(
                    wayPoints: [], userDisallowed: ["BACKGROUND", "FULL", "LIMITED"])
                head.answers[.getWayPoints] = .code("USER_DISALLOWED", false)
                head.answers[.subscribeWayPoints] = .code("USER_DISALLOWED", false)
            }, gate: .consent, supports: true, works: false),
        Head(
            name: "encryption demanded", script: { $0.permissions = ScriptedHead.permissions(encrypted: true) },
            gate: .encryption, supports: true, works: false),
    ]

    @Test("Availability, support and requests", arguments: heads)
    func head(_ row: Head) async throws {
        let (head, manager) = try await connected(row.script)
        // The table of permissions comes right behind the level that makes the session ready.
        try await permissionsArrived(manager)
        do throws(SDLError) {
            let supports = try await manager.systemCapabilityManager.supportsWayPoints()
            #expect(supports == row.supports)
        } catch {
            #expect(row.supports == nil, "\(error)")
            if let expected = row.error { #expect(error == expected) }
        }
        let availability = await manager.wayPointAvailability
        #expect(availability.obstacle?.gate == row.gate, "\(availability)")
        #expect(availability.isAvailable == (row.gate == nil))
        #expect((availability.reason == nil) == (row.gate == nil))
        #expect((availability.remedy == nil) == (row.gate == nil))
        let list = await Task { try await manager.wayPoints() }.result
        let subscription = await Task { try await manager.send(SubscribeWayPoints()) }.result
        #expect(list.isSuccess == row.works, "\(list)")
        #expect(subscription.isSuccess == row.works, "\(subscription)")
        await manager.stop()
        head.reactor.stop()
    }

    @Test("Without a session the first gate says so")
    func noSession() async throws {
        let manager = try SDLManager(
            SDLConfiguration(appName: "a", fullAppID: "b", transport: .tcp(host: "127.0.0.1", port: 1)))
        let availability = await manager.wayPointAvailability
        #expect(availability.findings.map(\.gate) == [.session])
        #expect(!availability.isAvailable)
    }

    @Test("The words name the levels, and what to do")
    func words() async throws {
        let (head, manager) = try await connected { head in
            head.opening = [.level("NONE"), .permissions]
            head.permissions = ScriptedHead.permissions(wayPoints: ["LIMITED", "FULL"])
            head.rpcVersion = RPCVersion(4, 4)
        }
        try await permissionsArrived(manager)
        let availability = await manager.wayPointAvailability
        #expect(availability.reason == "allowed in FULL and LIMITED; the app is in NONE")
        #expect(availability.remedy == "wait until the driver opens the app")
        #expect(availability.findings.map(\.gate) == WayPointAvailability.Gate.allCases)
        await manager.stop()
        head.reactor.stop()
    }

    @Test("Until the head unit has told what it permits, that is not known")
    func beforeTheTable() async throws {
        let (head, manager) = try await connected { $0.opening = [.level("FULL")] }
        try await #expect(manager.systemCapabilityManager.supportsWayPoints())
        let before = await manager.wayPointAvailability
        #expect(before.obstacle?.gate == .policy)
        #expect(!before.isAvailable)
        #expect(before.reason == "it is not known yet what the head unit permits")
        await #expect(manager.permissionManager.isAllowed(.getWayPoints) == false)
        let waiter = Task { try await manager.permissionManager.waitUntilKnown() }
        await head.notify(.onPermissionsChange, ScriptedHead.permissions())
        try await #expect(waiter.value)
        await #expect(manager.permissionManager.isAllowed(.getWayPoints))
        #expect(await manager.wayPointAvailability.isAvailable)
        await manager.stop()
        await #expect(throws: SDLError.notConnected) { try await manager.permissionManager.waitUntilKnown() }
        head.reactor.stop()
    }

    @Test("The wait for level and permissions ends with either order, with its bound, and with the manager")
    func waiting() {
        func wait(_ harness: inout MachineHarness) -> UInt64 {
            let caller = harness.next()
            harness.perform(
                harness.machine.waitUntilPermissionsKnown(caller, timeout: .seconds(5), now: harness.now))
            return caller
        }
        var late = MachineHarness()
        late.head.opening = [.level("FULL")]
        late.start()
        let first = wait(&late)
        late.pass(.milliseconds(4999))
        #expect(late.completion(of: first) == nil)
        late.notify(.onPermissionsChange, late.head.permissions)
        #expect(late.completion(of: first) == .done)
        let known = wait(&late)
        #expect(late.completion(of: known) == .done)

        var early = MachineHarness()
        early.head.opening = [.permissions]
        early.start()
        let second = wait(&early)
        #expect(early.completion(of: second) == nil)
        early.level("NONE")
        #expect(early.completion(of: second) == .done)

        var never = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(3)) }
        never.head.opening = [.level("FULL")]
        never.start()
        let third = wait(&never)
        never.dropLink()
        never.pass(.seconds(5))
        #expect(never.failure(of: third) == .timedOut(.onPermissionsChange))
        let fourth = wait(&never)
        never.stop()
        #expect(never.failure(of: fourth) == .stopped)
        let fifth = wait(&never)
        #expect(never.failure(of: fifth) == .notConnected)
    }

    @Test("As a stream: from no session to available, to NONE, to disabled, and nothing twice")
    func stream() async throws {
        let head = TestHead(reactor: try Reactor())
        let manager = try SDLManager(head.configuration(), reactor: head.reactor)
        let updates = await manager.wayPointAvailabilityUpdates()
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next()?.obstacle?.gate == .session)
        try await manager.start()
        while let availability = await iterator.next(), !availability.isAvailable {}
        await head.notify(.onHMIStatus, ScriptedHead.status("NONE"))
        #expect(await iterator.next()?.obstacle?.gate == .hmiLevel)
        await head.notify(.onHMIStatus, ScriptedHead.status("LIMITED"))
        #expect(await iterator.next()?.isAvailable == true)
        await head.notify(.onHMIStatus, ScriptedHead.status("FULL"))
        await head.notify(
            .onSystemCapabilityUpdated, ["systemCapability": ScriptedHead.navigation(["getWayPointsEnabled": false])])
        #expect(await iterator.next()?.obstacle?.gate == .capability)
        #expect(await head.count(.getSystemCapability) == 1)
        await manager.stop()
        head.reactor.stop()
    }

    private func permissionsArrived(_ manager: SDLManager) async throws {
        let updates = await manager.permissionManager.updates(for: [PermissionElement(.getSystemCapability)])
        for await update in updates where update.group == .allowed { return }
    }
}

extension Result {
    var isSuccess: Bool { if case .success = self { true } else { false } }
}
