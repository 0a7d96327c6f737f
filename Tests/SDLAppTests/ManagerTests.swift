import Formats
import Testing
import Transport

@testable import SDLApp

@Suite("The manager", .timeLimit(.minutes(1)))
struct ManagerTests {
    @Test("The way of the app guide: check, get, subscribe, hear, unsubscribe, stop")
    func guide() async throws {
        let head = TestHead(reactor: try Reactor())
        let manager = try SDLManager(head.configuration(), reactor: head.reactor)
        let changes = await manager.notifications(OnWayPointChange.self)
        try await manager.start()
        try await manager.systemCapabilityManager.waitUntilQueryable()
        let permissions = await manager.permissionManager.updates(for: [PermissionElement(.getWayPoints)])
        for await update in permissions where update.group == .allowed { break }
        await #expect(manager.permissionManager.isAllowed(.getWayPoints))
        try await #expect(manager.systemCapabilityManager.supportsWayPoints())
        let list = try await manager.wayPoints(.all)
        #expect(list.map(\.locationName) == ["Home", "Shop"])
        try await manager.send(SubscribeWayPoints())
        await head.notify(.onWayPointChange, ["wayPoints": [["locationName": "Home"]]])
        var iterator = changes.makeAsyncIterator()
        let change = try await iterator.next()
        #expect(change?.wayPoints.map(\.locationName) == ["Home"])
        try await manager.send(UnsubscribeWayPoints())
        await manager.stop()
        #expect(await manager.phase == .ended(.stopped))
        #expect(try await iterator.next() == nil)
        let expected: [FunctionID] = [
            .registerAppInterface, .getSystemCapability, .getWayPoints, .subscribeWayPoints, .unsubscribeWayPoints,
            .unregisterAppInterface,
        ]
        #expect(await head.requests.map(\.function) == expected)
        head.reactor.stop()
    }

    @Test("Over TCP, on a thread of its own")
    func tcp() async throws {
        let head = TestHead(reactor: try Reactor())
        let port = try await head.listen()
        let manager = try SDLManager(SDLConfiguration(appName: "a", fullAppID: "b", transport: .tcp(port: port)))
        let info = try await manager.start()
        #expect(info.hmiLevel == .full)
        try await #expect(manager.wayPoints().count == 2)
        await manager.stop()
        // The end is on its way: each look gives the head unit's thread a turn to see it.
        var looks = 10_000
        while await head.isConnected, looks > 0 { looks -= 1 }
        #expect(await head.isConnected == false)
        head.reactor.stop()
    }

    @Test("A refused TCP connection is a typed error at once")
    func refused() async throws {
        let reactor = try Reactor()
        let port = try await TestHead(reactor: reactor).closedPort()
        let manager = try SDLManager(
            SDLConfiguration(appName: "a", fullAppID: "b", transport: .tcp(port: port)), reactor: reactor)
        let error = await #expect(throws: SDLError.self) { try await manager.start() }
        guard case .connectFailed(_, let code)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(code == 111)
        reactor.stop()
    }

    @Test("A transport that comes too late is closed, and the deadline is kept")
    func lateTransport() async throws {
        let reactor = try Reactor()
        let gate = Gate()
        let (app, _) = await StreamMaker(reactor: reactor).pair()
        var configuration = SDLConfiguration(
            appName: "a", fullAppID: "b",
            transport: .custom("slow") { _ in
                await gate.wait()
                return app
            })
        configuration.deadlines.connect = .milliseconds(20)
        let manager = try SDLManager(configuration, reactor: reactor)
        await #expect(throws: SDLError.connectTimedOut) { try await manager.start() }
        await gate.open()
        while await !StreamMaker(reactor: reactor).isClosed(app) { await Task.yield() }
        reactor.stop()
    }

