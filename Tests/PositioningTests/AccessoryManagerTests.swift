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
    let manager: AccessoryManager

    init() throws {
        reactor = try Reactor()
        folder = try DeviceFolder()
        reach = FakeReceiver(path: "\(folder.path)/rfcomm0", reactor: reactor)
        out = FakeReceiver(path: "\(folder.path)/out", reactor: reactor)
        back = FakeReceiver(path: "\(folder.path)/in", reactor: reactor)
        let accessories = try AccessoryConfiguration([
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

    /// Where corrections of an accessory arrive, and where its positions come from.
    func ends(_ name: String) -> (positions: FakeReceiver, corrections: FakeReceiver) {
        name == "Reach" ? (reach, reach) : (out, back)
    }

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
        await #expect {
            _ = try await bench.manager.accessory(named: "Nobody")
        } throws: { error in
            if case AccessoryError.unknown("Nobody", _) = error { true } else { false }
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
        let source = try LocationSource(
            .accessory(name: "Reach", protocolName: nil), accessories: bench.manager, on: bench.reactor)
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

    @Test("Two accessories in a random order, a thousand times: events in order, sessions paired, no descriptor left")
    func marathon() async {
        // In a process of its own, so that all its descriptors are its own.
        await #expect(processExitsWith: .success) { try await AccessoryMarathon.run(seed: 2024, changes: 1000) }
    }
}

/// Plugs and unplugs, and stops the process at the first thing that is wrong.
private enum AccessoryMarathon {
    struct Failure: Error {
        var line: Int

        init(_ line: Int = #line) {
            self.line = line
        }
    }

    static func run(seed: UInt64, changes: Int) async throws {
        let before = try descriptors()
        try await play(seed: seed, changes: changes)
        // What the reactor still holds goes with its thread, however late a busy machine lets it end.
        var turns = 0
        while try descriptors() != before, turns < 100_000 {
            turns += 1
            await Task.yield()
        }
        guard try descriptors() == before else { throw Failure() }
    }

    private static func play(seed: UInt64, changes: Int) async throws {
        let bench = try AccessoryBench()
        try await bench.manager.start()
        var events = await bench.manager.events.makeAsyncIterator()
        let connections = [
            "Reach": ReceiverConnection(manager: bench.manager), "Pair": ReceiverConnection(manager: bench.manager),
        ]
        let drive = DriveBytes(count: 3, sentences: [.rmc])
        var random = SplitMix64(seed: seed)
        var present: Set<String> = []
        var lastConnection = 0
        var connected = 0
        for change in 0..<changes {
            let name = Bool.random(using: &random) ? "Reach" : "Pair"
            guard let connection = connections[name] else { throw Failure() }
            if present.remove(name) != nil {
                await bench.unplug(name)
                guard case .disconnected(let accessory) = await events.next(), accessory.name == name else {
                    throw Failure()
                }
                // The sessions ended before the event was told.
                guard case .disconnected = await connection.status, await connection.location == nil,
                    await connection.send(corrections: [1]) == false
                else { throw Failure() }
            } else {
                present.insert(name)
                try await bench.plug(name)
                guard case .connected(let accessory) = await events.next(), accessory.name == name,
                    accessory.connectionID > lastConnection
                else { throw Failure() }
                lastConnection = accessory.connectionID
                try await connection.connect(to: accessory)
                guard await connection.status == .connected(accessory) else { throw Failure() }
                connected += 1
                if change % 10 == 0 {
                    let ends = bench.ends(name)
                    for epoch in drive.epochs { await ends.positions.send(epoch) }
                    while await connection.location == nil { await Task.yield() }
                    let frame = [0xD3, UInt8(truncatingIfNeeded: change)]
                    guard await connection.send(corrections: frame), await ends.corrections.received(2) == frame else {
                        throw Failure()
                    }
                }
            }
            guard await bench.manager.openSessions.count == 2 * present.count else { throw Failure() }
        }
        guard connected > changes / 3 else { throw Failure() }
        for connection in connections.values { await connection.disconnect() }
        guard await bench.manager.openSessions.isEmpty else { throw Failure() }
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
}
