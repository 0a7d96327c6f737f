import Formats
import Simulator
import TestKit
import Testing

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

    @Test("An app does not ask a recorded head unit that denies waypoints", arguments: denying)
    func denied(name: String) async throws {
        let unit = try Program(["replay", Self.path(name), "--as", "head-unit", "--port", "0", "--speed", "max"])
        let address = try #require(try await unit.next()?.split(separator: " ").last)
        let (status, lines) = try await Program.run("app", "--connect", String(address), "--json", "--once")
        #expect(status == 1)
        #expect(lines.contains { $0.contains("\"supported\":false") }, "\(lines)")
        _ = try await unit.rest()
    }

    private static func getWayPoints(_ name: String) async throws {
        let unit = try Program(["replay", path(name), "--as", "head-unit", "--port", "0", "--speed", "max"])
        let address = try #require(try await unit.next()?.split(separator: " ").last)
        let app = try Program(
            ["app", "--connect", String(address), "--json", "--once"] + (denying.contains(name) ? ["--anyway"] : []))
        let lines = try await app.rest()
        let status = await app.wait()
        #expect(status == 0, "\(name): \(lines)")
        let list = try lines.lazy.map { try JSONValue(parsing: Array($0.utf8)) }
            .first { $0["event"] == "wayPoints" }?["wayPoints"]?.arrayValue
        #expect(list?.isEmpty == false, "\(name): \(lines)")
        let last = try await unit.rest().last ?? ""
        #expect(last.hasPrefix("requests answered as recorded: "), "\(name)")
        #expect(await unit.wait() == 0)
    }
}
