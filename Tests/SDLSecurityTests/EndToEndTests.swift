import HeadUnit
import SDLApp
import SDLProtocol
import SDLSecurity
import Simulator
import Synchronization
import Testing
import Transport

@Suite("Waypoints over a protected service", .timeLimit(.minutes(1)))
struct EndToEndTests {
    /// A head unit whose policy wants waypoints encrypted, and what it saw on the wire.
    private final class Bench: Sendable {
        let reactor: Reactor
        let unit: MockHeadUnit
        let address: SocketAddress
        let frames = Mutex<[Frame]>([])

        init(_ protection: ServiceProtection?) async throws {
            reactor = try Reactor()
            var module = try MockModule(named: "encryption-required")
            module.configuration.protection = protection
            unit = try await MockHeadUnit(module, route: try MockFiles.route("city", file: "test"), on: reactor)
            address = try await unit.listen(port: 0)
            await unit.observeWire { [weak self] _, _, event in
                guard case .bytes(_, let bytes) = event else { return }
                self?.frames.withLock { $0 += SDLSecurityTests.frames(in: bytes) }
            }
        }

        func app(_ change: (inout SDLConfiguration) throws -> Void) throws -> SDLManager {
            var configuration = SDLConfiguration(
                appName: "Way App", fullAppID: "8675309", transport: .tcp(host: address.host, port: address.port))
            configuration.reconnectPolicy = .never
            try change(&configuration)
            return try SDLManager(configuration, reactor: reactor)
        }
    }

    @Test("an app with a certificate gets and subscribes to waypoints, encrypted all the way")
    func waypoints() async throws {
        let certificates = try Certificates()
        let bench = try await Bench(try certificates.headUnit())
        let app = try bench.app { $0.protection = try certificates.app() }
        try await app.start()
        try await app.systemCapabilityManager.waitUntilQueryable()
        try await app.permissionManager.waitUntilKnown()
        #expect(await app.permissionManager.requiresEncryption(.getWayPoints))
        #expect(try await app.systemCapabilityManager.supportsWayPoints())
        let list = try await app.wayPoints(.all)
        #expect(!list.isEmpty)
        var updates = await app.wayPointUpdates().makeAsyncIterator()
        #expect(try await updates.next()?.count == list.count)
        #expect(await app.wayPointAvailability.isAvailable)
        // A change of the route: OnWayPointChange goes out, encrypted.
        let before = bench.frames.withLock(\.count)
        let events = Mutex<[String]>([])
        await bench.unit.observe(messages: true) { event in
            events.withLock { $0.append("\(event)") }
        }
        await bench.unit.setRoute(try MockFiles.route("loop", file: "test"))
        #expect(try await updates.next() != nil)
        let after = bench.frames.withLock { Array($0[before...]) }.filter { $0.header.service == .rpc }
        #expect(after.contains { $0.header.isEncrypted })
        #expect(events.withLock { $0 }.contains { $0.contains("OnWayPointChange") })
        await app.stop()
        await bench.unit.stop()
        let functions: [UInt32] = [45, 46, 47, 32_784]
        let clear = bench.frames.withLock { $0 }.filter { !$0.header.isEncrypted && $0.header.service == .rpc }
            .compactMap { try? RPCPayload(parsing: $0.payload) }
        #expect(clear.allSatisfy { !functions.contains($0.functionID) })
        #expect(bench.frames.withLock { $0 }.filter { $0.header.isEncrypted && $0.header.type == .single }.count >= 4)
    }

    @Test("without a certificate an app is told what is missing, and asks for nothing that needs it")
    func withoutCertificate() async throws {
        let certificates = try Certificates()
        let bench = try await Bench(try certificates.headUnit())
        let app = try bench.app { _ in }
        try await app.start()
        try await app.permissionManager.waitUntilKnown()
        await #expect(throws: SDLError.encryptionRequired(.getWayPoints)) { try await app.wayPoints(.all) }
        #expect(await app.wayPointAvailability.obstacle?.gate == .encryption)
        await app.stop()
        await bench.unit.stop()
    }

    @Test("a head unit that refuses is told to the app as the reason, and the session goes on")
    func refused() async throws {
        let certificates = try Certificates()
        for (unit, kind, words) in [
            (nil, Certificates.Kind.good, "no certificates"), (try certificates.headUnit(), .expired, "xpired"),
        ] as [(ServiceProtection?, Certificates.Kind, String)] {
            let bench = try await Bench(unit)
            let app = try bench.app { $0.protection = try certificates.app(kind) }
            try await app.start()
            try await app.permissionManager.waitUntilKnown()
            let error = await #expect(throws: SDLError.self) { try await app.wayPoints(.all) }
            guard case .protectionFailed(let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.contains(words))
            try await app.send(ListFiles())
            await app.stop()
            await bench.unit.stop()
        }
    }

    @Test("an app may encrypt all that it asks for")
    func everything() async throws {
        let certificates = try Certificates()
        let bench = try await Bench(try certificates.headUnit(version: .tls13))
        let app = try bench.app {
            $0.protection = try certificates.app(asks: true, version: .tls13)
            $0.encryptsAllRequests = true
        }
        try await app.start()
        try await app.send(ListFiles())
        await app.stop()
        await bench.unit.stop()
        let clear = bench.frames.withLock { $0 }.filter { !$0.header.isEncrypted && $0.header.service == .rpc }
            .compactMap { try? RPCPayload(parsing: $0.payload) }.filter { $0.rpcType != .notification }
        #expect(clear.allSatisfy { $0.functionID == 1 })
    }
}
