import FoundationEssentials
import GNSS
import Glibc
import Navigation
import TestKit
import Testing
import Transport

@testable import Positioning

/// Two accessories: one with both protocols on one port, one with a port for each.
private struct AccessoryBench {
    let reactor: Reactor
    let folder: DeviceFolder
    let reach: FakeReceiver
    let out: FakeReceiver
    let back: FakeReceiver
    let accessories: AccessoryConfiguration
    let manager: AccessoryManager

    init() throws {
        reactor = try Reactor()
        folder = try DeviceFolder()
        reach = FakeReceiver(path: "\(folder.path)/rfcomm0", reactor: reactor)
        out = FakeReceiver(path: "\(folder.path)/out", reactor: reactor)
        back = FakeReceiver(path: "\(folder.path)/in", reactor: reactor)
        accessories = try AccessoryConfiguration([
            Accessory(
                name: "Reach", manufacturer: "Emlid", serialNumber: "8243",
                protocols: [
                    AccessoryProtocol(name: "com.emlid.nmea", endpoint: .serial(path: reach.path, baud: 115_200)),
                    AccessoryProtocol(
                        name: "com.emlid.corrections", endpoint: .serial(path: reach.path, baud: 115_200)),
                ]),
            Accessory(
                name: "Pair",
                protocols: [
                    AccessoryProtocol(name: "org.example.out", endpoint: .serial(path: out.path, baud: 9600)),
                    AccessoryProtocol(
                        name: "org.example.in", role: .corrections, endpoint: .serial(path: back.path, baud: 9600)),
                ]),
        ])
        manager = AccessoryManager(accessories, on: reactor)
    }

    func plug(_ name: String) async throws {
        if name == "Reach" {
            try await reach.plug()
        } else {
            try await out.plug()
            try await back.plug()
        }
    }

    func unplug(_ name: String) async {
        if name == "Reach" {
            await reach.unplug()
        } else {
            await back.unplug()
            await out.unplug()
        }
    }

    func send(_ bytes: [UInt8], _ name: String) async { await (name == "Reach" ? reach : out).send(bytes) }

    func received(_ count: Int, _ name: String) async -> [UInt8] {
        await (name == "Reach" ? reach : back).received(count)
    }

    func isOpen(_ session: AccessorySession) async -> Bool { await reactor.perform { session.isOpen } }

    func end() async {
        await manager.stop()
        await unplug("Reach")
        await unplug("Pair")
        folder.remove()
        reactor.stop()
    }
}

@Suite("Accessories that come and go", .timeLimit(.minutes(1)))
struct AccessoryManagerTests {
    @Test("An accessory at the start and one that comes later are treated alike")
    func presence() async throws {
        let bench = try AccessoryBench()
        try await bench.plug("Reach")
        try await bench.manager.start()
        var events = await bench.manager.events.makeAsyncIterator()
        guard case .connected(let reach) = await events.next() else {
            Issue.record("not told as connected")
            return
        }
        #expect(reach.name == "Reach")
        try await bench.plug("Pair")
        guard case .connected(let pair) = await events.next() else {
            Issue.record("not told as connected")
            return
        }
        #expect(pair.name == "Pair")
        #expect(await bench.manager.connectedAccessories == [reach, pair])
        #expect(try await bench.manager.firstConnected() == reach)
        #expect(try await bench.manager.firstConnected(supporting: ["org.example.out"]) == pair)
        #expect(try await bench.manager.choose(nil) == nil)
        #expect(try await bench.manager.choose("Pair") == pair)
        await bench.unplug("Reach")
        #expect(await events.next() == .disconnected(reach))
        await bench.end()
        #expect(await events.next() == .disconnected(pair))
        #expect(await events.next() == nil)
    }

