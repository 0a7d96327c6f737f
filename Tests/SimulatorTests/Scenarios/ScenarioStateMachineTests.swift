import Formats
import Testing

@testable import Simulator

/// The steps of a scenario, with the time in the hands of the test.
@Suite("The runner of scenarios")
struct ScenarioStateMachineTests {
    private func machine(_ steps: String, timeout: Double = 60) throws -> ScenarioStateMachine {
        let text = "{\"name\": \"x\", \"description\": \"X.\", \"timeout\": \(timeout), \"steps\": [\(steps)]}"
        return ScenarioStateMachine(
            try Scenario(json: Array(text.utf8), file: "x.json"), host: "127.0.0.1", port: 1)
    }

    private func asked(_ rpc: String, _ parameters: JSONValue = [:]) -> ScenarioEvent {
        ScenarioEvent([
            "event": "rpc", "from": "app", "type": "request", "rpc": .string(rpc), "parameters": parameters,
        ])
    }

    private func told(_ rpc: String, _ parameters: JSONValue = [:]) -> ScenarioEvent {
        ScenarioEvent([
            "event": "rpc", "from": "headUnit", "type": "notification", "rpc": .string(rpc), "parameters": parameters,
        ])
    }

    private static let start = Duration.seconds(100)

    private func at(_ seconds: Double) -> Duration { Self.start + .seconds(seconds) }

    @Test("Takes an expected request, and ends well")
    func expects() throws {
        var machine = try machine("{\"expect\": \"GetWayPoints\", \"within\": 2}")
        #expect(machine.began(now: at(0)) == [.startApp(arguments: []), .setTimer(at(2))])
        #expect(machine.happened(told("OnHMIStatus"), now: at(0.5)) == [])
        let step = ScenarioReport.Step(text: "expect GetWayPoints request", note: nil, time: .seconds(1))
        #expect(machine.happened(asked("GetWayPoints"), now: at(1)) == [.stepDone(step), .finish])
        #expect(machine.report.isPassed)
        #expect(machine.report.duration == .seconds(1))
        #expect(machine.happened(asked("GetWayPoints"), now: at(2)) == [])
        #expect(machine.timePassed(now: at(3)) == [])
    }