    @Test("A manager that is let go while its transport is being opened puts the transport away, and itself")
    func letGoWhileConnecting() async throws {
        let head = TestHead(reactor: try Reactor())
        let port = try await head.listen()
        let (entered, gate, left) = (Gate(), Gate(), Gate())
        weak var thread: Reactor?
        do {
            var configuration = SDLConfiguration(
                appName: "a", fullAppID: "b",
                transport: .custom("slow") { reactor in
                    await entered.open()
                    await gate.wait()
                    // Not the task's own wish: what was begun is brought to its end.
                    let stream = await Task { try await TCPStream.connect(host: "127.0.0.1", port: port, on: reactor) }
                        .result
                    await left.open()
                    return try stream.get()
                })
            configuration.reconnectPolicy = .never
            let manager = try SDLManager(configuration)
            thread = manager.reactor
            let start = Task { try await manager.start() }
            await entered.wait()
            start.cancel()
            await #expect(throws: SDLError.cancelled) { try await start.value }
        }
        await gate.open()
        await left.wait()
        while thread != nil { await Task.yield() }
        while await head.isConnected { await Task.yield() }
        head.reactor.stop()
    }

    @Test("A stop while the transport is being opened gives the attempt up")
    func stopWhileConnecting() async throws {
        let (entered, left) = (Gate(), Gate())
        // A stream that nobody ends: only a cancellation does.
        let (silence, open) = AsyncStream.makeStream(of: Void.self)
        defer { open.finish() }
        let manager = try SDLManager(
            SDLConfiguration(
                appName: "a", fullAppID: "b",
                transport: .custom("endless") { _ in
                    await entered.open()
                    for await _ in silence {}
                    await left.open()
                    throw CancellationError()
                }))
        let start = Task { try await manager.start() }
        await entered.wait()
        await manager.stop()
        await #expect(throws: SDLError.stopped) { try await start.value }
        await left.wait()
    }

    @Test("An error of one's own transport becomes the reason")
    func ownError() async throws {
        struct Broken: Error {}
        let manager = try SDLManager(
            SDLConfiguration(appName: "a", fullAppID: "b", transport: .custom("broken") { _ in throw Broken() }))
        await #expect(throws: SDLError.connectFailed(reason: "Broken()", systemCode: 0)) { try await manager.start() }
    }

    @Test("Who reads a notification finds what it says known, and told by the streams of state")
    func insideFirst() async throws {
        let (head, manager) = try await connected { $0.opening = [.permissions, .level("NONE")] }
        let statuses = await manager.notifications(OnHMIStatus.self)
        let levels = await manager.hmiLevels()
        var status = statuses.makeAsyncIterator()
        var level = levels.makeAsyncIterator()
        #expect(await level.next() == .some(HMILevel.none))
        await head.notify(.onHMIStatus, ScriptedHead.status("FULL"))
        #expect(try await status.next()?.hmiLevel == .full)
        await #expect(manager.permissionManager.isAllowed(.getWayPoints))
        #expect(await manager.hmiLevel == .full)
        #expect(await level.next() == .some(.full))
        await manager.stop()
        #expect(await level.next() == .some(nil))
        #expect(await level.next() == nil)
        head.reactor.stop()
    }

    @Test("What is known when a level is told, and the order in which the rest is told")
    func order() {
        var harness = MachineHarness()
        harness.head.opening = [.permissions, .level("NONE")]
        harness.start()
        let reader = harness.next()
        let watch = PermissionWatch(elements: [PermissionElement(.getWayPoints)], trigger: .any)
        harness.perform(harness.machine.addPermissionReader(reader, watch))
        harness.clearLog()
        harness.level("FULL")
        let order = harness.log.compactMap { action -> String? in
            switch action {
            case .hmiLevel(.full): "level"
            case .permissions(reader, let update): "permissions \(update.group)"
            case .notification(let message) where message.function == .onHMIStatus: "notification"
            default: nil
            }
        }
        #expect(order == ["level", "permissions allowed", "notification"])
    }

