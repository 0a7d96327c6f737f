import SDLProtocol
import TestKit
import Testing

/// What a peer can send must never trap, hang or pile up.
@Suite("Robustness", .timeLimit(.minutes(1)))
struct RobustnessTests {
    /// Frames of every kind, with good and bad contents.
    static func frames(session: UInt8) -> [Frame] {
        var frames: [Frame] = []
        let payloads: [[UInt8]] = [
            [], [0, 1, 0, 1], ControlPayload.StartService(protocolVersion: .newest).encode(),
            ControlPayload.EndService(hashID: 65_537).encode(headerVersion: 5), [5, 0, 0, 0, 0], [1, 2, 3],
        ]
        for version in [UInt8(1), 2, 5] {
            for service in ServiceType.allCases {
                for info in ControlFrameInfo.allCases {
                    for payload in payloads {
                        frames.append(
                            Frame(
                                control: info, version: version, service: service, sessionID: session, messageID: 3,
                                payload: payload))
                    }
                }
                for type in [FrameType.single, .first, .consecutive] {
                    for isEncrypted in [false, true] {
                        for payload in [[1], [0, 0, 0, 34, 0, 0, 0, 2], request().encode()] {
                            frames.append(
                                .data(
                                    type, version: version, service: service, session: session, info: 1,
                                    isEncrypted: isEncrypted && version > 1, payload))
                        }
                    }
                }
            }
        }
        return frames
    }

    /// The head unit's machine in each of its states.
    static func modules() -> [ModuleHarness] {
        var result: [ModuleHarness] = []
        for var configuration in [ModuleConnection.Configuration.predictable, .core] {
            configuration.frameLimit = .none
            result.append(ModuleHarness(configuration))
            let started = ModuleHarness.withSession(configuration)
            result.append(started)
            var watched = started
            _ = watched.receive(Frame(control: .heartbeat, version: 5, service: .control, sessionID: 1))
            result.append(watched)
            _ = watched.passTime(to: .seconds(7))
            result.append(watched)
            var requested = started
            for service in [ServiceType.audio, .video] {
                _ = requested.receive(Frame(control: .startService, version: 5, service: service, sessionID: 1))
            }
            result.append(requested)
            for service in [ServiceType.audio, .video] {
                _ = requested.connection.acceptService(session: 1, service: service, sessions: &requested.registry)
            }
            result.append(requested)
            var unfinished = started
            _ = unfinished.receive(.first(total: 34, count: 2, messageID: 2))
            result.append(unfinished)
            configuration.isReady = false
            result.append(ModuleHarness(configuration))
            var closed = started
            _ = closed.connection.transportClosed(now: .zero, sessions: &closed.registry)
            result.append(closed)
        }
        return result
    }

    @Test("every frame in every state of the head unit's machine", arguments: [0, 1, 9] as [UInt8])
    func everyFrame(_ session: UInt8) {
        let frames = RobustnessTests.frames(session: session)
        for state in RobustnessTests.modules() {
            for frame in frames {
                var harness = state
                let events = harness.receive(frame)
                #expect(events.count <= 6)
                // Whatever it was, what is due later must work too.
                _ = harness.passTime(to: .seconds(30))
                _ = harness.connection.becomeReady(now: .seconds(31), sessions: &harness.registry)
                _ = harness.connection.transportClosed(now: .seconds(32), sessions: &harness.registry)
                #expect(harness.registry.count == 0)
                #expect(harness.connection.nextDeadline == nil)
            }
        }
    }

    @Test("every command in every state of the head unit's machine")
    func everyCommand() {
        for state in RobustnessTests.modules() {
            for session in [UInt8(0), 1, 9, 255] {
                for service in ServiceType.allCases {
                    var harness = state
                    _ = harness.connection.acceptService(
                        session: session, service: service, sessions: &harness.registry)
                    harness = state
                    _ = harness.connection.refuseService(
                        session: session, service: service, reason: "no", sessions: &harness.registry)
                    harness = state
                    _ = harness.connection.endService(session: session, service: service, sessions: &harness.registry)
                    for version in UInt8(0)...7 {
                        harness = state
                        let bytes = harness.connection.send(
                            encoded: [1], service: service, session: session, version: version,
                            sessions: &harness.registry)
                        #expect(DecodedStream([bytes]).malformed.isEmpty)
                    }
                }
            }
        }
    }

