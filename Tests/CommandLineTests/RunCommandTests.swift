import Formats
import Simulator
import Testing
import Transport

@Suite("The command run", .timeLimit(.minutes(1)))
struct RunCommandTests {
    @Test("All scenarios pass with the app of this program, several at a time")
    func allPass() async throws {
        let (status, lines) = try await Program.run("run", "--jobs", "8")
        #expect(status == 0, "\(lines.filter { $0.hasPrefix("FAILED") || $0.hasPrefix("  FAIL") })")
        #expect(lines.count { $0.hasPrefix("passed: ") } == Scenario.names.count)
        #expect(lines.last == "\(Scenario.names.count) of \(Scenario.names.count) scenarios passed")
    }

    @Test("A scenario of one's own tells a line a step, and where it fails what differs")
    func ownFile() async throws {
        let text = """
            {"name": "mine", "description": "Mine.", "route": "city", "steps": [
                {"expect": "RegisterAppInterface", "note": "hello"},
                {"expect": "GetWayPoints", "parameters": {"wayPointType": "DESTINATION"}}]}
            """
        try await TemporaryFile.with(text) { path in
            let (status, lines) = try await Program.run("run", path)
            #expect(status == 1)
            #expect(lines.first == "mine")
            #expect(lines.contains { $0.hasSuffix("  expect RegisterAppInterface request  (hello)") })
            #expect(lines.contains { $0.hasPrefix("  FAIL ") && $0.hasSuffix("  expect GetWayPoints request") })
            #expect(lines.contains("        \(path): steps[1]: it differs"))
            #expect(
                lines.contains("          parameters.wayPointType: expected \"DESTINATION\", found \"ALL\""))
        }
    }

    @Test("Records the frames of one scenario")
    func record() async throws {
        try await TemporaryFile.with("") { path in
            let (status, _) = try await Program.run("run", "no-route-yet", "--record", path)
            #expect(status == 0)
            let lines = try SmallFile.read(path, limit: 1 << 24).split(separator: UInt8(ascii: "\n"))
            let functions = try lines.compactMap { try JSONValue(parsing: Array($0))["rpc"]?["function"]?.stringValue }
            for name in ["RegisterAppInterface", "SubscribeWayPoints", "OnWayPointChange"] {
                #expect(functions.contains(name))
            }
        }
        let (status, lines) = try await Program.run("run", "no-route-yet", "full-flow", "--record", "/tmp/x")
        #expect(status == 2)
        #expect(lines.first == "waypoint-sim: --record: for one scenario only")
    }

    @Test("Lists the scenarios")
    func list() async throws {
        let (status, lines) = try await Program.run("run", "--list")
        #expect(status == 0)
        #expect(lines.map { String($0.prefix { $0 != ":" }) } == Scenario.names)
    }

    @Test("An interruption ends what is played, and tells it")
    func interruption() async throws {
        try await TemporaryFile.with("{\"name\": \"x\", \"description\": \"X.\", \"steps\": [{\"wait\": 50}]}") {
            path in
            let program = try Program(["run", path])
            #expect(try await program.next() == "x")
            program.interrupt()
            let lines = try await program.rest()
            #expect(await program.wait() == 1)
            #expect(lines.contains { $0.hasSuffix("steps[0]: interrupted") }, "\(lines)")
        }
    }

    @Test("A mistake in a file is told with file, path and expectation")
    func mistake() async throws {
        try await TemporaryFile.with("{\"name\": \"x\", \"description\": \"X.\", \"steps\": [{\"wait\": -1}]}") {
            path in
            let (status, lines) = try await Program.run("run", path)
            #expect(status == 2)
            #expect(
                lines.first == "waypoint-sim: \(path): steps[0].wait: expected a number from 0.0 to 3600.0")
        }
    }

    @Test(
        "An app that hangs or does not exist ends in bounded time", arguments: ["trap '' INT; sleep 100", "/odd/app"])
    func hanging(_ command: String) async throws {
        let text = """
            {"name": "short", "description": "Short.", "steps": [{"expect": "RegisterAppInterface", "within": 0.3}]}
            """
        try await TemporaryFile.with(text) { path in
            let (status, lines) = try await Program.run("run", path, "--app", command)
            #expect(status == 1)
            #expect(lines.contains { $0.contains("\(path): steps[0]: ") }, "\(lines)")
            #expect(lines.last?.hasPrefix("FAILED: short, 0 of 1 steps in ") == true)
        }
    }

    @Test("Writes both reports, and says so when it cannot")
    func reports() async throws {
        let text = """
            {"name": "short", "description": "Short.", "route": "city", "steps": [
                {"do": "position", "latitude": 49.4, "longitude": 8.4},
                {"do": "position", "latitude": 49.5, "longitude": 8.5},
                {"expect": "RegisterAppInterface", "within": 0.1}]}
            """
        try await TemporaryFile.with(text) { path in
            try await TemporaryFile.with("") { junit in
                try await TemporaryFile.with("") { html in
                    let (status, _) = try await Program.run(
                        "run", path, "--app", "exit 7", "--junit", junit, "--html", html)
                    #expect(status == 1)
                    let suite = try XMLElement(parsing: SmallFile.read(junit, limit: 1 << 20)).first("testsuite")
                    #expect(suite?["failures"] == "1")
                    let page = String(decoding: try SmallFile.read(html, limit: 1 << 20), as: UTF8.self)
                    #expect(page.firstRange(of: "<polyline") != nil)
                    #expect(page.firstRange(of: "1 failed") != nil)
                }
            }
            let (status, lines) = try await Program.run("run", path, "--app", "exit 7", "--junit", "/odd/x.xml")
            #expect(status == 2)
            #expect(lines.contains { $0.hasPrefix("waypoint-sim: --junit: ") })
        }
    }

    @Test("The app finds the head unit in its environment")
    func environment() async throws {
        let text = """
            {"name": "env", "description": "Env.", "steps": [{"expect": "RegisterAppInterface"}]}
            """
        try await TemporaryFile.with(text) { path in
            let (status, lines) = try await Program.run(
                "run", path, "--app", "exec \(try Program.path()) app --connect $SDL_HOST:$SDL_PORT --once")
            #expect(status == 0, "\(lines)")
        }
    }
}
