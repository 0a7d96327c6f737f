import SDLProtocol
import TestKit
import Testing

/// Messages of 0 bytes to 1 MiB through any MTU, cut and interleaving arrive intact.
@Suite("Messages of any size", .timeLimit(.minutes(1)))
struct MessagePropertyTests {
    private static func message(_ size: Int, _ number: Int32, using generator: inout SplitMix64) -> RPCPayload {
        let bytes = generator.bytes(size)
        let cut = size == 0 ? 0 : Int.random(in: 0...size, using: &generator)
        return RPCPayload(
            rpcType: .response, functionID: UInt32.random(in: 0..<1 << 28, using: &generator), correlationID: number,
            json: Array(bytes[..<cut]), bulk: Array(bytes[cut...]))
    }

    @Test(
        "one message after the other, app to head unit",
        arguments: [
            (0, 131_072), (1, 64), (51, 64), (1_475, 1_488), (1_476, 1_488), (5_000, 14), (65_536, 200),
            (131_059 - 12, 131_072), (131_060 - 12, 131_072), (131_061 - 12, 131_072), (262_118 - 12, 131_072),
            (300_000, 5_000), (1 << 20, 131_072), (1 << 20, 4_096), (1 << 20, 1_000),
        ])
    func single(_ size: Int, _ mtu: Int) throws {
        var generator = SplitMix64(seed: UInt64(size * 31 + mtu))
        var configuration = ModuleConnection.Configuration.predictable
        configuration.frameLimit = .none
        configuration.setMaximumPayloadSize(mtu)
        var pump = Pump(.init(), configuration, pieceSize: 0)
        pump.carryOut(pump.app.start(now: .zero))
        let message = MessagePropertyTests.message(size, 7, using: &generator)
        let bytes = try pump.app.send(message)
        let longest = Int.random(in: 1...max(2, bytes.count / 2), using: &generator)
        for piece in Splits.random(bytes, longest: longest, using: &generator).pieces { pump.toModule(piece) }
        #expect(pump.moduleEvents.messages.map(\.content) == [.rpc(message)])
        #expect(pump.moduleEvents.faults.isEmpty)
        // And back.
        pump.toApp(pump.module.connection.send(message, session: 1, version: 5, sessions: &pump.module.registry))
        #expect(pump.appEvents.messages.map(\.content) == [.rpc(message)])
    }

    /// A size between 0 and 1 MiB; every magnitude is as likely as another.
    private static func size(using generator: inout SplitMix64) -> Int {
        let bits = Int.random(in: 0...20, using: &generator)
        return bits == 0 ? 0 : min(1 << 20, Int.random(in: 1 << (bits - 1)...1 << bits, using: &generator))
    }

