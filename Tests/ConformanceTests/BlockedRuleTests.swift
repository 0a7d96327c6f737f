import Formats
import SDLProtocol
import Testing

@testable import Conformance

@Suite("A rule without a case, since its walk was broken off")
struct BlockedRuleTests {
    /// Two links of an app: a session is asked for on each, and on the second one more question is never answered,
    /// while the head unit goes on to say things.
    private struct Scene {
        var builder = TranscriptBuilder()
        /// The entries of the questions, and of what came behind the last one.
        var questions: [Int] = []
        var later = 0

        init() throws {
            for link in 1...2 {
                builder.opened(link, at: .zero)
                say(Frame(control: .startService, version: 1, service: .rpc, sessionID: 0).encode(), on: link)
            }
            let splitter = FrameSplitter(version: 5, sessionID: 1, service: .rpc, messageID: 2, limit: 1000)
            let body: [UInt8] = Array("{}".utf8)
            say(splitter.encode(RPCPayload(rpcType: .request, functionID: 45, correlationID: 1, json: body)), on: 2)
            later = builder.count
            let notice = RPCPayload(rpcType: .notification, functionID: 32768, correlationID: 0, json: body)
            builder.bytes(splitter.encode(notice), from: .headUnit, 2, at: .zero)
            // The app answers, which asks nothing.
            let beat = Frame(control: .heartbeatACK, version: 5, service: .control, sessionID: 1)
            builder.bytes(beat.encode(), from: .app, 2, at: .zero)
        }

        private mutating func say(_ bytes: [UInt8], on link: Int) {
            questions.append(builder.count)
            builder.bytes(bytes, from: .app, link, at: .zero)
        }

        /// What a rule that has no case is blocked by, when others fail at these entries.
        func blocker(failing: [String: [Int]], links: Set<Int> = [1, 2]) -> CheckReport.State? {
            let rules =
                failing.sorted { $0.key < $1.key }.map { id, entries in
                    Rule(id, .must, "", source: "") { _ in .failed([Breach("", entries)]) }
                } + [Rule("HU-AFTER", .must, "", source: "", walk: "walk") { _ in .notApplicable("nothing") }]
            let transcript = builder.transcript(end: .zero, answerPatience: .zero, controlPatience: .zero)
            let report = CheckReport(
                target: "", began: 0, rules: rules, transcript: transcript, skips: ["walk": "broken off"],
                breaks: ["walk": BreakingPoint(links: links, entryCount: transcript.entries.count)])
            return report.items.last?.state
        }
    }

    @Test("is blocked by the rule that fails in the last question, not by one that fails behind it or on another link")
    func lastQuestion() throws {
        let scene = try Scene()
        let failing = ["HU-A": [scene.later], "HU-B": [scene.questions[2]], "HU-C": [scene.questions[1]]]
        #expect(scene.blocker(failing: failing) == .blocked(by: "HU-B"))
        #expect(scene.blocker(failing: failing, links: [1]) == .skipped(reason: "broken off"))
    }

    @Test("is blocked by the rule that fails behind the last question, or before it, where none fails in it")
    func nearest() throws {
        let scene = try Scene()
        let failing = ["HU-A": [scene.questions[0]], "HU-B": [scene.questions[1]], "HU-C": [scene.later]]
        #expect(scene.blocker(failing: failing) == .blocked(by: "HU-C"))
        #expect(scene.blocker(failing: failing.filter { $0.key != "HU-C" }) == .blocked(by: "HU-B"))
        #expect(scene.blocker(failing: [:]) == .skipped(reason: "broken off"))
    }
}