    @Test("The phases of a life, as a stream")
    func phases() async throws {
        let head = TestHead(reactor: try Reactor())
        let manager = try SDLManager(head.configuration(), reactor: head.reactor)
        let phases = await manager.phases()
        let info = try await manager.start()
        await manager.stop()
        var seen: [SessionPhase] = []
        for await phase in phases { seen.append(phase) }
        #expect(
            seen == [
                .idle, .connecting, .negotiating, .registering, .settingUp, .ready(info), .unregistering,
                .ended(.stopped),
            ])
        head.reactor.stop()
    }

    @Test("Notifications wait for their reader up to the bound; one more is an error, not a loss")
    func overflow() async throws {
        let (head, manager) = try await connected()
        let changes = await manager.notifications(OnWayPointChange.self)
        for number in 0...SDLManager.notificationCapacity {
            await head.notify(.onWayPointChange, ["wayPoints": [["locationName": .string("\(number)")]]])
        }
        try await manager.send(SubscribeWayPoints())
        var count = 0
        let error = await #expect(throws: SDLError.self) {
            for try await change in changes {
                #expect(change.wayPoints.first?.locationName == "\(count)")
                count += 1
            }
        }
        #expect(error == .overflow(capacity: 1024))
        #expect(count == 1024)
        await manager.stop()
        head.reactor.stop()
    }

    @Test("A notification that cannot be read is left out; the others come")
    func unreadable() async throws {
        let (head, manager) = try await connected()
        let changes = await manager.notifications(OnWayPointChange.self)
        await head.notify(.onWayPointChange, ["wayPoints": "none"])
        await head.notify(.onWayPointChange, [:])
        await head.notify(.onWayPointChange, ["wayPoints": []])
        await head.notify(.onWayPointChange, ["wayPoints": [["locationName": "Home"]]])
        var iterator = changes.makeAsyncIterator()
        // Without a list there is no route, as with an empty one.
        #expect(try await iterator.next()?.wayPoints == [])
        #expect(try await iterator.next()?.wayPoints == [])
        #expect(try await iterator.next()?.wayPoints.first?.locationName == "Home")
        await manager.stop()
        head.reactor.stop()
    }

    @Test("Streams end with an error when the manager fails, and without one when it is stopped")
    func endOfStreams() async throws {
        let (head, manager) = try await connected()
        let changes = await manager.notifications(OnWayPointChange.self)
        let lists = await manager.wayPointUpdates()
        let permissions = await manager.permissionManager.updates(for: [PermissionElement(.getWayPoints)])
        await head.drop()
        await #expect(throws: SDLError.connectionLost(reason: "closed by the head unit")) {
            for try await _ in changes {}
        }
        await #expect(throws: SDLError.self) { for try await _ in lists {} }
        var last: PermissionUpdate?
        for await update in permissions { last = update }
        #expect(last?.group == .unknown)
        head.reactor.stop()
    }

    @Test("A cancelled request throws at once and once; the session goes on")
    func cancelled() async throws {
        let (head, manager) = try await connected { $0.answers[.getWayPoints] = .silence }
        let task = Task { try await manager.wayPoints() }
        await head.wait(for: .getWayPoints)
        task.cancel()
        await #expect(throws: SDLError.cancelled) { try await task.value }
        #expect(await manager.pendingRequestCount == 0)
        let before = await head.requests.count
        let never = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await manager.wayPoints()
        }
        await #expect(throws: SDLError.cancelled) { try await never.value }
        #expect(await head.requests.count == before, "a task that is cancelled already sends nothing")
        try await manager.send(SubscribeWayPoints())
        await manager.stop()
        head.reactor.stop()
    }

    @Test("A cancelled start is given up")
    func cancelledStart() async throws {
        let head = TestHead(reactor: try Reactor())
        await head.change { $0.registration = .silence }
        let manager = try SDLManager(head.configuration(), reactor: head.reactor)
        let task = Task { try await manager.start() }
        await head.wait(for: .registerAppInterface)
        task.cancel()
        await #expect(throws: SDLError.cancelled) { try await task.value }
        for await phase in await manager.phases() where phase == .ended(.stopped) { break }
        #expect(await head.connections == 1)
        head.reactor.stop()
    }

    @Test("Several may stop at once, before the start too, and each returns")
    func stops() async throws {
        let (head, manager) = try await connected()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { await manager.stop() } }
        }
        #expect(await manager.phase == .ended(.stopped))
        #expect(await head.count(.unregisterAppInterface) == 1)
        await manager.stop()
        let idle = try SDLManager(head.configuration(), reactor: head.reactor)
        await idle.stop()
        #expect(await idle.phase == .idle)
        head.reactor.stop()
    }

    @Test("A batch leaves in its order and without waiting; the answers may come in any order")
    func batch() async throws {
        let (head, manager) = try await connected { $0.isManual = false }
        await head.change { $0.isManual = true }
        let task = Task {
            await manager.send([
                GetWayPoints(wayPointType: .all), SubscribeWayPoints(), GetWayPoints(wayPointType: .destination),
            ])
        }
        await head.wait(for: .getWayPoints, count: 2)
        let requests = await head.requests.suffix(3)
        #expect(requests.map(\.correlationID) == [2, 3, 4])
        #expect(requests.map(\.function) == [.getWayPoints, .subscribeWayPoints, .getWayPoints])
        for request in requests.reversed() {
            let answer: ScriptedHead.Answer =
                request.function == .subscribeWayPoints
                ? .code("REJECTED", false) : .code("SUCCESS", true, "\(request.correlationID)")
            await head.send { $0.respond(to: request, with: answer) }
        }
        let results = await task.value
        #expect(results.map { try? $0.get().info } == ["2", nil, "4"])
        #expect(await manager.send([]).isEmpty)
        await manager.stop()
        head.reactor.stop()
    }

    @Test("A sequence waits for each answer, and stops at a failure if it is told to", arguments: [true, false])
    func sequence(_ stops: Bool) async throws {
        let (head, manager) = try await connected { $0.answers[.subscribeWayPoints] = .code("REJECTED", false) }
        let results = await manager.sendInSequence(
            [GetWayPoints(wayPointType: .all), SubscribeWayPoints(), UnsubscribeWayPoints()], stopOnFailure: stops)
        #expect(results.map(\.isSuccess) == [true, false, !stops])
        #expect(await head.count(.unsubscribeWayPoints) == (stops ? 0 : 1))
        await manager.stop()
        head.reactor.stop()
    }

    @Test("A request that has no JSON form is an error here")
    func notFinite() async throws {
        struct Odd: RPCRequest {
            typealias Response = GetWayPointsResponse
            static let functionID = FunctionID.getWayPoints
            var unrecognizedMembers: [String: JSONValue] = [:]
            init() {}
            init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {}
            func encode(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.key("x")
                writer.double(.nan)
                writer.endObject()
            }
        }
        let (head, manager) = try await connected()
        let error = await #expect(throws: SDLError.self) { try await manager.send(Odd()) }
        guard case .invalidRequest(.getWayPoints, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await manager.stop()
        head.reactor.stop()
    }

    /// How a head unit is reached.
    enum Reach: Sendable, CaseIterable {
        case memory
        case tcp
    }

    @Test("A lost link is opened again by itself, and every stream goes on", arguments: Reach.allCases)
    func reconnect(_ reach: Reach) async throws {
        let head = TestHead(reactor: try Reactor())
        var configuration = head.configuration()
        if reach == .tcp { configuration.transport = .tcp(host: "127.0.0.1", port: try await head.listen()) }
        configuration.reconnectPolicy = .fixed(.milliseconds(10))
        // A memory pipe has one thread for both ends.
        let manager = try SDLManager(configuration, reactor: reach == .memory ? head.reactor : nil)
        var lists = await manager.wayPointUpdates().makeAsyncIterator()
        var groups = await manager.permissionManager.updates(for: [PermissionElement(.getWayPoints)])
            .makeAsyncIterator()
        var capabilities = await manager.systemCapabilityManager.updates(of: .navigation).makeAsyncIterator()
        try await manager.start()
        #expect(try await lists.next()?.map(\.locationName) == ["Home", "Shop"])
        while let update = await groups.next(), update.group != .allowed {}
        while let capability = await capabilities.next(), capability == nil {}

        await head.change { $0.wayPoints = [["locationName": "New"]] }
        await head.drop()
        #expect(try await lists.next()?.map(\.locationName) == ["New"])
        await head.wait(for: .getSystemCapability, count: 2)
        #expect(await head.connections == 2)
        #expect(await head.count(.subscribeWayPoints) == 2)
        await head.notify(.onHMIStatus, ScriptedHead.status("NONE"))
        while let update = await groups.next(), update.group != .disallowed {}
        await head.notify(.onHMIStatus, ScriptedHead.status("FULL"))
        await head.notify(
            .onSystemCapabilityUpdated, ["systemCapability": ScriptedHead.navigation(["getWayPointsEnabled": false])])
        while let capability = await capabilities.next(),
            capability?.navigationCapability?.getWayPointsEnabled != false
        {}
        await head.notify(.onWayPointChange, ["wayPoints": []])
        while let list = try await lists.next(), !list.isEmpty {}
        #expect(await manager.phase.info?.generation == 2)
        await manager.stop()
        #expect(try await lists.next() == nil)
        head.reactor.stop()
    }

    @Test("Streams of waypoints subscribe with the first reader and unsubscribe when the last one is cancelled")
    func wayPointUpdates() async throws {
        let (head, manager) = try await connected()
        let first = Task {
            var lists: [[String?]] = []
            for try await list in await manager.wayPointUpdates() {
                lists.append(list.map(\.locationName))
                if lists.count == 2 { break }
            }
            return lists
        }
        let second = Task { for try await _ in await manager.wayPointUpdates() {} }
        await head.wait(for: .getWayPoints)
        // The state is newest only: the second list is not sent before the first was read.
        await head.wait(for: .subscribeWayPoints)
        try await manager.send(GetSystemCapability(systemCapabilityType: .navigation))
        await head.notify(.onWayPointChange, ["wayPoints": [["locationName": "Home"]]])
        let lists = try await first.value
        #expect(lists.last == ["Home"])
        second.cancel()
        _ = await second.result
        await head.wait(for: .unsubscribeWayPoints)
        #expect(await head.count(.subscribeWayPoints) == 1)
        #expect(await head.count(.unsubscribeWayPoints) == 1)
        await manager.stop()
        head.reactor.stop()
    }

    @Test("A manager that nobody holds any more closes its connection, and its streams end")
    func letGo() async throws {
        let head = TestHead(reactor: try Reactor())
        let changes: Updates<OnWayPointChange, SDLError>
        let levels: Updates<HMILevel?, Never>
        do {
            let manager = try SDLManager(head.configuration(), reactor: head.reactor)
            changes = await manager.notifications(OnWayPointChange.self)
            levels = await manager.hmiLevels()
            try await manager.start()
        }
        for try await _ in changes {}
        for await _ in levels {}
        while await head.isConnected { await Task.yield() }
        head.reactor.stop()
    }
}

/// Lets those who wait pass once it is open.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}

/// Makes and looks at streams on their reactor.
actor StreamMaker {
    private let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func pair() -> (app: MemoryPipe, head: MemoryPipe) { MemoryPipe.pair(on: reactor) }

    func isClosed(_ pipe: MemoryPipe) -> Bool { pipe.hasEnded }
}
