import FoundationEssentials
import Positioning
import Simulator
import TestKit
import Testing
import Transport

@Suite(
    "Recordings played over TCP and the control", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
    .timeLimit(.minutes(3)))
struct AppReplayTests {
    /// Plays a recording against the head unit it was made with.
    static func play(
        _ name: String, speed: PlaybackSpeed = .factor(1), heads: Reactor, apps: Reactor,
        playsHMI: Bool = true
    ) async throws -> AppReplayPlayer.Outcome {
        let recording = try Recording(path: SharedData.path("vectors/sdl_core/\(name).jsonl"))
        var module = try recording.module()
        module.activatesApps = false
        let unit = try await MockHeadUnit(module, on: heads)
        let address = try await unit.listen(port: 0)
        let path = "/tmp/replay-\(UInt64.random(in: 0...UInt64.max)).socket"
        let server = try await ControlServer(path: path, controlling: unit)
        let control = try await ControlClient(path: path, on: apps)
        let player = AppReplayPlayer(
            recording, host: "127.0.0.1", port: address.port, control: playsHMI ? control : nil, speed: speed,
            on: apps)
        let outcome = try await player.run()
        await control.close()
        await server.stop()
        await unit.stop()
        return outcome
    }

    @Test(
        "As fast as both sides can, without waiting for recorded moments",
        arguments: ["waypoints_full_flow", "consent_full_flow", "client_js", "waypoints_two_apps"])
    func fast(name: String) async throws {
        let outcome = try await Self.play(name, speed: .maximum, heads: try Reactor(), apps: try Reactor())
        #expect(outcome.difference == nil && outcome.refusals == [])
        #expect(outcome.linesCompared > 20)
    }

    @Test("Without the HMI's side the first difference is told: what the simulated navigation answers")
    func withoutHMI() async throws {
        let outcome = try await Self.play(
            "waypoints_hmi_error_codes", speed: .maximum, heads: try Reactor(), apps: try Reactor(), playsHMI: false)
        #expect(outcome.difference?.contains("connection 1, session 1") == true)
    }

    /// The short ones, or with DEEP in the environment all 139, which take 45 s.
    @Test("Our head unit says what was recorded, many recordings at a time")
    func all() async throws {
        let heads = try Reactor()
        let apps = try Reactor()
        let all = try Recording.descriptions(inFolder: SharedData.path("vectors/sdl_core/")).map(\.name)
        #expect(all.count == 139)
        let isFull = ProcessInfo.processInfo.environment["DEEP"] != nil
        let names = try all.filter { name in
            let end = try Recording(path: SharedData.path("vectors/sdl_core/\(name).jsonl")).events.last?.time ?? 0
            return isFull || end < 2.5
        }
        #expect(isFull || names.count > 60)
        var rest = names[...]
        let outcomes = try await withThrowingTaskGroup(of: (String, AppReplayPlayer.Outcome).self) { group in
            // More at a time would be late for lack of a processor.
            for name in rest.prefix(24) {
                rest.removeFirst()
                group.addTask { (name, try await Self.play(name, heads: heads, apps: apps)) }
            }
            var outcomes: [(String, AppReplayPlayer.Outcome)] = []
            while let outcome = try await group.next() {
                outcomes.append(outcome)
                guard let name = rest.popFirst() else { continue }
                group.addTask { (name, try await Self.play(name, heads: heads, apps: apps)) }
            }
            return outcomes
        }
        var lines = 0
        for (name, outcome) in outcomes {
            lines += outcome.linesCompared
            #expect(outcome.refusals == [], "\(name)")
            #expect(outcome.difference == nil, "\(name)")
        }
        print("Recordings replayed over TCP: \(outcomes.count), lines compared: \(lines)")
    }
}
