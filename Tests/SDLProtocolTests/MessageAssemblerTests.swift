import SDLProtocol
import TestKit
import Testing

/// Messages of several frames: table 4.4 of the wire facts, both policies.
@Suite("Messages of several frames")
struct MessageAssemblerTests {
    private static let payload = request().encode()

    private struct Result: Equatable {
        var contents: [SessionMessage.Content] = []
        var faults: [WireFault] = []
    }

    private func run(_ policy: FaultPolicy, _ frames: [Frame]) -> Result {
        var harness = ModuleHarness.withSession(policy == .strict ? .predictable : .core)
        let events = harness.receive(frames.flatMap { $0.encode() })
        return Result(contents: events.messages.map(\.content), faults: events.faults)
    }

    private func piece(_ info: UInt8, _ range: Range<Int>, messageID: UInt32 = 9, session: UInt8 = 1) -> Frame {
        .data(
            .consecutive, session: session, info: info, messageID: messageID,
            Array(MessageAssemblerTests.payload[range]))
    }

    private var total: UInt32 { UInt32(MessageAssemblerTests.payload.count) }
    private var header: RPCHeader { request().header }
    private var whole: SessionMessage.Content { .rpc(request()) }

    /// What sdl_core takes for whole: the bytes that came, then zeros.
    private func padded(_ bytes: [UInt8]) throws -> SessionMessage.Content {
        .rpc(try RPCPayload(parsing: bytes + [UInt8](repeating: 0, count: Int(total) - bytes.count)))
    }

    @Test("pieces of any size make a message", arguments: [FaultPolicy.strict, .asCore])
    func anyPieces(_ policy: FaultPolicy) {
        let frames = [.first(total: total, count: 3), piece(1, 0..<1), piece(2, 1..<30), piece(0, 30..<34)]
        #expect(run(policy, frames) == Result(contents: [whole]))
    }

