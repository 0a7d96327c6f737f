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

    @Test("Our head unit says what was recorded, all recordings at a time")
    func all() async throws {
        let heads = try Reactor()
        let apps = try Reactor()
        let names = try Recording.descriptions(inFolder: SharedData.path("vectors/sdl_core/")).map(\.name)
        #expect(names.count == 139)
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
