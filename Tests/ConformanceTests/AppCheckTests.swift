import Simulator
import Synchronization
import Testing
import Transport

@testable import Conformance

@Suite("Rules about apps", .timeLimit(.minutes(2)))
struct AppCheckTests {
    static let pace = Pace(
        answer: .milliseconds(6000), control: .seconds(2), level: .milliseconds(900), quiet: .milliseconds(60),
        total: .seconds(100))

    /// The rules that an app with each defect breaks.
    static let expected: [ScriptedApp.Defect: String] = [
        .registersWithoutService: "APP-SRV-001", .sendsNonsense: "APP-FRM-001", .makesUpSession: "APP-FRM-002",
        .usesNewerVersion: "APP-FRM-003", .sendsLargeFrames: "APP-FRM-004", .breaksSpec: "APP-SCH-001",
        .reusesCorrelationID: "APP-REQ-001", .ignoresHeartbeats: "APP-HBT-001",
        .ignoresLaterHeartbeats: "APP-HBT-002", .endsWithoutHash: "APP-END-003",
        .leavesWithoutEndService: "APP-END-001", .leavesWithoutUnregistering: "APP-END-002",
        .endsWithWrongHash: "APP-END-001", .asksBeforeRegistration: "APP-REG-001", .registersTwice: "APP-REG-002",
        .ignoresVersion: "APP-VER-001", .ignoresPermissions: "APP-POL-001",
        .ignoresUnknownPermissions: "APP-POL-002", .ignoresCapability: "APP-CAP-001",
        .ignoresMissingNavigation: "APP-CAP-002", .subscribesTwice: "APP-WPT-001",
        .unsubscribesTwice: "APP-WPT-002", .asksWhenThrownOut: "APP-OUT-001", .asksWhenRefused: "APP-OUT-002",
        .diesOfUnknownMembers: "APP-BEAR-001", .diesOfUnknownValues: "APP-BEAR-002", .diesOfWarnings: "APP-BEAR-003",
        .diesOfIgnored: "APP-BEAR-004", .diesOfLateness: "APP-BEAR-005", .diesOfReordering: "APP-BEAR-006",
        .diesOfRepetition: "APP-BEAR-007", .diesOfGenericResponse: "APP-BEAR-008",
    ]

    @Test("An app without a defect passes, whoever starts it; of each defect the rule about it fails, and no other")
    func defects() async throws {
        // All at once: their time is waiting.
        try await MutantHeadUnitTests.each([nil] + ScriptedApp.Defect.allCases, atOnce: .max) { defect in
            if let defect { await judge(defect) } else { try await judgeVisitor() }
        }
    }

    private func judge(_ defect: ScriptedApp.Defect) async {
        do {
            let reactor = try Reactor()
            let app = ScriptedApp(defect, pace: Self.pace)
            let outcome = try await AppCheck(app, pace: Self.pace, on: reactor).run()
            #expect(outcome.noConnection == nil)
            let report = CheckReport(
                target: "app", began: 0, rules: Rule.app, transcript: outcome.transcript, skips: outcome.skips)
            let expected = Self.expected[defect].map { [$0] } ?? []
            #expect(report.ids("failed") == expected, "\(defect)")
            // It leaves the end of its subscription to UnregisterAppInterface.
            if defect == .none { #expect(report.ids("skipped") == ["APP-WPT-002"]) }
            for item in report.items {
                if case .failed(let breaches) = item.state, !expected.contains(item.rule.id) {
                    let shown = breaches.prefix(2).flatMap { [$0.text] + report.transcript.lines($0.entries) }
                    Issue.record("\(defect): \(item.rule.id) \(shown.joined(separator: "\n"))")
                }
            }
            reactor.stop()
        } catch {
            Issue.record("\(defect): \(error)")
        }
    }

    /// An app that somebody else starts and ends.
    private struct Visitor: ScenarioApp {
        let app: ScriptedApp
        var isVisitor: Bool { true }

        func start(
            _ address: SocketAddress, arguments: [String], happened: @escaping @Sendable (ScenarioAppEvent) -> Void
        ) async throws(TransportError) {
            try await app.start(address, arguments: arguments, happened: happened)
        }
        func interrupt() async {}
        func kill() async {}
        func finish(within time: Duration) async -> ScenarioAppEnding {
            _ = await app.finish(within: time)
            return .unknown
        }
        func output() async -> [String] { [] }
    }

    /// Whoever started an app is asked to end it where that is looked at, and only there.
    private func judgeVisitor() async throws {
        let reactor = try Reactor()
        let app = ScriptedApp(.none, pace: Self.pace)
        let asked = Mutex<[String]>([])
        let outcome = try await AppCheck(
            Visitor(app: app), pace: Self.pace, connectTime: .seconds(30), on: reactor,
            ask: { request in
                asked.withLock { $0.append(request) }
                Task { await app.interrupt() }
            }
        ).run()
        let report = CheckReport(
            target: "app", began: 0, rules: Rule.app, transcript: outcome.transcript, skips: outcome.skips)
        #expect(asked.withLock { $0 } == ["end the app now", "end the app now"])
        for item in report.items where item.state.word != "passed" && item.rule.id != "APP-WPT-002" {
            Issue.record("an app that somebody starts: \(report.lines(of: item).joined(separator: "\n"))")
        }
        reactor.stop()
    }

    @Test("There is a defect for each rule but that of the first header's version")
    func all() {
        #expect(Set(Self.expected.values).union(["APP-SRV-002"]) == Set(Rule.app.map(\.id)))
    }
}
