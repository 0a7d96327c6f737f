import Testing
import Transport

@testable import Simulator

@Suite("An app that prints more than can be looked at", .timeLimit(.minutes(1)))
struct LoudAppTests {
    /// It prints on the player's thread, so that nobody looks at a line before the last one is printed.
    private actor LoudApp: ScenarioApp {
        private let reactor: Reactor
        private let lines: Int

        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

        init(_ lines: Int, on reactor: Reactor) {
            self.reactor = reactor
            self.lines = lines
        }

        func start(
            _ address: SocketAddress, arguments: [String], happened: @escaping @Sendable (ScenarioAppEvent) -> Void
        ) async throws(TransportError) {
            let line = String(repeating: "x", count: 1 << 20)
            for _ in 0..<lines { happened(.printed(line)) }
            happened(.printed("done"))
        }

        func interrupt() {}
        func kill() {}
        func finish(within time: Duration) -> ScenarioAppEnding { .ended(status: 0) }
        func output() -> [String] { [] }
    }

    @Test(
        "fails the scenario, which says so",
        arguments: [(4, nil), (20, "the app printed more than could be looked at")])
    func loud(lines: Int, reason: String?) async throws {
        let text = """
            {"name": "x", "description": "X.", "timeout": 20,
             "steps": [{"await": {"event": "output", "line": "done"}, "within": 10}]}
            """
        let reactor = try Reactor()
        let player = ScenarioPlayer(try Scenario(json: Array(text.utf8), file: "x.json"), on: reactor)
        let report = await player.run(LoudApp(lines, on: reactor))
        reactor.stop()
        #expect(report.failure?.reason == reason)
        #expect(report.isPassed == (reason == nil))
    }

    @Test("and never tells its end does not outlive its scenario")
    func endless() async throws {
        let text = #"{"name": "x", "description": "X.", "steps": [{"await": {"event": "output", "line": "done"}}]}"#
        let reactor = try Reactor()
        weak var player: ScenarioPlayer?
        do {
            let owned = ScenarioPlayer(try Scenario(json: Array(text.utf8), file: "x.json"), on: reactor)
            player = owned
            #expect(await owned.run(LoudApp(1, on: reactor)).isPassed)
        }
        // The task that reads what the app does has its last turn.
        while player != nil, !Task.isCancelled { await reactor.perform {} }
        #expect(player == nil)
        reactor.stop()
    }

    @Test("has its lines kept up to a bound, and its end in any case")
    func bound() async {
        let events = ScenarioAppEvents()
        let line = String(repeating: "x", count: (1 << 20) - 64)
        for _ in 0..<8 { events.put(.printed(line)) }
        var items = events.items.makeAsyncIterator()
        // What is taken makes room for as much.
        if let item = await items.next() { events.isTaken(item) }
        for _ in 0..<100 { events.put(.printed(line)) }
        events.put(.ended(status: 3))
        var rest: [ScenarioAppEvents.Item] = []
        while let item = await items.next() {
            events.isTaken(item)
            rest.append(item)
        }
        let kept = [ScenarioAppEvents.Item](repeating: .event(.printed(line)), count: 8)
        #expect(rest == kept + [.overflow, .event(.ended(status: 3))])
    }
}
