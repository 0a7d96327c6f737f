import Conformance
import SDLProtocol
import Testing
import Transport

@Suite("What is no head unit, or a bad one", .timeLimit(.minutes(1)))
struct NoHeadUnitTests {
    private static let pace = Pace(
        answer: .milliseconds(300), control: .milliseconds(200), level: .milliseconds(50), quiet: .milliseconds(10),
        total: .seconds(20))

    /// Checks a peer that answers what it reads in some way; `nil` closes the link.
    private func check(_ answer: @escaping @Sendable ([UInt8]) -> [UInt8]?) async throws -> HeadUnitCheck.Outcome {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let check = HeadUnitCheck(HeadUnitCheck.Options(pace: Self.pace), on: reactor) {
            () async throws(TransportError) in
            await Peer(reactor: reactor, answer: answer).link()
        }
        return await check.run()
    }

    @Test("A port that stays silent is told")
    func silent() async throws {
        let outcome = try await check { _ in [] }
        #expect(
            outcome.noConnection == "StartService is not answered within 1 s: this is no SDL head unit, or it hangs")
    }

    @Test("A web server is told by what it says")
    func webServer() async throws {
        let outcome = try await check { _ in Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8) }
        #expect(outcome.noConnection == "this is no SDL head unit: it says \"HTTP/1.1 400 Bad Request\"")
    }

    @Test("A peer that hangs up is told")
    func closing() async throws {
        let outcome = try await check { _ in nil }
        #expect(outcome.noConnection == "the link is closed as soon as StartService comes")
    }

    @Test("Nobody there is told as the system tells it")
    func nobody() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let check = HeadUnitCheck(HeadUnitCheck.Options(pace: Self.pace), on: reactor) {
            () async throws(TransportError) in
            throw TransportError(.closed, operation: "connect")
        }
        #expect(await check.run().noConnection == "\(TransportError(.closed, operation: "connect"))")
    }

    @Test("A head unit that starts services and then never answers fails what it must, in bounded time")
    func neverAnswering() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let outcome = try await check { bytes in
            guard bytes.count > 2, bytes[1] == 7, bytes[2] == 1, bytes[0] & 7 == 0 else { return [] }
            let payload = ControlPayload.StartServiceACK(protocolVersion: "5.4.0", hashID: 77, mtu: 131_072)
            return Frame(
                control: .startServiceACK, version: 5, service: .rpc, sessionID: 1,
                payload: payload.encode(headerVersion: 5)
            ).encode()
        }
        #expect(clock.now - start < .seconds(20))
        #expect(outcome.noConnection == nil)
        let report = CheckReport(
            target: "mute", began: 0, rules: Rule.headUnit, transcript: outcome.transcript, skips: outcome.skips)
        #expect(!report.isPassed)
        for id in ["HU-REG-001", "HU-REQ-001", "HU-HBT-005"] { #expect(report.ids("failed").contains(id)) }
        let reasons = report.items.compactMap { item -> String? in
            if case .skipped(let reason) = item.state { reason } else { nil }
        }
        #expect(outcome.skips["waypoints"] == "no app can be registered: no answer to RegisterAppInterface")
        #expect(!reasons.isEmpty)
    }

    @Test("A head unit of pure chance neither hangs nor breaks a check")
    func chance() async throws {
        let outcome = try await check { bytes in
            var state = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15 | 1
            return (0..<200).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
        }
        #expect(outcome.noConnection?.hasPrefix("this is no SDL head unit") == true)
    }
}

/// The other end of a link in memory, which answers each read.
private actor Peer {
    private let reactor: Reactor
    private let answer: @Sendable ([UInt8]) -> [UInt8]?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor, answer: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
        self.reactor = reactor
        self.answer = answer
    }

    func link() -> any ByteStream {
        let (app, peer) = PipeEnd.pair(on: reactor)
        let answer = answer
        peer.start(
            onBytes: { bytes in
                if let said = answer(bytes) { peer.write(said) } else { peer.close() }
            }, onClosure: { _ in })
        return app
    }
}
