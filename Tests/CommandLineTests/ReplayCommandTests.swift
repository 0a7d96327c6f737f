import Formats
import Glibc
import Simulator
import TestKit
import Testing
import Transport

@Suite(
    "The command replay", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"), .timeLimit(.minutes(3)))
struct ReplayCommandTests {
    private static func path(_ name: String) -> String { SharedData.path("vectors/sdl_core/\(name).jsonl") }

    /// The recordings in which an app gets a list of waypoints.
    private static func withWayPoints() throws -> [String] {
        try SharedData.files(in: "vectors/sdl_core", suffix: ".jsonl").filter { file in
            try SharedData.lines("vectors/sdl_core/\(file)").contains { line in
                guard line.contains("\"GetWayPoints\""), line.contains("\"response\""), line.contains("\"SUCCESS\"")
                else { return false }
                let json = try JSONValue(parsing: Array(line.utf8))
                return json["dir"] == "hu->app" && json["json"]?["wayPoints"]?.arrayValue?.isEmpty == false
            }
        }.map { String($0.dropLast(".jsonl".count)) }
    }

    @Test("The recorded head units bring the app of this program to its waypoints, wherever the recorded app got any")
    func headUnits() async throws {
        let names = try Self.withWayPoints()
        #expect(names.count == 29)
        try await withThrowingTaskGroup(of: Void.self) { group in
            var rest = names[...]
            for name in rest.prefix(4) {
                rest.removeFirst()
                group.addTask { try await Self.getWayPoints(name) }
            }
            while try await group.next() != nil {
                guard let name = rest.popFirst() else { continue }
                group.addTask { try await Self.getWayPoints(name) }
            }
        }
    }

    /// Where the recorded head unit denies waypoints and tells them all the same: an app that follows the guide does
    /// not ask.
    private static let denying = ["capability_hmi_navigation_false", "capability_waypoints_off", "hmi_poor_answers"]

    @Test("An app does not ask a recorded head unit that denies waypoints", arguments: ["capability_waypoints_off"])
    func denied(name: String) async throws {
        let unit = try Program(["replay", Self.path(name), "--as", "head-unit", "--port", "0", "--speed", "max"])
        let address = try #require(try await unit.next()?.split(separator: " ").last)
        let (status, lines) = try await Program.run("app", "--connect", String(address), "--json", "--once")
        #expect(status == 1)
        #expect(lines.contains { $0.contains("\"supported\":false") }, "\(lines)")
        _ = try await unit.rest()
        _ = await unit.wait()
    }

    private static func getWayPoints(_ name: String) async throws {
        try await getWayPoints(path: path(name), name)
    }

    private static func getWayPoints(path: String, _ name: String = "own", isPatient: Bool = false) async throws {
        let speed = isPatient ? "1" : "max"
        let unit = try Program(["replay", path, "--as", "head-unit", "--port", "0", "--speed", speed])
        let address = try #require(try await unit.next()?.split(separator: " ").last)
        let app = try Program(
            ["app", "--connect", String(address), "--json"] + (isPatient ? [] : ["--once"])
                + (denying.contains(name) ? ["--anyway"] : []))
        var lines: [String] = []
        while let line = try await app.next() {
            lines.append(line)
            if isPatient, line.contains("\"event\":\"wayPoints\"") { app.interrupt() }
        }
        let status = await app.wait()
        // With --once the app does not wait for a permission that the recorded head unit gives a moment later, and at
        // the highest speed it may lose one before it has asked.
        if status == 1, !isPatient, lines.contains(where: { $0.contains("\"GetWayPoints\":false") }) {
            _ = try await unit.rest()
            _ = await unit.wait()
            return try await getWayPoints(path: path, name, isPatient: true)
        }
        #expect(status == 0, "\(name): \(lines)")
        let list = try lines.lazy.map { try JSONValue(parsing: Array($0.utf8)) }
            .first { $0["event"] == "wayPoints" }?["wayPoints"]?.arrayValue
        #expect(list?.isEmpty == false, "\(name): \(lines)")
        let last = try await unit.rest().last ?? ""
        #expect(last.hasPrefix("requests answered as recorded: "), "\(name)")
        #expect(await unit.wait() == 0)
    }

    /// Plays a recording against `serve` as the head unit that it was made with, each a process.
    private static func replay(_ path: String, against other: String? = nil) async throws -> (Int32, [String]) {
        let socket = "/tmp/waypoint-replay-\(UInt64.random(in: 0 ... .max))"
        let unit = try Program(
            ["serve", "--module", other ?? path, "--manual", "--port", "0", "--control", socket])
        let address = try #require(try await unit.next()?.split(separator: " ").last)
        _ = try await unit.next()
        let result = try await Program.run(
            "replay", path, "--as", "app", "--connect", String(address), "--control", socket)
        unit.end()
        _ = try await unit.rest()
        #expect(await unit.wait() == 0)
        return result
    }

    @Test("A recorded app and its HMI find the same head unit again", arguments: ["waypoints_full_flow", "small_mtu"])
    func app(name: String) async throws {
        let (status, lines) = try await Self.replay(Self.path(name))
        #expect(status == 0, "\(lines)")
        #expect(lines.last == "the head unit said what was recorded")
    }

    @Test("A head unit with other settings is told by the first difference")
    func difference() async throws {
        let (status, lines) = try await Self.replay(Self.path("small_mtu"), against: "sdl-core-8.2")
        #expect(status == 1)
        #expect(lines.contains("the first difference:") && lines.contains { $0.hasPrefix("  recorded small_mtu:") })
    }

    @Test("Our own recordings are played again, either side", arguments: ["full-flow", "recorded-drive", "link-lost"])
    func own(scenario: String) async throws {
        let path = "/tmp/waypoint-own-\(UInt64.random(in: 0 ... .max)).jsonl"
        defer { _ = unsafe unlink(path) }
        let (status, lines) = try await Program.run("run", scenario, "--record", path)
        #expect(status == 0, "\(lines)")
        let text = String(decoding: try SmallFile.read(path, limit: 1 << 24), as: UTF8.self)
        #expect(text.contains("\"note\":\"position\"") == (scenario == "recorded-drive"))
        let (appStatus, told) = try await Self.replay(path)
        #expect(appStatus == 0, "\(told)")
        try await Self.getWayPoints(path: path)
    }

    @Test(
        "What cannot be played is told",
        arguments: [
            (["x.jsonl", "--as", "app"], "x.jsonl: expected a file (open x.jsonl: No such file or directory)"),
            (["Package.swift", "--as", "app"], "Package.swift:1: expected a JSON object"),
            (["full", "--port", "1", "--as", "app"], "--port: not with --as app"),
            (["full", "--control", "x", "--as", "head-unit"], "--control: not with --as head-unit"),
            (["full"], "--as: app or head-unit is missing"),
            ([], "replay: the FILE of a recording is missing"),
        ])
    func wrong(arguments: [String], message: String) async throws {
        let words = arguments.map { word in
            switch word {
            case "full": Self.path("waypoints_full_flow")
            case "Package.swift": SharedData.packageRoot + "/Package.swift"
            default: word
            }
        }
        let program = try Program(["replay"] + words, withErrors: true)
        let lines = try await program.rest()
        #expect(await program.wait() == 2)
        #expect(lines.first?.hasPrefix("waypoint-sim: " + message) == true, "\(lines)")
    }
}