    @Test("What cannot be had is an error that says what to do")
    func errors() async throws {
        let bench = try AccessoryBench()
        try await bench.manager.start()
        let connection = ReceiverConnection(manager: bench.manager)
        await #expect(throws: AccessoryError.noAccessories) { try await connection.connect() }
        #expect(await connection.status == .disconnected(reason: AccessoryError.noAccessories.description))
        let known = try #require(await bench.manager.knownAccessories.first)
        await #expect(throws: AccessoryError.notFound(name: "Reach")) { try await connection.connect(to: known) }
        await #expect(throws: AccessoryError.notConfigured(name: "Nobody", known: ["Reach", "Pair"])) {
            _ = try await bench.manager.accessory(named: "Nobody")
        }
        try await bench.plug("Reach")
        let reach = try await waitForFirst(bench.manager)
        await #expect(throws: AccessoryError.notOffered(name: "Reach", protocolName: "com.bad-elf.gps")) {
            _ = try await bench.manager.openSession(reach, "com.bad-elf.gps")
        }
        let session = try await bench.manager.openSession(reach, "com.emlid.nmea")
        await #expect(throws: AccessoryError.busy(name: "Reach", protocolName: "com.emlid.nmea")) {
            _ = try await bench.manager.openSession(reach, "com.emlid.nmea")
        }
        // The other protocol at the same port is free.
        let other = try await bench.manager.openSession(reach, "com.emlid.corrections")
        #expect(await bench.manager.openSessions.count == 2)
        await bench.manager.close([session, other])
        #expect(await bench.manager.openSessions.isEmpty)
        await bench.end()
    }

    private func waitForFirst(_ manager: AccessoryManager) async throws -> Accessory {
        for await event in await manager.events {
            if case .connected(let accessory) = event { return accessory }
        }
        throw AccessoryError.noAccessories
    }

    @Test("A source over an accessory names it in its locations and goes on when it is back")
    func source() async throws {
        let bench = try AccessoryBench()
        try await bench.manager.start()
        // Its schedule never comes round: only the news of the accessory can let it go on.
        var options = LocationSource.Options()
        options.retry = .schedule(RetrySchedule([.seconds(3600)]))
        let source = try LocationSource(
            .accessory(name: "Reach", protocolName: nil), options: options, accessories: bench.manager,
            on: bench.reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        let drive = DriveBytes(count: 20)
        for (round, part) in [0..<10, 10..<20].enumerated() {
            try await bench.plug("Reach")
            await log.wait(for: .started, times: round + 1)
            for epoch in drive.epochs[part] { await bench.reach.send(epoch) }
            await log.wait { times($0.fresh).count == part.upperBound }
            await bench.unplug("Reach")
            await log.wait { $0.stale.count == round + 1 }
        }
        let origin = try #require(log.events.fresh.last?.origin.accessory)
        #expect(origin.name == "Reach")
        #expect(origin.manufacturer == "Emlid")
        #expect(origin.serialNumber == "8243")
        #expect(origin.protocolName == "com.emlid.nmea")
        #expect(log.events.fresh.allSatisfy { $0.isActual })
        await source.stop()
        await bench.end()
    }

    @Test("A TCP accessory is found when it listens, and lost when it stops")
    func tcp() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let server = try NMEAServer(port: 0, on: reactor)
        await server.start()
        let configuration = try AccessoryConfiguration([
            Accessory(
                name: "net",
                protocols: [
                    AccessoryProtocol(name: "p", endpoint: .tcp(host: "127.0.0.1", port: server.address.port))
                ])
        ])
        let manager = AccessoryManager(configuration, probeInterval: .milliseconds(100), on: reactor)
        try await manager.start()
        var events = await manager.events.makeAsyncIterator()
        #expect(await events.next()?.accessory.isConnected == true)
        let connection = ReceiverConnection(manager: manager)
        try await connection.connect()
        await server.close()
        guard case .disconnected(let accessory) = await events.next() else {
            Issue.record("not told as disconnected")
            return
        }
        #expect(accessory.name == "net")
        await manager.stop()
    }

    @Test(
        "A connection that is let go while it is made ends as let go",
        arguments: [LocationSourceStatus.starting, .started])
    func letGo(at moment: LocationSourceStatus) async throws {
        let bench = try AccessoryBench()
        try await bench.plug("Reach")
        try await bench.manager.start()
        let connection = ReceiverConnection(manager: bench.manager)
        await #expect(throws: AccessoryError.self) {
            try await connection.connect { event in
                guard case .status(moment) = event else { return }
                connection.assumeIsolated { $0.disconnect() }
            }
        }
        #expect(await connection.status == .disconnected(reason: nil))
        #expect(await connection.send(corrections: [1]) == false)
        // Nothing is left of it: the next one is made as if it were the first.
        while await !bench.manager.openSessions.isEmpty { await Task.yield() }
        try await connection.connect()
        #expect(await connection.status == .connected(try bench.manager.firstConnected()))
        #expect(await connection.send(corrections: [1]))
        await connection.disconnect()
        #expect(await bench.manager.openSessions.isEmpty)
        await bench.end()
    }

    @Test("An accessory that vanishes in the moment it is connected is told as not found")
    func vanishes() async throws {
        let bench = try AccessoryBench()
        try await bench.plug("Reach")
        try await bench.manager.start()
        let connection = ReceiverConnection(manager: bench.manager)
        await #expect(throws: AccessoryError.notFound(name: "Reach")) {
            try await connection.connect { event in
                guard case .status(.started) = event else { return }
                bench.manager.assumeIsolated { $0.stop() }
            }
        }
        guard case .disconnected(.some) = await connection.status else {
            Issue.record("still told as connected")
            return
        }
        await bench.end()
    }

    @Test("A position of a connection that is old is kept as old")
    func stale() async throws {
        let bench = try AccessoryBench()
        try await bench.plug("Reach")
        try await bench.manager.start()
        let connection = ReceiverConnection(manager: bench.manager)
        let log = EventLog()
        try await connection.connect { log.take($0) }
        await bench.reach.send(DriveBytes(count: 1).epochs[0])
        await log.wait { !$0.fresh.isEmpty }
        let source = try #require(await connection.source)
        #expect(await connection.location?.fix.isStale == false)
        // As the clock of the source does five seconds later.
        await source.letPass(.seconds(6))
        #expect(log.events.stale.count == 1)
        #expect(await connection.location?.fix.isStale == true)
        #expect(await connection.location?.fix.coordinate != nil)
        await bench.end()
    }

    @Test("An accessory is opened by its first look, without a word that it is missing")
    func firstLook() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let server = try await FakeServer(on: reactor)
        let manager = AccessoryManager(try .net(server.port), on: reactor)
        var options = LocationSource.Options()
        options.retry = .never
        let source = try LocationSource(
            .accessory(name: "net", protocolName: nil), options: options, accessories: manager, on: reactor)
        let log = EventLog()
        try await manager.start()
        await source.start { log.take($0) }
        await log.wait { $0.end != nil || $0.statuses.contains(.started) }
        #expect(log.events.end == nil)
        await source.stop()
        await manager.stop()
        // Where nobody listens, the look ends the wait.
        await server.unplug()
        try await manager.start()
        let connection = ReceiverConnection(manager: manager)
        await #expect(throws: AccessoryError.noAccessories) { try await connection.connect() }
        await manager.stop()
    }

    @Test("A look that was under way when a session was opened does not end the session")
    func lateLook() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let server = try await FakeServer(on: reactor)
        let manager = AccessoryManager(try .net(server.port), on: reactor)
        try await manager.start()
        await manager.firstLook(at: "net")
        let session = try await manager.openSession(try await manager.accessory(named: "net"), "p")
        let endpoint = try #require(session.accessory.endpoints.first)
        await manager.pretend(endpoint, look: 1, found: false)
        #expect(await manager.openSessions.count == 1)
        #expect(await manager.connectedAccessories.map(\.name) == ["net"])
        await manager.stop()
        await server.unplug()
    }

    @Test("A place of one connection is no worse for the end of another")
    func twoPlaces() async throws {
        let bench = try AccessoryBench()
        try await bench.plug("Pair")
        try await bench.manager.start()
        let pair = try #require(await bench.manager.connectedAccessories.first)
        var events = await bench.manager.events.makeAsyncIterator()
        _ = await events.next()
        let connection = ReceiverConnection(manager: bench.manager)
        try await connection.connect(to: pair)
        // One of two devices is pulled: the accessory goes. Plugged in again, it is complete at once.
        await bench.back.unplug()
        #expect(await events.next() == .disconnected(pair))
        #expect(await bench.manager.openSessions.isEmpty)
        try await bench.back.plug()
        guard case .connected(let again) = await events.next() else {
            Issue.record("not told as connected")
            return
        }
        #expect(again.connectionID > pair.connectionID)
        try await connection.connect(to: again)
        #expect(await connection.status == .connected(again))
        await bench.end()
    }

    @Test("An accessory that has no protocol of corrections takes none")
    func corrections() async throws {
        let bench = try AccessoryBench()
        try await bench.plug("Reach")
        let path = bench.reach.path
        let manager = AccessoryManager(
            try AccessoryConfiguration([
                Accessory(
                    name: "gps",
                    protocols: [AccessoryProtocol(name: "com.bad-elf.gps", endpoint: .serial(path: path, baud: 9600))])
            ]), on: bench.reactor)
        try await manager.start()
        let connection = ReceiverConnection(manager: manager)
        try await connection.connect()
        #expect(await connection.send(corrections: [0xD3]) == false)
        #expect(await connection.correctionStatistics?.droppedFrames == 1)
        await manager.stop()
        await bench.end()
    }

    @Test("A manager that cannot watch a device begins nothing, however often it is started")
    func failedStart() async throws {
        let bench = try AccessoryBench()
        try await bench.plug("Reach")
        let manager = AccessoryManager(
            try AccessoryConfiguration([
                Accessory(
                    name: "good",
                    protocols: [AccessoryProtocol(name: "p", endpoint: .serial(path: bench.reach.path, baud: 9600))]),
                Accessory(
                    name: "bad", protocols: [AccessoryProtocol(name: "p", endpoint: .serial(path: "tty", baud: 9600))]),
            ]), on: bench.reactor)
        for _ in 0..<2 {
            await #expect(throws: LocationSourceError.self) { try await manager.start() }
            #expect(await manager.connectedAccessories.isEmpty)
            #expect(await manager.watches.isEmpty)
        }
        await bench.end()
    }

    @Test("A session, a connection and a manager that are dropped leave nothing open")
    func dropped() async throws {
        let bench = try AccessoryBench()
        try await bench.plug("Reach")
        var manager: AccessoryManager? = AccessoryManager(bench.accessories, on: bench.reactor)
        try await manager?.start()
        let reach = try #require(await manager?.firstConnected())
        _ = try await manager?.openSession(reach, "com.emlid.nmea")
        while await manager?.openSessions.isEmpty == false { await Task.yield() }
        while await (try? manager?.openSession(reach, "com.emlid.nmea")) == nil { await Task.yield() }

        if let manager {
            let connection = ReceiverConnection(manager: manager)
            while (try? await connection.connect()) == nil { await Task.yield() }
        }
        while await manager?.openSessions.isEmpty == false { await Task.yield() }

        let events = await manager?.events
        let session = try await manager?.openSession(reach, "com.emlid.nmea")
        manager = nil
        for await _ in try #require(events) {}
        while await bench.isOpen(try #require(session)) { await Task.yield() }
        while (try? SerialStream(path: bench.reach.path, on: bench.reactor)) == nil { await Task.yield() }
        await bench.end()
    }

    @Test("Three accessories in a random order, a thousand times: events in order, sessions paired, no descriptor left")
    func marathon() async {
        // In a process of its own, so that all its descriptors are its own.
        await #expect(processExitsWith: .success) { try await AccessoryMarathon.run(seed: 2024, comings: 1000) }
    }
}

