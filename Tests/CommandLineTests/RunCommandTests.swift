import Formats
import FoundationEssentials
import Glibc
import Simulator
import TestKit
import Testing
import Transport

@Suite("The command run", .timeLimit(.minutes(1)))
struct RunCommandTests {
    @Test("All scenarios pass with the app of this program, several at a time")
    func allPass() async throws {
        let (status, lines) = try await Program.run("run", "--jobs", "24")
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
        try await TemporaryFile.with("") { path in
            let (status, lines) = try await Program.run("run", "no-route-yet", "full-flow", "--record", path)
            #expect(status == 2)
            #expect(
                lines.first
                    == "waypoint-sim: --record: \(path) is no folder and cannot be made one, as several scenarios need it"
            )
            let folder = path + ".d"
            let several = try await Program.run(
                "run", "no-route-yet", "full-flow", "--record", folder, "--pcapng", folder)
            #expect(several.status == 0)
            for file in ["no-route-yet.jsonl", "full-flow.jsonl", "no-route-yet.pcapng", "full-flow.pcapng"] {
                #expect(try SmallFile.read("\(folder)/\(file)", limit: 1 << 24).count > 1000)
                _ = unsafe unlink("\(folder)/\(file)")
            }
            _ = unsafe rmdir(folder)
        }
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

    /// Lines of the shell that all are the app of this program, in the end.
    static let shells = [
        "PROGRAM app --connect $SDL_HOST:$SDL_PORT --json $SDL_ARGUMENTS",
        "cd / && PROGRAM app --connect $SDL_HOST:$SDL_PORT --json $SDL_ARGUMENTS | cat",
        "sh -c 'PROGRAM app --connect $SDL_HOST:$SDL_PORT --json; exit $?'",
    ]

    @Test("An app that a shell starts gets the SIGINT, and the shell returns its status", arguments: shells)
    func shell(_ line: String) async throws {
        let command = line.replacing("PROGRAM", with: try Program.path())
        let (status, lines) = try await Program.run(
            "run", "full-flow", "link-lost", "only-in-full", "--events", "--app", command)
        #expect(status == 0, "\(lines.filter { $0.hasPrefix("FAILED") || $0.hasPrefix("  FAIL") })")
        #expect(lines.last == "3 of 3 scenarios passed")
    }

    @Test("Nothing of an app is left behind: neither what it started, nor what it does not want to end")
    func leftovers() async throws {
        let seconds = "98\(Int.random(in: 1000...9999))"
        let text = "{\"name\": \"x\", \"description\": \"X.\", \"steps\": [{\"expect\": \"RegisterAppInterface\"}]}"
        try await TemporaryFile.with(text) { path in
            let program = try Program.path()
            let command = "sleep \(seconds) & exec \(program) app --connect $SDL_HOST:$SDL_PORT"
            let (status, _) = try await Program.run("run", path, "--app", command)
            #expect(status == 0)
            #expect(try Self.processes(with: seconds).isEmpty)
            // Ctrl-C again and again, while the app ignores it: two that come at once are one to the system.
            let pipe = "\(path).pipe"
            try #require(unsafe mkfifo(pipe, 0o600) == 0)
            defer { unsafe unlink(pipe) }
            let reader = try FileReader(path: pipe)
            let ignoring = "trap '' INT; exec 9>\(pipe); echo here >&9; sleep \(seconds)"
            let run = try Program(["run", path, "--app", ignoring])
            #expect(try await run.next() == "x")
            #expect(try await reader.read() == Array("here\n".utf8))
            let impatience = Task {
                while !Task.isCancelled {
                    run.interrupt()
                    await Task.yield()
                }
            }
            #expect(await run.wait() == 130)
            impatience.cancel()
            // The pipe ends with the last process that holds it.
            #expect(try await reader.read().isEmpty)
            #expect(try Self.processes(with: seconds).isEmpty)
        }
    }

