import Testing
import Transport

@testable import Conformance

@Suite("The end of a link under test", .timeLimit(.minutes(1)))
struct LinkEndTests {
    static let cases: [(closure: StreamClosure, isByPeer: Bool)] = [
        (.endOfStream, true), (.failed(TransportError(.closed, operation: "read")), true),
        (.slowPeer(unsentBytes: 1 << 23), false),
    ]

    private func enders(_ log: TranscriptLog) -> [Transcript.Party?] {
        log.transcript(.live).entries.compactMap { if case .closed(let party) = $0.event { party } else { nil } }
    }

    @Test("A peer has ended its link, unless it did not read and was given up", arguments: cases)
    func byWhom(closure: StreamClosure, isByPeer: Bool) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let log = TranscriptLog(reactor: reactor)
        let ends = PipeEnd.pair(on: reactor)
        let app = await reactor.perform {
            let tapped = TappedStream(ends.unit, log: log) {}
            tapped.start(onBytes: { _ in }, onClosure: { _ in })
            ends.unit.end(closure)
            return enders(log)
        }
        #expect(app == [isByPeer ? .app : .headUnit])
        let others = PipeEnd.pair(on: reactor)
        let otherLog = TranscriptLog(reactor: reactor)
        let link = WireLink(others.app, number: await reactor.perform { otherLog.open() }, log: otherLog, pace: .live)
        await link.begin()
        let unit = await reactor.perform {
            others.app.end(closure)
            return enders(otherLog)
        }
        #expect(unit == [isByPeer ? .headUnit : .app])
        withExtendedLifetime(link) {}
    }
}