    @Test("any size, MTU and cut, many messages in a row, both ways", arguments: [2, 3, 4, 5] as [UInt8], 0..<5)
    func random(_ version: UInt8, _ seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed) &+ UInt64(version) * 100 &+ 900)
        var configuration = ModuleConnection.Configuration.predictable
        configuration.maximumVersion = version == 5 ? .core : ProtocolVersion(UInt16(version), 0, 0)
        configuration.frameLimit = .none
        // Only in version 5 is the app told what the head unit takes.
        if version == 5 {
            let mtu = 1 << Int.random(in: 6...17, using: &generator)
            configuration.setMaximumPayloadSize(Int.random(in: mtu / 2 + 32...mtu, using: &generator))
        }
        var pump = Pump(.init(), configuration, pieceSize: 0)
        pump.carryOut(pump.app.start(now: .zero))
        var messages: [SessionMessage.Content] = []
        var toModule: [UInt8] = []
        var toApp: [UInt8] = []
        for number in Int32(0)..<6 {
            let message = Self.message(Self.size(using: &generator), number, using: &generator)
            messages.append(.rpc(message))
            toModule += try pump.app.send(message)
            toApp += pump.module.connection.send(message, session: 1, version: version, sessions: &pump.module.registry)
        }
        let longest = 1 << Int.random(in: 3...16, using: &generator)
        for piece in Splits.random(toModule, longest: longest, using: &generator).pieces { pump.toModule(piece) }
        for piece in Splits.random(toApp, longest: longest, using: &generator).pieces { pump.toApp(piece) }
        #expect(pump.moduleEvents.messages.map(\.content) == messages)
        #expect(pump.appEvents.messages.map(\.content) == messages)
        #expect(pump.moduleEvents.faults.isEmpty)
    }

    @Test("any size, limit and cut in version 1, whose messages are text without a header", arguments: 0..<8)
    func versionOne(_ seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed) &+ 700)
        let splitter = FrameSplitter(
            version: 1, sessionID: 1, service: .rpc, messageID: 0,
            limit: Int.random(in: 64...PayloadLimits.smallest, using: &generator))
        var configuration = ModuleConnection.Configuration.predictable
        configuration.frameLimit = .none
        var harness = ModuleHarness(configuration)
        harness.start()
        var messages: [SessionMessage.Content] = []
        var stream: [UInt8] = []
        for _ in 0..<6 {
            let text = generator.bytes(max(1, Self.size(using: &generator)))
            messages.append(.protocol1(text))
            stream += splitter.encode(text)
        }
        let pieces = Splits.random(stream, longest: 1 << (seed + 3), using: &generator).pieces
        let events = pieces.flatMap { harness.receive($0) }
        #expect(events.messages.map(\.content) == messages)
        #expect(events.faults.isEmpty)
    }

    @Test("several sessions whose frames interleave", arguments: 0..<12)
    func interleaved(_ seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        // Large messages in large frames, small ones in frames of any size.
        let isLarge = seed % 3 == 0
        let limit = Int.random(in: isLarge ? 20_000...131_072 : 9...3000, using: &generator)
        // Each session's messages in order, each message as its frames.
        var queues: [UInt8: [[[UInt8]]]] = [:]
        var expected: [UInt8: [RPCPayload]] = [:]
        for session in UInt8(1)...4 {
            for number in Int32(1)...4 {
                let size = isLarge ? Self.size(using: &generator) : Int.random(in: 0...20_000, using: &generator)
                let message = MessagePropertyTests.message(size, number, using: &generator)
                let splitter = FrameSplitter(
                    version: 5, sessionID: session, service: .rpc, messageID: UInt32(number), limit: limit)
                let frames = DecodedStream([splitter.encode(message)]).frames.map { $0.encode() }
                queues[session, default: []].append(frames)
                expected[session, default: []].append(message)
            }
        }
        var stream: [UInt8] = []
        var heartbeats = 0
        while let session = queues.keys.sorted().randomElement(using: &generator) {
            // Up to three messages of a session may be under way at once.
            let open = min(3, queues[session]?.count ?? 0)
            let index = Int.random(in: 0..<max(1, open), using: &generator)
            if let frame = queues[session]?[index].first {
                stream += frame
                queues[session]?[index].removeFirst()
            }
            if queues[session]?[index].isEmpty == true { queues[session]?.remove(at: index) }
            // Control frames may come between any two.
            if Int.random(in: 0..<8, using: &generator) == 0 {
                stream += Frame(control: .heartbeat, version: 5, service: .control, sessionID: session).encode()
                heartbeats += 1
            }
            if queues[session]?.isEmpty == true { queues[session] = nil }
        }
        var configuration = ModuleConnection.Configuration.predictable
        configuration.frameLimit = .none
        var harness = ModuleHarness(configuration)
        for _ in 1...4 { harness.start() }
        var found: [UInt8: [RPCPayload]] = [:]
        var answers = 0
        for piece in Splits.random(stream, longest: isLarge ? 100_000 : 5000, using: &generator).pieces {
            let events = harness.receive(piece)
            #expect(events.faults.isEmpty)
            answers += events.sentFrames.count { $0.header.controlInfo == .heartbeatACK }
            for message in events.messages {
                if case .rpc(let payload) = message.content { found[message.sessionID, default: []].append(payload) }
            }
        }
        #expect(answers == heartbeats)
        for session in UInt8(1)...4 {
            #expect(found[session]?.sorted { $0.correlationID < $1.correlationID } == expected[session])
        }
    }

    @Test("a message above the limit of the receiver is refused, the next one arrives")
    func tooLarge() throws {
        var configuration = ModuleConnection.Configuration.predictable
        configuration.assemblerLimits.message = 300_000
        var pump = Pump(.init(), configuration, pieceSize: 0)
        pump.carryOut(pump.app.start(now: .zero))
        var large = request()
        large.bulk = [UInt8](repeating: 1, count: 300_000)
        pump.toModule(try pump.app.send(large))
        pump.toModule(try pump.app.send(request()))
        #expect(pump.moduleEvents.messages.map(\.content) == [.rpc(request())])
        #expect(pump.moduleEvents.faults.first == .message(.tooLarge(total: 300_034)))
    }
}