/// Plugs and unplugs, also while a connection is being made, and stops the process at the first thing that is wrong.
private enum AccessoryMarathon {
    struct Failure: Error {
        var line: Int

        init(_ line: Int = #line) {
            self.line = line
        }
    }

    static func run(seed: UInt64, comings: Int) async throws {
        let before = try descriptors()
        try await play(seed: seed, comings: comings)
        // What the reactor still holds goes with its thread, however late a busy machine lets it end.
        var turns = 0
        while try descriptors() != before, turns < 100_000 {
            turns += 1
            await Task.yield()
        }
        guard try descriptors() == before else { throw Failure() }
    }

    private static func play(seed: UInt64, comings: Int) async throws {
        let bench = try AccessoryBench()
        let server = try await FakeServer(on: bench.reactor)
        await server.unplug()
        let net = Accessory(
            name: "Net",
            protocols: [
                AccessoryProtocol(name: "org.example.out", endpoint: .tcp(host: "127.0.0.1", port: server.port)),
                AccessoryProtocol(
                    name: "org.example.in", role: .corrections, endpoint: .tcp(host: "127.0.0.1", port: server.port)),
            ])
        // Looked for as fast as the machine goes, since the marathon would take hours otherwise.
        var schedule = RetrySchedule([])
        schedule.delays = [1, 2, 5, 10].map { .milliseconds($0) }
        let manager = AccessoryManager(
            try AccessoryConfiguration(bench.accessories.accessories + [net]), probeInterval: .seconds(5),
            schedule: schedule, on: bench.reactor)
        try await manager.start()
        var events = await manager.events.makeAsyncIterator()
        let names = ["Reach", "Pair", "Net"]
        let connections = Dictionary(uniqueKeysWithValues: names.map { ($0, ReceiverConnection(manager: manager)) })
        func plug(_ name: String) async throws {
            if name == "Net" { try await server.plug() } else { try await bench.plug(name) }
        }
        func unplug(_ name: String) async {
            if name == "Net" { await server.unplug() } else { await bench.unplug(name) }
        }
        let drive = DriveBytes(count: 3, sentences: [.rmc])
        var random = SplitMix64(seed: seed)
        var present: Set<String> = []
        var (lastConnection, come, early) = (0, 0, 0)
        while come < comings {
            guard let name = names.randomElement(using: &random), let connection = connections[name] else {
                throw Failure()
            }
            if present.remove(name) != nil {
                await unplug(name)
                guard case .disconnected(let accessory) = await events.next(), accessory.name == name else {
                    throw Failure()
                }
                // The sessions ended before the event was told.
                guard case .disconnected = await connection.status, await connection.location == nil,
                    await connection.send(corrections: [1]) == false
                else { throw Failure() }
            } else {
                come += 1
                try await plug(name)
                guard case .connected(let accessory) = await events.next(), accessory.name == name,
                    accessory.connectionID > lastConnection
                else { throw Failure() }
                lastConnection = accessory.connectionID
                if Int.random(in: 0..<4, using: &random) == 0 {
                    // It goes while it is being connected: the attempt ends, whichever way, and nothing of it stays.
                    early += 1
                    async let attempt: Void? = try? connection.connect(to: accessory)
                    for _ in 0..<Int.random(in: 0..<4, using: &random) { await Task.yield() }
                    await unplug(name)
                    _ = await attempt
                    // A server that nobody came to use is missed by the next look only: it is looked at now.
                    if name == "Net" { await manager.lookNow(accessory.endpoints) }
                    guard case .disconnected(let gone) = await events.next(), gone.name == name else { throw Failure() }
                    guard case .disconnected = await connection.status else { throw Failure() }
                } else {
                    present.insert(name)
                    try await connection.connect(to: accessory)
                    guard await connection.status == .connected(accessory) else { throw Failure() }
                    if come % 10 == 0 {
                        for epoch in drive.epochs {
                            if name == "Net" { await server.send(epoch) } else { await bench.send(epoch, name) }
                        }
                        while await connection.location == nil { await Task.yield() }
                        let frame = [0xD3, UInt8(truncatingIfNeeded: come)]
                        guard await connection.send(corrections: frame) else { throw Failure() }
                        let arrived = name == "Net" ? await server.received(2) : await bench.received(2, name)
                        guard arrived == frame else { throw Failure() }
                    }
                }
            }
            guard await manager.openSessions.count == 2 * present.count else { throw Failure() }
        }
        guard early > comings / 6 else { throw Failure() }
        for connection in connections.values { await connection.disconnect() }
        guard await manager.openSessions.isEmpty else { throw Failure() }
        await manager.stop()
        await server.unplug()
        await bench.end()
    }

