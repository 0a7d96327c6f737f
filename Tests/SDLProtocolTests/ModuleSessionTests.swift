import Synchronization
import TestKit
import Testing

@testable import SDLProtocol

@Suite("Head unit: sessions and services")
struct ModuleSessionTests {
    private func answer(_ events: [ModuleConnection.Event]) throws -> (FrameHeader, ControlPayload.StartServiceACK) {
        let frame = try #require(events.sentFrames.first)
        try #require(frame.header.controlInfo == .startServiceACK)
        return (
            frame.header,
            ControlPayload.StartServiceACK(parsing: frame.payload, headerVersion: frame.header.version)
        )
    }

    // MARK: - Versions

    @Test(
        "without a payload the answer has version 4, or 5 for a header of version 5",
        arguments: [1, 2, 3, 4, 5] as [UInt8])
    func emptyStart(_ version: UInt8) throws {
        for configuration in [ModuleConnection.Configuration.predictable, .core] {
            var harness = ModuleHarness(configuration)
            let events = harness.receive(
                Frame(control: .startService, version: version, service: .rpc, sessionID: 0))
            let (header, payload) = try answer(events)
            #expect(header.version == (version == 5 ? 5 : 4))
            #expect(payload.hashID == 65_537)
            #expect(payload.protocolVersion == (version == 5 ? "5.4.0" : nil))
            let negotiated = version == 5 ? ProtocolVersion(5, 4, 0) : ProtocolVersion(4, 0, 0)
            #expect(
                events.last
                    == .sessionStarted(session: 1, version: negotiated, headerVersion: UInt8(negotiated.major)))
            #expect(harness.connection.version(of: 1) == negotiated)
        }
    }

    @Test(
        "a head unit of an older protocol ignores payloads and answers with its own version",
        arguments: [2, 3, 4] as [UInt16])
    func olderModule(_ maximum: UInt16) throws {
        var configuration = ModuleConnection.Configuration.core
        configuration.maximumVersion = ProtocolVersion(maximum, 0, 0)
        for header in UInt8(1)...UInt8(maximum) {
            var harness = ModuleHarness(configuration)
            let payload = ControlPayload.StartService(protocolVersion: .newest).encode()
            let events = harness.receive(
                Frame(control: .startService, version: header, service: .rpc, sessionID: 0, payload: payload))
            #expect(try answer(events).0.version == UInt8(maximum))
        }
        var harness = ModuleHarness(configuration)
        let newer = Frame(control: .startService, version: UInt8(maximum) + 1, service: .rpc, sessionID: 0)
        #expect(harness.receive(newer).sentFrames.isEmpty)
    }

    @Test(
        "keys are told from the version on that knows them",
        arguments: [
            ("5.0.0", false, false, false), ("5.1.0", true, false, false), ("5.2.0", true, true, false),
            ("5.3.9", true, true, false), ("5.4.0", true, true, true), ("9.0.0", true, true, true),
        ])
    func keys(_ version: String, _ transports: Bool, _ token: Bool, _ vehicle: Bool) throws {
        var configuration = ModuleConnection.Configuration.predictable
        configuration.vehicle = VehicleInfo(make: "Example Motors", modelYear: "2026")
        configuration.authToken = "token"
        var harness = ModuleHarness(configuration)
        let payload = try answer(harness.start(try #require(ProtocolVersion(parsing: version)))).1
        #expect((payload.secondaryTransports == []) == transports)
        #expect(payload.audioServiceTransports == (transports ? [1] : nil))
        #expect(payload.authToken == (token ? "token" : nil))
        #expect(payload.vehicle.make == (vehicle ? "Example Motors" : nil))
        #expect(payload.vehicle.trim == nil)
        #expect(payload.mtu == 131_072)
    }

    @Test("the answer stays below 1012 bytes however long the vehicle's values are")
    func shortAnswer() throws {
        var configuration = ModuleConnection.Configuration.predictable
        let long = String(repeating: "ü", count: 700)
        configuration.vehicle = VehicleInfo(
            make: long, model: long, modelYear: long, trim: long, systemSoftwareVersion: long,
            systemHardwareVersion: long)
        var harness = ModuleHarness(configuration)
        let frame = try #require(harness.start().sentFrames.first)
        #expect(frame.payload.count < 1012)
        let payload = try answer([.send(frame.encode())]).1
        #expect(payload.vehicle.make == String(repeating: "ü", count: 48))
    }

    @Test("the transport keys can be left out")
    func noTransports() throws {
        var configuration = ModuleConnection.Configuration.predictable
        configuration.secondaryTransports = nil
        var harness = ModuleHarness(configuration)
        let payload = try answer(harness.start()).1
        #expect(payload.secondaryTransports == nil)
        #expect(payload.videoServiceTransports == nil)
    }

    // MARK: - Ids and hashes

    @Test("255 sessions can be open over all connections, the next one is refused")
    func exhausted() throws {
        var registry = SessionRegistry()
        var first = ModuleConnection(number: 1, configuration: .predictable)
        var second = ModuleConnection(number: 2, configuration: .predictable)
        let start = Frame(
            control: .startService, version: 5, service: .rpc, sessionID: 0, messageID: 1,
            payload: ControlPayload.StartService(protocolVersion: .newest).encode()
        ).encode()
        for number in 1...255 {
            let events =
                number % 2 == 0
                ? first.receive(start, now: .seconds(number), sessions: &registry)
                : second.receive(start, now: .seconds(number), sessions: &registry)
            #expect(events.sentFrames.first?.header.sessionID == UInt8(number))
        }
        let refused = try #require(first.receive(start, now: .zero, sessions: &registry).sentFrames.first)
        #expect(refused.header.controlInfo == .startServiceNAK)
        #expect(refused.refusal.reason == "All session ids are in use")
        #expect(registry.count == 255)
        // The ids of a closed connection are given again, lowest first.
        let ends = second.transportClosed(now: .zero, sessions: &registry).ends
        #expect(ends == [ModuleConnection.SessionEndCause](repeating: .transportClosed, count: 128))
        #expect(first.receive(start, now: .zero, sessions: &registry).sentFrames.first?.header.sessionID == 1)
    }

    @Test("numbered per connection, every connection begins with session 1")
    func perConnection() {
        var registry = SessionRegistry(numbering: .perConnection)
        for number in 1...3 {
            var connection = ModuleConnection(number: number, configuration: .predictable)
            let start = Frame(control: .startService, version: 5, service: .rpc, sessionID: 0).encode()
            let events = connection.receive(start + start, now: .zero, sessions: &registry)
            #expect(events.sentFrames.map(\.header.sessionID) == [1, 2])
            #expect(events.sentFrames.map(\.header.messageID) == [1, 1])
        }
        #expect(registry.count == 6)
    }

    @Test("forbidden hash ids are drawn again")
    func hashes() throws {
        let draws = Draws([0, 0xFFFF_0000, 0x8000_0001])
        var configuration = ModuleConnection.Configuration.predictable
        configuration.hashRule = .generated { draws.next() }
        var harness = ModuleHarness(configuration)
        #expect(try answer(harness.start()).1.hashID == 0x8000_0001)
        // A generator that only gives 0 is not asked for ever.
        configuration.hashRule = .generated { 0 }
        var second = ModuleHarness(configuration, number: 3)
        #expect(try answer(second.start()).1.hashID == 65_539)
    }

    @Test("a careful head unit's hash ids cannot be guessed, sdl_core's can")
    func unguessable() throws {
        func hashes(_ configuration: ModuleConnection.Configuration) throws -> Set<UInt32> {
            var found: Set<UInt32> = []
            for number in 1...20 {
                var harness = ModuleHarness(configuration, number: number)
                found.insert(try #require(try answer(harness.start()).1.hashID))
            }
            return found
        }
        let guesses = Set((1...20).map { 65_536 + UInt32($0) })
        #expect(try hashes(.core) == guesses)
        // Twenty draws of 32 bits: that two are equal or one is a guess happens once in ten million runs.
        let drawn = try hashes(.strict)
        #expect(drawn.count == 20)
        #expect(drawn.isDisjoint(with: guesses))
    }

    @Test(
        "a session ends by its hash in the form of the request's version, and by nothing else",
        arguments: [
            (5, [1, 0, 1, 0], false), (5, nil, true), (4, [0, 1, 0, 1], true), (3, [0, 1, 0, 1], true),
            (2, [0, 1, 0, 1], true), (4, [1, 0, 1, 0], false), (4, [], false), (4, [0, 1, 0, 1, 0], false),
        ] as [(UInt8, [UInt8]?, Bool)])
    func endByHash(_ version: UInt8, _ raw: [UInt8]?, _ isRight: Bool) throws {
        for configuration in [ModuleConnection.Configuration.predictable, .core] {
            var harness = ModuleHarness.withSession(configuration)
            let payload = raw ?? ControlPayload.EndService(hashID: 65_537).encode(headerVersion: 5)
            let events = harness.receive(
                Frame(
                    control: .endService, version: version, service: .rpc, sessionID: 1, messageID: 9, payload: payload)
            )
            let frame = try #require(events.sentFrames.first)
            #expect(frame.header.version == version)
            #expect(frame.header.controlInfo == (isRight ? .endServiceACK : .endServiceNAK))
            #expect(events.ends == (isRight ? [.endService] : []))
            #expect(harness.connection.sessionIDs == (isRight ? [] : [1]))
            #expect(harness.registry.isTaken(1, connection: 1) == !isRight)
        }
    }

    @Test("sdl_core takes hash id 0 and version 1 for the right hash; the careful do not")
    func endWithoutHash() {
        let zero = ControlPayload.EndService(hashID: 0).encode(headerVersion: 5)
        let frames = [
            Frame(control: .endService, version: 5, service: .rpc, sessionID: 1, payload: zero),
            Frame(control: .endService, version: 1, service: .rpc, sessionID: 1),
        ]
        for frame in frames {
            var strict = ModuleHarness.withSession()
            #expect(strict.receive(frame).ends.isEmpty)
            var core = ModuleHarness.withSession(.core)
            #expect(core.receive(frame).ends == [.endService])
        }
    }

    @Test("a session of another connection is a stranger here")
    func otherConnection() {
        var registry = SessionRegistry()
        var first = ModuleConnection(number: 1, configuration: .predictable)
        var second = ModuleConnection(number: 2, configuration: .predictable)
        let start = Frame(control: .startService, version: 5, service: .rpc, sessionID: 0).encode()
        _ = first.receive(start, now: .zero, sessions: &registry)
        let end = Frame(
            control: .endService, version: 5, service: .rpc, sessionID: 1,
            payload: ControlPayload.EndService(hashID: 65_537).encode(headerVersion: 5))
        #expect(second.receive(end.encode(), now: .zero, sessions: &registry).isEmpty)
        let messages = second.receive(
            Frame.data(.single, request().encode()).encode(), now: .zero, sessions: &registry
        ).messages
        #expect(messages.map(\.isKnownSession) == [false])
        #expect(first.sessionIDs == [1])
    }

    // MARK: - Message ids

    @Test("sdl_core counts per session id, goes on in the next connection, starts again at an acknowledged end")
    func messageIDsAsCore() {
        var registry = SessionRegistry(messageIDs: .asCore)
        func id() -> UInt32 { registry.nextMessageID(session: 1, connection: 1) }
        #expect([id(), id(), id()] == [0, 1, 2])
        registry.serviceEnded(session: 1, connection: 1)
        #expect(id() == 0)
        for _ in 1..<256 { _ = id() }
        #expect(registry.nextMessageID(session: 1, connection: 1, severalFrames: true) == 0)
        #expect(id() == 257)
    }

    @Test("the careful count from 1 and never use 0")
    func messageIDsCounting() {
        var registry = SessionRegistry(messageIDs: .counting)
        #expect((0..<3).map { _ in registry.nextMessageID(session: 4, connection: 1) } == [1, 2, 3])
        registry.serviceEnded(session: 4, connection: 1)
        #expect(registry.nextMessageID(session: 4, connection: 2) == 4)
    }

    // MARK: - Readiness

    @Test("StartService waits for the head unit to be ready; too many are refused")
    func readiness() throws {
        var configuration = ModuleConnection.Configuration.predictable
        configuration.isReady = false
        var harness = ModuleHarness(configuration)
        #expect(harness.start().isEmpty)
        harness.connection.vehicle = VehicleInfo(make: "Late")
        let events = harness.connection.becomeReady(now: .seconds(9), sessions: &harness.registry)
        #expect(try answer(events).1.vehicle.make == "Late")
        #expect(harness.start().count == 2)
        var crowded = ModuleHarness(configuration)
        for number in 0..<255 {
            crowded.now = .seconds(number)
            #expect(crowded.start().isEmpty)
        }
        #expect(crowded.start().sentFrames.first?.header.controlInfo == .startServiceNAK)
    }

    // MARK: - Sending

    @Test("a message that was encoded once is framed for each session")
    func encodedOnce() throws {
        var harness = ModuleHarness.withSession()
        harness.start()
        let encoded = request().encode()
        for session in UInt8(1)...2 {
            let bytes = harness.connection.send(
                encoded: encoded, session: session, version: 5, sessions: &harness.registry)
            let frame = try #require(DecodedStream([bytes]).frames.first)
            #expect(frame.header.sessionID == session)
            #expect(frame.payload == encoded)
        }
        #expect(harness.connection.send(encoded: [], session: 1, version: 5, sessions: &harness.registry).isEmpty)
    }

    @Test(
        "frames are cut so that every library takes them, or as sdl_core cuts them",
        arguments: [
            (2, 1011, 1488), (3, 131_011, 131_072), (5, 131_059, 131_072),
        ] as [(UInt8, Int, Int)])
    func cuts(_ version: UInt8, _ strict: Int, _ core: Int) {
        for (configuration, limit) in [(ModuleConnection.Configuration.predictable, strict), (.core, core)] {
            var harness = ModuleHarness.withSession(configuration)
            var message = request()
            message.bulk = [UInt8](repeating: 7, count: limit - 12 - message.json.count)
            #expect(harness.send(message, version: version).map(\.header.dataSize) == [UInt32(limit)])
            message.bulk.append(8)
            let split = harness.send(message, version: version)
            #expect(split.map(\.header.dataSize) == [8, UInt32(limit), 1])
            #expect(split.allSatisfy { $0.header.service == .bulk })
            #expect(Set(split.map(\.header.messageID)).count == 1)
        }
    }

    @Test("the end of a session by the head unit is one frame without payload; the session is forgotten")
    func endedByOwner() throws {
        var harness = ModuleHarness.withSession()
        let bytes = harness.connection.endService(session: 1, sessions: &harness.registry)
        let frame = try #require(DecodedStream([bytes]).frames.first)
        #expect(frame.header.controlInfo == .endService)
        #expect(frame.header.service == .rpc)
        #expect(frame.payload.isEmpty)
        #expect(harness.connection.sessionIDs.isEmpty)
        #expect(harness.connection.endService(session: 1, sessions: &harness.registry).isEmpty)
        // What is said after the end still goes out: the reason follows.
        #expect(!harness.connection.send(request(), session: 1, version: 5, sessions: &harness.registry).isEmpty)
    }
}

/// Numbers handed out one after the other.
private final class Draws: Sendable {
    private let values: Mutex<[UInt32]>

    init(_ values: [UInt32]) {
        self.values = Mutex(values)
    }

    func next() -> UInt32 {
        values.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
    }
}