    @Test("a consecutive frame without a first one is dropped", arguments: [FaultPolicy.strict, .asCore])
    func withoutFirst(_ policy: FaultPolicy) {
        #expect(
            run(policy, [piece(1, 0..<20), piece(0, 20..<34)]).faults == [
                .message(.withoutFirst), .message(.withoutFirst),
            ])
    }

    @Test("a gap ends the message, or is passed over as in sdl_core")
    func gap() throws {
        let frames = [.first(total: total, count: 3), piece(1, 0..<12), piece(3, 12..<24), piece(0, 24..<34)]
        let strict = run(.strict, frames)
        #expect(strict.contents == [.damaged(header)])
        #expect(strict.faults == [.message(.outOfOrder(expected: 2, found: 3)), .message(.withoutFirst)])
        let core = run(.asCore, frames)
        let bytes = Array(MessageAssemblerTests.payload[0..<12] + MessageAssemblerTests.payload[24..<34])
        #expect(core.contents == [try padded(bytes)])
    }

    @Test("a last frame before the announced bytes drops the message, or delivers it short as sdl_core does")
    func short() throws {
        let frames = [.first(total: total, count: 3), piece(1, 0..<12), piece(0, 12..<20)]
        #expect(run(.strict, frames).contents == [.damaged(header)])
        #expect(run(.asCore, frames).contents == [try padded(Array(MessageAssemblerTests.payload[0..<20]))])
    }

    @Test("a message whose header never came is dropped in silence")
    func headerMissing() {
        let frames = [.first(total: total, count: 3), piece(1, 0..<11), piece(3, 11..<24)]
        #expect(run(.strict, frames) == Result(faults: [.message(.outOfOrder(expected: 2, found: 3))]))
    }

    @Test("more bytes than announced end the message, or are left out as in sdl_core")
    func overflow() {
        let frames = [.first(total: total - 4, count: 2), piece(1, 0..<20), piece(0, 20..<34)]
        #expect(run(.strict, frames).contents == [.damaged(header)])
        #expect(run(.strict, frames).faults == [.message(.overflow)])
        // The JSON size runs past the announced end: sdl_core drops that in silence.
        let core = run(.asCore, frames)
        #expect(core.contents.isEmpty)
        #expect(core.faults == [.rpc(.jsonSizePastEnd(declared: 22, available: 18))])
    }

    @Test("a second first frame replaces the message, or is refused as in sdl_core")
    func secondFirst() {
        let frames = [
            .first(total: total, count: 2), piece(1, 0..<12), .first(total: total, count: 2), piece(1, 0..<12),
            piece(0, 12..<34),
        ]
        #expect(run(.strict, frames) == Result(contents: [whole]))
        let core = run(.asCore, frames)
        #expect(core.contents == [whole])
        #expect(core.faults == [.message(.secondFirst), .message(.outOfOrder(expected: 2, found: 1))])
    }

    @Test(
        "counts are checked by the careful only; nothing announced is nothing for both",
        arguments: [
            (34, 0, false, true), (34, 35, false, true), (34, 9, true, true), (0, 1, false, false),
            (0, 0, false, false),
        ] as [(UInt32, UInt32, Bool, Bool)])
    func counts(_ total: UInt32, _ count: UInt32, _ strict: Bool, _ core: Bool) {
        let frames = [.first(total: total, count: count), piece(1, 0..<12), piece(0, 12..<34)]
        #expect(run(.strict, frames).contents == (strict ? [whole] : []))
        #expect(run(.asCore, frames).contents == (core ? [whole] : []))
    }

    @Test("messages interleave by session and message id", arguments: [FaultPolicy.strict, .asCore])
    func interleaved(_ policy: FaultPolicy) {
        let frames = [
            .first(total: total, count: 2), .first(total: total, count: 2, messageID: 10),
            .first(total: total, count: 2, session: 2), piece(1, 0..<12, messageID: 10), piece(1, 0..<20),
            piece(1, 0..<3, session: 2), .data(.single, request(46, 5, "{}").encode()), piece(0, 20..<34),
            piece(0, 3..<34, session: 2), piece(0, 12..<34, messageID: 10),
        ]
        #expect(run(policy, frames).contents == [.rpc(request(46, 5, "{}")), whole, whole, whole])
    }

    @Test("a message without its end is given up after 10 s by the careful")
    func timeoutStrict() {
        var harness = ModuleHarness.withSession()
        _ = harness.receive(.first(total: total, count: 2))
        harness.now = .seconds(3)
        _ = harness.receive(piece(1, 0..<20))
        #expect(harness.connection.nextDeadline == .seconds(13))
        #expect(harness.passTime(to: .milliseconds(12_999)).isEmpty)
        let events = harness.passTime(to: .seconds(13))
        #expect(events.messages.map(\.content) == [.damaged(header)])
        #expect(events.faults == [.message(.timeout)])
        #expect(harness.connection.nextDeadline == nil)
        #expect(harness.receive(piece(0, 20..<34)).faults == [.message(.withoutFirst)])
    }

    @Test("sdl_core delivers the stump when another frame comes after 10 s, before that frame")
    func timeoutCore() throws {
        var harness = ModuleHarness.withSession(.core)
        _ = harness.receive(.first(total: total, count: 2), piece(1, 0..<20))
        #expect(harness.connection.nextDeadline == nil)
        #expect(harness.passTime(to: .seconds(11)).isEmpty)
        let events = harness.receive(.data(.single, request(46, 4, "{}").encode()))
        #expect(
            events.messages.map(\.content)
                == [try padded(Array(MessageAssemblerTests.payload[0..<20])), .rpc(request(46, 4, "{}"))])
    }

    @Test("the recorded faults reach the head unit as they did")
    func recorded() throws {
        // From framing_multiframe_broken: a gap, too little announced, no end.
        let text = request(48, 90, "{\"systemCapabilityType\":\"NAVIGATION\"}").encode()
        var harness = ModuleHarness.withSession(.core)
        func consecutive(_ info: UInt8, _ range: Range<Int>, _ id: UInt32) -> Frame {
            .data(.consecutive, info: info, messageID: id, Array(text[range]))
        }
        let gap = harness.receive(
            .first(total: 49, count: 3, messageID: 901), consecutive(1, 0..<20, 901), consecutive(3, 20..<40, 901),
            consecutive(0, 40..<49, 901))
        #expect(gap.messages.count == 1)
        let little = harness.receive(
            .first(total: 20, count: 2, messageID: 902), consecutive(1, 0..<30, 902), consecutive(0, 30..<49, 902))
        #expect(little.messages.isEmpty)
        #expect(little.faults == [.message(.overflow), .rpc(.unknownType(5))])
    }

    // MARK: - Limits

    @Test("a message above 4 MiB is refused at its first frame, without memory for it")
    func tooLarge() {
        let result = run(.strict, [.first(total: 4 << 20 | 1, count: 40), .first(total: .max, count: .max)])
        #expect(result.faults == [.message(.tooLarge(total: 4 << 20 | 1)), .message(.tooLarge(total: .max))])
    }

    @Test("four messages of a session may be unfinished, and 16 MiB of a connection")
    func unfinished() {
        var assembler = MessageAssembler()
        func first(_ session: UInt8, _ id: UInt32, _ total: UInt32) -> MessageAssembler.Outcome {
            let frame = Frame.first(total: total, count: 1, session: session, messageID: id)
            return assembler.firstFrame(frame.header, frame.payload[...], now: .zero)
        }
        for id in UInt32(1)...4 { #expect(first(1, id, 100) == .more) }
        #expect(first(1, 5, 100) == .dropped(.tooManyUnfinished))
        #expect(first(2, 1, 100) == .more)
        for session in UInt8(3)...5 { #expect(first(session, 1, 4 << 20) == .more) }
        #expect(first(6, 1, 4 << 20) == .dropped(.tooManyUnfinished))
        assembler.forget(session: 3)
        #expect(first(6, 1, 4 << 20) == .more)
        #expect(assembler.unfinishedCount == 8)
    }

    @Test("the end of a session forgets its unfinished messages")
    func endOfSession() {
        var harness = ModuleHarness.withSession()
        _ = harness.receive(.first(total: total, count: 2))
        let end = ControlPayload.EndService(hashID: 65_537).encode(headerVersion: 5)
        _ = harness.receive(Frame(control: .endService, version: 5, service: .rpc, sessionID: 1, payload: end))
        #expect(harness.connection.nextDeadline == nil)
        #expect(harness.receive(piece(0, 0..<34)).faults == [.message(.withoutFirst)])
    }
}