    @Test("An expectation fails at its deadline and tells what came instead")
    func tooLate() throws {
        var machine = try machine("{\"expect\": \"GetWayPoints\", \"within\": 2}")
        _ = machine.began(now: at(0))
        _ = machine.happened(asked("SubscribeWayPoints"), now: at(1))
        #expect(machine.timePassed(now: at(1.9)) == [.setTimer(at(2))])
        #expect(machine.timePassed(now: at(2)) == [.finish])
        let failure = try #require(machine.report.failure)
        #expect(failure.place == "x.json: steps[0]")
        #expect(failure.reason == "nothing like it came in time")
        #expect(failure.details == ["came: app -> head unit: SubscribeWayPoints request"])
        #expect(
            ScenarioReport.lines(failure) == [
                "  FAIL  2.000  expect GetWayPoints request",
                "        x.json: steps[0]: nothing like it came in time",
                "          came: app -> head unit: SubscribeWayPoints request",
            ])
    }

    @Test("An expected RPC that differs fails at once, an awaited one may come later")
    func expectOrAwait() throws {
        let rest = "\"GetWayPoints\", \"parameters\": {\"wayPointType\": \"ALL\"}, \"within\": 2}"
        var strict = try machine("{\"expect\": \(rest)")
        _ = strict.began(now: at(0))
        #expect(strict.happened(asked("GetWayPoints", ["wayPointType": "DESTINATION"]), now: at(1)) == [.finish])
        #expect(
            strict.report.failure?.details == ["parameters.wayPointType: expected \"ALL\", found \"DESTINATION\""])

        var patient = try machine("{\"await\": \(rest)")
        _ = patient.began(now: at(0))
        #expect(patient.happened(asked("GetWayPoints", ["wayPointType": "DESTINATION"]), now: at(1)) == [])
        var late = patient
        #expect(patient.happened(asked("GetWayPoints", ["wayPointType": "ALL"]), now: at(1.5)).last == .finish)
        #expect(patient.report.isPassed)
        #expect(late.timePassed(now: at(2)) == [.finish])
        #expect(late.report.failure?.reason == "nothing like it came in time; the last of its kind differs")
    }

    @Test("What came early, while a command was carried out, is not lost")
    func early() throws {
        var machine = try machine(
            "{\"do\": \"ignition\", \"state\": \"off\"}, {\"expect\": \"GetWayPoints\"}, {\"expect\": \"Show\"}")
        let command: JSONValue = ["command": "ignition", "state": "off"]
        // It is a preparation: the app is started when the first step waits for it.
        #expect(machine.began(now: at(0)) == [.control(command), .setTimer(at(60))])
        #expect(machine.happened(asked("GetWayPoints"), now: at(1)) == [])
        #expect(machine.happened(asked("Show"), now: at(1)) == [])
        #expect(machine.controlDone(failure: nil, now: at(2)).last == .finish)
        #expect(machine.report.steps.count == 3)
    }

    @Test("A command that is refused fails with its reason")
    func refused() throws {
        var machine = try machine("{\"do\": \"route\", \"action\": \"advance\"}")
        _ = machine.began(now: at(0))
        #expect(machine.controlDone(failure: "route: there is none", now: at(1)) == [.finish])
        #expect(machine.report.failure?.reason == "route: there is none")
    }

    @Test("An RPC that must not come before fails the step when it comes, also when the step began later")
    func without() throws {
        for comesEarly in [false, true] {
            var machine = try machine(
                "{\"wait\": 1}, {\"expect\": \"SubscribeWayPoints\", \"without\": [\"GetWayPoints\"]}")
            _ = machine.began(now: at(0))
            if comesEarly { #expect(machine.happened(asked("GetWayPoints"), now: at(0.5)) == []) }
            _ = machine.timePassed(now: at(1))
            if !comesEarly { #expect(machine.happened(asked("GetWayPoints"), now: at(1.5)) == [.finish]) }
            #expect(machine.report.failure?.reason == "GetWayPoints came before it")
        }
    }

    @Test("Never means from the last expected event on, and until the time is over")
    func never() throws {
        let steps = "{\"expect\": \"Show\"}, {\"never\": \"GetWayPoints\", \"for\": 1}"
        var quiet = try machine(steps)
        _ = quiet.began(now: at(0))
        _ = quiet.happened(asked("GetWayPoints"), now: at(0))
        #expect(quiet.happened(asked("Show"), now: at(1)).last == .setTimer(at(2)))
        var loud = quiet
        #expect(quiet.timePassed(now: at(2)).last == .finish)
        #expect(quiet.report.isPassed)
        #expect(loud.happened(asked("GetWayPoints"), now: at(1.5)) == [.finish])
        #expect(loud.report.failure?.reason == "it came")
    }

    @Test("An app that ends unasked fails whatever is waited for, but what it sent last may be seen after its end")
    func ended() throws {
        for step in ["{\"expect\": \"Show\"}", "{\"never\": \"Show\", \"for\": 5}", "{\"wait\": 5}"] {
            var machine = try machine("{\"expect\": \"GetWayPoints\"}, \(step)")
            _ = machine.began(now: at(0))
            #expect(machine.happened(.appEnded(status: 0), now: at(1)) == [.setTimer(at(1.5))])
            #expect(machine.happened(asked("GetWayPoints"), now: at(1.25)).last == .setTimer(at(1.5)))
            #expect(machine.timePassed(now: at(1.5)) == [.finish])
            #expect(machine.report.failure?.reason == "the app has ended by itself, status 0")
        }
    }

    @Test("An app that ends unasked fails after the last step, too")
    func endedLast() throws {
        var machine = try machine("{\"expect\": \"GetWayPoints\"}")
        _ = machine.began(now: at(0))
        _ = machine.happened(.appEnded(status: 139), now: at(1))
        #expect(machine.happened(asked("GetWayPoints"), now: at(1.25)).last == .finish)
        #expect(machine.report.failure?.reason == "the app has ended by itself, status 139")
    }

    @Test("After its farewell an app that is gone is not waited for longer than its last bytes may take")
    func farewell() throws {
        let steps = "{\"app\": \"interrupt\"}, {\"expect\": \"UnregisterAppInterface\"}"
        var machine = try machine("{\"expect\": \"GetWayPoints\"}, \(steps)")
        _ = machine.began(now: at(0))
        #expect(machine.happened(asked("GetWayPoints"), now: at(1)).contains(.interruptApp))
        _ = machine.happened(.appEnded(status: 130), now: at(2))
        #expect(machine.timePassed(now: at(2.5)) == [.finish])
        #expect(machine.report.failure?.reason == "the app has ended")
    }

    @Test("An app that may end, may; the head unit's RPCs are waited for all the same, and a crash is a crash")
    func mayEnd() throws {
        let steps = "{\"app\": \"may end\"}, {\"expect\": \"OnWayPointChange\", \"within\": 5}"
        var machine = try machine(steps)
        _ = machine.began(now: at(0))
        var crashing = machine
        _ = machine.happened(.appEnded(status: 1), now: at(1))
        #expect(machine.timePassed(now: at(4)) == [.setTimer(at(5))])
        #expect(machine.happened(told("OnWayPointChange"), now: at(4.5)).last == .finish)
        #expect(machine.report.isPassed)
        _ = crashing.happened(.appEnded(status: 134), now: at(1))
        #expect(crashing.timePassed(now: at(1.5)) == [.finish])
        #expect(crashing.report.failure?.reason == "the app has ended by itself, status 134")
    }

    @Test("An app comes back by itself, or is started again when it has ended")
    func returns() throws {
        let steps = "{\"expect\": \"Show\"}, {\"app\": \"return\"}, {\"expect\": \"RegisterAppInterface\"}"
        var machine = try machine(steps)
        _ = machine.began(now: at(0))
        _ = machine.happened(asked("Show"), now: at(1))
        var ending = machine
        #expect(machine.happened(asked("RegisterAppInterface"), now: at(2)).last == .finish)
        #expect(machine.report.isPassed)
        #expect(ending.happened(.appEnded(status: 3), now: at(2)).contains(.startApp(arguments: [])))
        #expect(ending.happened(asked("RegisterAppInterface"), now: at(3)).last == .finish)
        #expect(ending.report.isPassed)
    }

    @Test("Lines of the app have an order of their own, and are looked at only of an app that tells events")
    func output() throws {
        let steps = """
            {"expect": "Show"},
            {"await": {"event": "output", "json": {"event": "wayPoints"}}, "within": 2},
            {"await": {"event": "output", "line": "bye"}, "within": 2}
            """
        var machine = try machine(steps)
        _ = machine.began(now: at(0))
        #expect(machine.happened(.output("{\"event\":\"wayPoints\",\"t\":1}"), now: at(0.5)) == [])
        #expect(machine.happened(asked("Show"), now: at(1)).count == 3)
        #expect(machine.happened(.output("bye"), now: at(1.5)).last == .finish)
        #expect(machine.report.isPassed)

        var silent = ScenarioStateMachine(
            machine.scenario, host: "", port: 1, circumstances: .init(tellsEvents: false))
        _ = silent.began(now: at(0))
        _ = silent.happened(asked("Show"), now: at(1))
        #expect(silent.report.steps.last?.note == "not looked at: the app prints no such events")
        #expect(silent.happened(.output("bye"), now: at(1.5)).last == .finish)
    }

    @Test("Many steps that are done at once need no stack")
    func manySteps() throws {
        let answers = Array(repeating: "{\"answer\": \"Navigation\"}", count: 999).joined(separator: ", ")
        var machine = try machine("\(answers), {\"wait\": 1}")
        #expect(machine.began(now: at(0)).count == 2 * 999 + 2)
        let shows = Array(repeating: "{\"expect\": \"Show\"}", count: 998).joined(separator: ", ")
        var early = try self.machine("{\"wait\": 1}, \(shows)")
        _ = early.began(now: at(0))
        for _ in 0..<998 { _ = early.happened(asked("Show"), now: at(0.5)) }
        #expect(early.timePassed(now: at(1)).last == .finish)
        #expect(early.report.steps.count == 999 && early.report.isPassed)
    }

    @Test("The app is started again only after its end")
    func restart() throws {
        let steps = "{\"expect\": {\"event\": \"appEnded\", \"status\": 3}}, {\"app\": \"start\"}, {\"wait\": 1}"
        var machine = try machine(steps)
        _ = machine.began(now: at(0))
        let actions = machine.happened(.appEnded(status: 3), now: at(1))
        #expect(actions.contains(.startApp(arguments: [])))
        var early = try self.machine("{\"app\": \"start\"}")
        #expect(early.began(now: at(0)) == [.startApp(arguments: []), .finish])
        #expect(early.report.failure?.reason == "the app runs already")
    }

    @Test("The name of the app that registered can be used, and captured values come back")
    func captures() throws {
        var machine = try machine(
            """
            {"expect": "RegisterAppInterface", "parameters": {"appID": {"$capture": "id"}}},
            {"do": "grant", "rpc": "${id}", "app": "${app}"}
            """)
        _ = machine.began(now: at(0))
        let actions = machine.happened(
            asked("RegisterAppInterface", ["appName": "Way App", "appID": "7"]), now: at(1))
        #expect(actions.contains(.control(["command": "grant", "rpc": "7", "app": "Way App"])))
    }

    @Test("All of it ends at the time of the scenario, whatever a step waits for")
    func timeout() throws {
        for step in ["{\"wait\": 100}", "{\"expect\": \"Show\", \"within\": 100}", "{\"do\": \"state\"}"] {
            var machine = try machine(step, timeout: 5)
            #expect(machine.began(now: at(0)).last == .setTimer(at(5)))
            #expect(machine.timePassed(now: at(5)) == [.finish])
            #expect(machine.report.failure?.reason == "the scenario took more than 5 s")
        }
    }

    @Test("An app that runs wild ends the scenario where steps are about what it sends; other events are not kept")
    func wild() throws {
        var machine = try machine("{\"wait\": 50}, {\"expect\": \"Show\"}")
        _ = machine.began(now: at(0))
        for _ in 0...ScenarioStateMachine.eventLimit { #expect(machine.happened(asked("Alert"), now: at(1)) == []) }
        var actions: [ScenarioStateMachine.Action] = []
        for _ in 0...ScenarioStateMachine.eventLimit where actions.isEmpty {
            actions = machine.happened(asked("Show"), now: at(1))
        }
        #expect(actions == [.finish])
        #expect(machine.report.exchange.count == 500)
        #expect(machine.report.failure?.reason.hasPrefix("more than the steps can take: 10001 events") == true)
    }

    @Test("What is kept is bounded by its bytes, too")
    func bytes() throws {
        let long = JSONValue.string(String(repeating: "x", count: 100_000))
        var machine = try machine("{\"wait\": 50}, {\"expect\": \"Show\"}")
        _ = machine.began(now: at(0))
        var count = 0
        while machine.happened(asked("Show", ["mainField1": long]), now: at(1)).isEmpty, count < 1000 { count += 1 }
        #expect(count < 400)
        let size = machine.report.exchange.reduce(0) { $0 + $1.event.size }
        #expect(size <= ScenarioExchange.sizeLimit)
        #expect(!machine.report.exchange.isEmpty)
    }

    @Test("What came before the last event that was taken is told")
    func tooEarly() throws {
        var machine = try machine("{\"expect\": \"Show\"}, {\"expect\": \"GetWayPoints\", \"within\": 2}")
        _ = machine.began(now: at(0))
        _ = machine.happened(asked("GetWayPoints"), now: at(0.5))
        _ = machine.happened(asked("Show"), now: at(1))
        _ = machine.timePassed(now: at(3))
        #expect(
            machine.report.failure?.details.last == "one like it came before what the last step took, after 0.5 s")
    }

    @Test("Whoever interrupts gets a report")
    func interrupted() throws {
        var machine = try machine("{\"wait\": 50}")
        _ = machine.began(now: at(0))
        #expect(machine.interrupted(now: at(1)) == [.finish])
        #expect(machine.report.failure?.reason == "interrupted")
        #expect(machine.interrupted(now: at(2)) == [])
    }
}
