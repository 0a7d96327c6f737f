import Formats
import Simulator
import Testing

@Suite("Scenario files")
struct ScenarioFileTests {
    @Test("Those of the program can be read, and are called as their files are", arguments: Scenario.names)
    func embedded(_ name: String) throws {
        let scenario = try Scenario(named: name)
        #expect(scenario.name == name)
        #expect(scenario.description.hasSuffix("."))
        #expect(!scenario.steps.isEmpty)
    }

    @Test("The parts of the program are all included somewhere")
    func parts() throws {
        let places = try Scenario.names.flatMap { try Scenario(named: $0).steps.map(\.place) }
        let parts = MockFiles.paths.filter { $0.hasPrefix("scenarios/parts/") }
        #expect(!parts.isEmpty)
        for part in parts { #expect(places.contains { $0.contains(part) }, "\(part)") }
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let members: String
        let path: String
        let expectation: String
        var testDescription: String { path }

        init(_ members: String, _ path: String, _ expectation: String) {
            self.members = members
            self.path = path
            self.expectation = expectation
        }

        /// A mistake in the first step.
        init(step: String, _ path: String, _ expectation: String) {
            self.init("\"steps\": [{\(step)}]", path.isEmpty ? "steps[0]" : "steps[0].\(path)", expectation)
        }
    }

    static let mistakes: [Mistake] = [
        Mistake("\"steps\": []", "steps", "a list of steps"),
        Mistake("\"steps\": [1]", "steps[0]", "an object"),
        Mistake("\"stepz\": []", "stepz", "no such member"),
        Mistake("\"module\": \"odd\", \"steps\": [{\"wait\": 1}]", "module", "one of the modules"),
        Mistake("\"module\": {\"extends\": \"modern\", \"odd\": 1}, \"steps\": []", "module.odd", "no such member"),
        Mistake("\"route\": \"odd\", \"steps\": [{\"wait\": 1}]", "route", "one of"),
        Mistake("\"timeout\": 0, \"steps\": [{\"wait\": 1}]", "timeout", "a number from"),
        Mistake(step: "\"expekt\": \"GetWayPoints\"", "", "exactly one of expect"),
        Mistake(step: "\"expect\": \"GetWayPoints\", \"wait\": 1", "", "exactly one of expect"),
        Mistake(step: "\"expect\": \"GetWaypoints\"", "expect", "a request of the spec, not GetWaypoints"),
        Mistake(step: "\"expect\": \"OnWayPointChange\", \"type\": \"request\"", "expect", "a request of the spec"),
        Mistake(step: "\"expect\": \"GetWayPoints\", \"type\": \"reply\"", "type", "request, response or"),
        Mistake(step: "\"expect\": \"GetWayPoints\", \"within\": 0", "within", "a number from"),
        Mistake(step: "\"expect\": \"GetWayPoints\", \"without\": [\"Odd\"]", "without", "RPCs of the spec, not Odd"),
        Mistake(
            step: "\"expect\": \"GetWayPoints\", \"parameters\": {\"a\": [{\"$odd\": 1}]}", "parameters.a[0].$odd",
            "one of $any"),
        Mistake(
            step: "\"expect\": \"GetWayPoints\", \"parameters\": {\"$any\": true, \"b\": 1}", "parameters.$any",
            "operators and members"),
        Mistake(
            step: "\"expect\": \"GetWayPoints\", \"parameters\": {\"wayPointType\": \"${b}\"}", "expect",
            "what an earlier step captured"),
        Mistake(step: "\"expect\": {\"event\": \"odd\"}", "expect.event", "one of appEnded, appRegistered"),
        Mistake(step: "\"never\": \"GetWayPoints\"", "for", "a number from"),
        Mistake(step: "\"do\": \"odd\"", "do", "no such command"),
        Mistake(step: "\"do\": \"events\"", "do", "a command that does something"),
        Mistake(step: "\"do\": \"level\", \"levl\": \"NONE\"", "levl", "level takes app, level"),
        Mistake(step: "\"do\": \"level\", \"app\": \"${who}\", \"level\": \"NONE\"", "do", "what an earlier step"),
        Mistake(step: "\"answer\": \"Odd.GetWayPoints\"", "answer", "an interface"),
        Mistake(
            step: "\"answer\": \"Navigation\", \"with\": {\"result\": \"ODD\"}", "with.result", "one of SUCCESS"),
        Mistake(step: "\"app\": \"jump\"", "app", "start, return, interrupt, kill or may end"),
        Mistake(step: "\"app\": \"kill\", \"arguments\": []", "arguments", "no arguments"),
        Mistake(step: "\"disconnect\": false", "disconnect", "true"),
        Mistake(step: "\"guest\": \"dance\"", "guest", "one of leave, provide, tell"),
        Mistake(step: "\"guest\": \"tell\"", "wayPoints", "a list of LocationDetails"),
        // Misspelt members would be absent for ever.
        Mistake(
            step: "\"never\": \"GetWayPoints\", \"parameters\": {\"wayPointTyp\": \"ALL\"}, \"for\": 1",
            "parameters.wayPointTyp", "one of wayPointType"),
        Mistake(
            step: "\"expect\": \"GetWayPoints\", \"parameters\": {\"wayPointType\": {\"$oneOf\": [\"ALL\", \"AL\"]}}",
            "parameters.wayPointType.$oneOf[1]", "a WayPointType, not AL"),
        Mistake(
            step:
                "\"expect\": \"OnWayPointChange\", \"parameters\": {\"wayPoints\": {\"$contains\": {\"name\": \"x\"}}}",
            "parameters.wayPoints.$contains.name", "one of addressLines"),
        Mistake(step: "\"expect\": {\"event\": \"subscribed\", \"nam\": 1}", "expect.nam", "nothing beside event"),
        Mistake(step: "\"expect\": {\"event\": \"level\", \"levle\": 1}", "expect.levle", "one of app, level"),
        Mistake(
            step: "\"expect\": \"GetWayPoints\", \"parameters\": {\"wayPointType\": {\"$not\": {\"$capture\": \"x\"}}}",
            "parameters.wayPointType.$not", "nothing to capture"),
        Mistake(step: "\"expect\": \"GetWayPoints\", \"from\": \"me\"", "from", "app or headUnit"),
        // What could never be carried out is told before anything is played.
        Mistake(step: "\"do\": \"fault\", \"action\": \"on\", \"fault\": \"latencyy\"", "fault", ""),
        Mistake(step: "\"do\": \"level\", \"app\": \"x\", \"level\": \"FUL\"", "level", "one of FULL"),
        Mistake(step: "\"do\": \"level\", \"level\": \"FULL\"", "app", "something for level"),
        Mistake(step: "\"do\": \"route\", \"action\": \"set\", \"route\": \"nowhere\"", "route", "one of"),
        Mistake(
            step: "\"do\": \"route\", \"action\": \"set\", \"route\": \"no.gpx\"", "route", "a route (folder/no.gpx"),
        Mistake(step: "\"do\": \"drive\", \"action\": \"source\", \"value\": \"no\"", "value", "a recorded drive"),
        Mistake(step: "\"do\": \"drive\", \"action\": \"speed\", \"value\": \"slow\"", "value", "a number above 0"),
        Mistake(step: "\"do\": \"grant\", \"rpc\": \"GetWayPointz\"", "rpc", "an RPC of the spec"),
        Mistake(
            step: "\"do\": \"capability\", \"type\": \"NAVIGATION\", \"value\": {\"odd\": 1}", "value", "only members"),
        Mistake(step: "\"do\": \"position\", \"latitude\": 91, \"longitude\": 0", "latitude", "a number from"),
        Mistake(step: "\"include\": \"odd\"", "include", "a part of the program"),
    ]

    @Test("A mistake is told with file, path and expectation", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws {
        let text = "{\"name\": \"x\", \"description\": \"X.\", \(mistake.members)}"
        let error = try #require(throws: ScenarioError.self) {
            try Scenario(json: Array(text.utf8), file: "folder/x.json")
        }
        #expect(error.file == "folder/x.json")
        #expect(error.path == mistake.path)
        #expect(error.expectation.hasPrefix(mistake.expectation), "\(error)")
    }

    @Test("What an included part captures can be used behind it, and its mistakes name its file")
    func includes() throws {
        let text = """
            {"name": "x", "description": "X.", "steps": [
                {"include": "subscribed"}, {"do": "level", "app": "${app}", "level": "NONE"}]}
            """
        let scenario = try Scenario(json: Array(text.utf8), file: "x.json")
        #expect(scenario.steps.count == 7)
        #expect(scenario.steps.first?.place == "x.json: steps[0] > scenarios/parts/subscribed.json: steps[0]")
        #expect(scenario.steps.last?.place == "x.json: steps[1]")
    }

    @Test("Whatever bytes a file has, reading it ends", arguments: ["", "[]", "{", "null", "{\"steps\":{}}"])
    func noScenario(_ text: String) {
        #expect(throws: ScenarioError.self) { try Scenario(json: Array(text.utf8), file: "x") }
    }
}