    /// The processes with a word among their arguments, this one not counted.
    private static func processes(with word: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard let id = Int32(name), id != getpid(),
                let data = FileManager.default.contents(atPath: "/proc/\(id)/cmdline")
            else { return false }
            // A zombie has no arguments any more.
            return String(decoding: data, as: UTF8.self).split(separator: "\0").contains { $0 == word }
        }
    }

    @Test("The last line that an app prints is there, however much came before")
    func lastLine() async throws {
        let text = "{\"name\": \"x\", \"description\": \"X.\", \"steps\": [{\"expect\": \"RegisterAppInterface\"}]}"
        try await TemporaryFile.with(text) { path in
            let (status, lines) = try await Program.run("run", path, "--app", "seq 5000; echo last words; exit 7")
            #expect(status == 1)
            #expect(lines.contains("          last words"))
            #expect(lines.contains { $0.hasSuffix("the app has ended by itself, status 7") })
        }
    }

    @Test("An app that connects by itself: what needs a start or an end of it is skipped, and why")
    func visitor() async throws {
        let text = """
            {"name": "restart", "description": "X.", "steps": [
                {"app": "kill"}, {"expect": {"event": "appEnded"}}, {"do": "route", "action": "clear"}]}
            """
        try await TemporaryFile.with(text) { path in
            try await TemporaryFile.with("") { junit in
                let run = try Program(
                    ["run", "no-route-yet", path, "full-flow", "--wait", "--port", "0", "--junit", junit])
                var lines: [String] = []
                var apps: [Program] = []
                while let line = try await run.next() {
                    lines.append(line)
                    guard line.hasPrefix("listening on ") else { continue }
                    let address = String(line.dropFirst("listening on ".count))
                    apps.append(try Program(["app", "--connect", address, "--json"]))
                }
                #expect(await run.wait() == 0, "\(lines)")
                for app in apps {
                    app.kill()
                    _ = try await app.rest()
                    _ = await app.wait()
                }
                #expect(apps.count == 2)
                #expect(lines.last == "2 of 3 scenarios passed, 1 skipped", "\(lines)")
                #expect(lines.contains("skipped: restart, needs --app: \(path): steps[0]: kill the app"))
                #expect(lines.contains { $0.hasSuffix("steps need --app and are left out") })
                let suite = try XMLElement(parsing: SmallFile.read(junit, limit: 1 << 20)).first("testsuite")
                #expect(suite?["skipped"] == "1")
            }
        }
    }

    @Test("An interruption keeps the tests that were not begun, as skipped")
    func interruptedReport() async throws {
        try await TemporaryFile.with("{\"name\": \"x\", \"description\": \"X.\", \"steps\": [{\"wait\": 50}]}") {
            path in
            try await TemporaryFile.with("") { junit in
                let run = try Program(["run", path, path, path, "--jobs", "1", "--junit", junit])
                #expect(try await run.next() == "x")
                run.interrupt()
                _ = try await run.rest()
                #expect(await run.wait() == 1)
                let suite = try XMLElement(parsing: SmallFile.read(junit, limit: 1 << 20)).first("testsuite")
                #expect(suite?["tests"] == "3")
                #expect(suite?["skipped"] == "3")
            }
        }
    }

    @Test("The script of the page on CI runs as it stands, with an app in the place of that page's")
    func continuousIntegration() async throws {
        let page = String(decoding: try SharedData.packageBytes("Docs/ci.md"), as: UTF8.self)
        let start = try #require(page.firstRange(of: "```sh\n")).upperBound
        let end = try #require(page[start...].firstRange(of: "```\n")).lowerBound
        let program = try Program.path()
        // `node` is the app of this program there, whichever file it is told to run.
        let script = """
            set -e
            folder=$(mktemp -d)
            trap 'rm -rf "$folder"' EXIT
            ln -s \(program) "$folder/waypoint-sim"
            printf '#!/bin/sh\\nexec %s app --connect $SDL_HOST:$SDL_PORT\\n' \(program) >"$folder/node"
            chmod +x "$folder/node"
            cd "$folder"
            PATH="$folder:$PATH"
            cat >waypoints.sh <<'END'
            \(page[start..<end])END
            sh waypoints.sh
            grep -c '<testcase' reports/waypoints.xml
            """
        let process = try ChildProcess(
            path: "/bin/sh", arguments: ["-c", script], capturesOutput: true, capturesErrors: true)
        let lines = String(decoding: try await process.output?.readAll(limit: 1 << 22) ?? [], as: UTF8.self)
        #expect(await process.wait() == 0, "\(lines)")
        #expect(lines.contains("10 of 10 scenarios passed"), "\(lines)")
    }
}