    /// How many terminals, sockets, files and watches of folders this process has open.
    ///
    /// The queues and clocks of the runtime and of the reactor, which come and go by themselves, are not counted.
    private static func descriptors() throws -> Int {
        let folder = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            // The descriptor that reads the folder is gone by now.
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name) else {
                return false
            }
            return !["[eventpoll]", "[eventfd]", "[timerfd]"].contains { target == "anon_inode:" + $0 }
        }
    }
}

extension AccessoryManager {
    fileprivate func close(_ sessions: [AccessorySession]) {
        for session in sessions { session.close() }
    }

    /// The answer to a look that comes late.
    fileprivate func pretend(_ endpoint: AccessoryEndpoint, look: Int, found: Bool) {
        run(places[endpoint]?.looked(look, found: found, now: reactor.now) ?? [], at: endpoint)
    }

    /// Lets time pass for places, so that those that nobody uses are looked at.
    fileprivate func lookNow(_ endpoints: [AccessoryEndpoint]) {
        for endpoint in endpoints {
            run(places[endpoint]?.deadlineReached(now: reactor.now + .seconds(3600)) ?? [], at: endpoint)
        }
    }
}

extension AccessoryConfiguration {
    /// One accessory that is a TCP server.
    fileprivate static func net(_ port: UInt16) throws -> Self {
        try AccessoryConfiguration([
            Accessory(
                name: "net", protocols: [AccessoryProtocol(name: "p", endpoint: .tcp(host: "127.0.0.1", port: port))])
        ])
    }
}