    @Test("every frame and command in every state of the app's machine")
    func app() {
        let answer = Frame(
            control: .startServiceACK, version: 5, service: .rpc, sessionID: 1,
            payload: ControlPayload.StartServiceACK(hashID: 65_537).encode(headerVersion: 5)
        ).encode()
        let end = Frame(control: .endService, version: 5, service: .rpc, sessionID: 1).encode()
        var states = [AppConnection(configuration: .init(heartbeatInterval: .seconds(1)))]
        var app = states[0]
        _ = app.start(now: .zero)
        states.append(app)
        _ = app.receive(answer, now: .zero)
        states.append(app)
        var ended = app
        _ = ended.receive(end, now: .zero)
        states.append(ended)
        _ = app.end(now: .zero)
        states.append(app)
        _ = app.transportClosed()
        states.append(app)
        let frames = [UInt8(0), 1, 9].flatMap { RobustnessTests.frames(session: $0) }
        for state in states {
            for frame in frames {
                var app = state
                _ = app.receive(frame.encode(), now: .zero)
                _ = app.timePassed(now: .seconds(30))
                _ = try? app.send(request())
                _ = app.start(now: .seconds(30))
                _ = app.end(now: .seconds(30))
                _ = app.transportClosed()
                #expect(app.nextDeadline == nil)
                #expect(app.receive(frame.encode(), now: .seconds(31)).isEmpty)
            }
        }
    }

    @Test("random bytes and damaged frames, cut at random", arguments: 0..<24)
    func fuzz(_ seed: Int) {
        var generator = SplitMix64(seed: UInt64(1000 + seed))
        var configuration = seed % 2 == 0 ? ModuleConnection.Configuration.predictable : .core
        configuration.malformedLimit = .none
        configuration.frameLimit = FrequencyLimit(count: 50, window: .seconds(1))
        var harness = ModuleHarness.withSession(configuration)
        var app = AppConnection()
        _ = app.start(now: .zero)
        let pool = RobustnessTests.frames(session: 1) + RobustnessTests.frames(session: 0)
        for step in 0..<150 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                bytes += pool.randomElement(using: &generator)?.encode() ?? []
            }
            for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...3, using: &generator) {
                case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
                default:
                    bytes.replaceSubrange(index..., with: generator.bytes(Int.random(in: 0...40, using: &generator)))
                }
            }
            harness.now = .milliseconds(step * 20)
            for piece in Splits.random(bytes, longest: 60, using: &generator).pieces {
                _ = harness.receive(piece)
                _ = app.receive(piece, now: harness.now)
            }
            if step % 10 == 0 { _ = harness.passTime(to: harness.now) }
            if harness.connection.sessionIDs.isEmpty { harness.start() }
        }
        _ = harness.connection.transportClosed(now: harness.now, sessions: &harness.registry)
        #expect(harness.registry.count == 0)
    }

    @Test("results of a damaged stream do not depend on its cuts", arguments: 0..<40)
    func fuzzCuts(_ seed: Int) {
        var generator = SplitMix64(seed: UInt64(5000 + seed))
        let pool = RobustnessTests.frames(session: 1)
        var bytes: [UInt8] = []
        for _ in 0..<12 { bytes += pool.randomElement(using: &generator)?.encode() ?? [] }
        for _ in 0..<6 {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        for base in [ModuleConnection.Configuration.predictable, .core] {
            var configuration = base
            configuration.malformedLimit = .none
            var whole = ModuleHarness.withSession(configuration)
            let expected = whole.receive(bytes)
            for split in Splits.all(bytes, cutLimit: 0, randomCount: 3, seed: UInt64(seed)) {
                var harness = ModuleHarness.withSession(configuration)
                #expect(harness.receive(split.pieces) == expected, "\(split)")
            }
        }
    }
}
