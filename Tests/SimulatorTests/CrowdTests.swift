import Formats
import GNSS
import HeadUnit
import Navigation
import SDLProtocol
import SDLSpec
import Simulator
import Testing
import Transport

/// Many apps on one reactor, some of which do not read.
@Suite("A crowd of apps", .timeLimit(.minutes(5)))
struct CrowdTests {
    @Test("A thousand apps: those who read hear every change, those who do not are cut off by the rule")
    func thousand() async throws {
        try DescriptorLimit.raise(to: 2_300)
        let bench = try await Bench(try Self.module())
        let crowd = Crowd(bench)
        try await crowd.connect(1_000)
        #expect(await crowd.registered == 1_000)
        #expect(await bench.unit.apps.allSatisfy { $0.session == 1 }, "session ids per connection")
        #expect(await bench.unit.apps.allSatisfy { $0.isSubscribedToWayPoints })

        await crowd.stopReading(100)
        var most = 0
        let waves = 16
        for wave in 1...waves {
            await bench.unit.setRoute(try Self.route(wave))
            await crowd.wait(forChanges: wave, of: 900)
            most = max(most, await bench.unit.unsentByteCounts.values.max() ?? 0)
        }
        #expect(await crowd.changes.filter { $0 == waves }.count == 900)
        let left = await bench.unit.apps.count
        #expect(left == 900, "the others are cut off once 64 KiB wait for them")
        // What waits for one app is what its place in memory is; 16 waves are five times the bound.
        #expect(most > 0 && most <= 64 << 10, "\(most)")
        await bench.stop()
    }

    @Test("An app that is written to slowly is held back in its own place, and the others hear every change")
    func slowWriter() async throws {
        let bench = try await Bench(try Self.module())
        let crowd = Crowd(bench)
        try await crowd.connect(20)
        try await bench.unit.switchOn(Fault(id: "slow", .slowWriter(bytesPerSecond: 5_000), app: "3"))
        let waves = 10
        for wave in 1...waves {
            await bench.unit.setRoute(try Self.route(wave))
            await crowd.wait(forChanges: wave, of: 19)
        }
        let changes = await crowd.changes
        #expect(changes[3] < waves && changes.count { $0 == waves } == 19)
        let apps = await bench.unit.apps
        let slow = try #require(apps.first { $0.appID == "3" })
        let held = await bench.unit.unsentByteCounts
        #expect((held[slow.connection] ?? 0) > 100_000, "what it has not got waits")
        #expect(held.allSatisfy { $0.key == slow.connection || $0.value <= 64 << 10 })
        #expect(apps.count == 20)
        await bench.stop()
    }

    private static func module() throws -> MockModule {
        var module = try MockModule(named: "no-limits")
        // Small registrations: the crowd is the matter here, not what each is told.
        module.configuration.registrationMembers = [:]
        module.activatesApps = false
        for rpc in ["SubscribeWayPoints", "OnWayPointChange"] {
            module.configuration.policy.groups["WayPoints"]?.rules[rpc]?.levels.insert(.none)
        }
        return module
    }

    /// Ten stops with long texts: about 20 kB as a message.
    private static func route(_ wave: Int) throws -> Route {
        let stops = try (0..<10).map { index in
            var stop = Waypoint(
                coordinate: try #require(GeodeticCoordinate(latitude: 48 + Double(index) / 10, longitude: 11)),
                name: "\(wave).\(index) " + String(repeating: "n", count: 480))
            stop.details = String(repeating: "d", count: 500)
            stop.addressLines = [String(repeating: "a", count: 500), String(repeating: "b", count: 500)]
            return stop
        }
        return Route(waypoints: stops)
    }
}

/// Apps that do no more than register, subscribe and count what they are told.
private actor Crowd {
    private final class Member {
        let stream: TCPStream
        var head: [UInt8] = []
        /// The beginning of the message under way: its kind and function.
        var start: [UInt8] = []
        /// Bytes of the frame under way that are still to come.
        var rest = 0
        var changes = 0

        init(_ stream: TCPStream) { self.stream = stream }
    }

    private let bench: Bench
    private var members: [Member] = []
    private(set) var registered = 0
    private var wantedRegistrations = 0
    private var wantedChanges = 0
    private var wantedCount = 0
    /// How many have got as many changes as are wanted.
    private var reached = 0
    private var waiting: CheckedContinuation<Void, Never>?
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe bench.reactor.asUnownedSerialExecutor() }

    init(_ bench: Bench) { self.bench = bench }

    var changes: [Int] { members.map(\.changes) }

    func connect(_ count: Int) async throws {
        let document: BSONDocument = ["protocolVersion": .string("5.4.1")]
        let start = Frame(
            control: .startService, version: 1, service: .rpc, sessionID: 0, payload: try document.encode()
        ).encode()
        for number in 0..<count {
            let stream = try await TCPStream.connect(
                host: bench.address.host, port: bench.address.port, on: bench.reactor)
            members.append(Member(stream))
            let index = number
            stream.start(
                onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes, $0.members[index]) } },
                onClosure: { _ in })
            let parameters: JSONValue = [
                "syncMsgVersion": ["majorVersion": 8, "minorVersion": 0], "appName": .string("App \(number)"),
                "appID": .string("\(number)"), "isMediaApplication": false, "languageDesired": "EN-US",
                "hmiDisplayLanguageDesired": "EN-US", "appHMIType": ["NAVIGATION"],
            ]
            stream.write(start + Self.request(1, 1, parameters))
        }
        wantedRegistrations = count
        if registered < count { await withCheckedContinuation { waiting = $0 } }
    }

    func wait(forChanges changes: Int, of count: Int) async {
        (wantedChanges, wantedCount) = (changes, count)
        reached = members.count { $0.changes >= changes }
        if reached < count { await withCheckedContinuation { waiting = $0 } }
    }

    func stopReading(_ count: Int) {
        for member in members.prefix(count) { member.stream.setReading(false) }
    }

    private func received(_ bytes: [UInt8], _ member: Member) {
        var index = 0
        while index < bytes.count {
            if member.rest > 0 {
                if member.start.count < 4 {
                    member.start.append(bytes[index])
                    member.rest -= 1
                    index += 1
                    if member.start.count == 4, member.head[0] & 7 == 1 { note(member) }
                } else {
                    let part = min(member.rest, bytes.count - index)
                    member.rest -= part
                    index += part
                }
                if member.rest == 0 { (member.head, member.start) = ([], []) }
                continue
            }
            member.head.append(bytes[index])
            index += 1
            guard member.head.count == 12 else { continue }
            member.rest = member.head[4..<8].reduce(0) { $0 << 8 | Int($1) }
            if member.rest == 0 { member.head = [] }
        }
    }

    private func note(_ member: Member) {
        switch (member.start[0] >> 4, Int(member.start[2]) << 8 | Int(member.start[3])) {
        case (1, 1): member.stream.write(Self.request(46, 2, [:]))
        case (1, 46): registered += 1
        case (2, 32_784):
            member.changes += 1
            if member.changes == wantedChanges { reached += 1 }
        default: return
        }
        let isReached = wantedCount > 0 ? reached >= wantedCount : registered == wantedRegistrations
        if isReached, let waiting {
            self.waiting = nil
            waiting.resume()
        }
    }

    private static func request(_ function: UInt32, _ id: Int32, _ parameters: JSONValue) -> [UInt8] {
        FrameSplitter(version: 5, sessionID: 1, service: .rpc, messageID: UInt32(id), limit: 1000).encode(
            RPCPayload(rpcType: .request, functionID: function, correlationID: id, json: parameters.serialized()))
    }
}
