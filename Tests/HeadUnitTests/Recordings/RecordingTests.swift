import Simulator
import TestKit
import Testing

@Suite("Recordings of a real head unit", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct RecordingTests {
    /// The recordings that show rows of the sections about pipeline, waypoints, registration, policy, capabilities,
    /// levels and sessions.
    private static func wanted() throws -> [Recording.Description] {
        let names = try named(inRows: ["P", "G", "S", "O", "N", "Y", "C", "L", "F", "V", "R"])
        return try Recording.descriptions(inFolder: SharedData.path("vectors/sdl_core/")).filter {
            names.contains($0.name)
        }
    }

    /// The recordings in which rows of some letters are seen.
    private static func named(inRows letters: Set<Character>) throws -> Set<String> {
        let rows = try SharedData.lines("vectors/sdl_core/rows.tsv").dropFirst()
        return Set(
            rows.compactMap { row in
                let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
                guard fields.count > 1, let letter = fields[0].first, letters.contains(letter) else { return nil }
                return String(fields[1])
            })
    }

    @Test("Our head unit says the same frames in the same order with the same values", .timeLimit(.minutes(3)))
    func sameFrames() throws {
        var recordings = 0
        var lines = 0
        for description in try Self.wanted() {
            let recording = try Recording(path: description.path)
            let replay = Replay(recording, module: try recording.module())
            var comparison = RecordingComparison()
            comparison.compare(description.name, replay.replay.ours, replay.replay.theirs)
            recordings += 1
            #expect(replay.inconsistencies == [], "\(description.name)")
            lines += comparison.linesCompared
            let isOutOfStep = replay.replay.isOutOfStep
            #expect(!isOutOfStep, "\(description.name)")
            for difference in comparison.differences { Issue.record("\(description.name), \(difference)") }
        }
        #expect(recordings == 139)
        #expect(RecordingException.ownCount <= 10)
        let named = RecordingException.all.count - RecordingException.ownCount
        print(
            "Recordings replayed: \(recordings), lines compared: \(lines), exceptions: "
                + "\(RecordingException.ownCount), and \(named) that the README names")
    }

    @Test("Recordings with damaged bytes never trap, and leave no session behind", arguments: 0..<4)
    func damaged(part: Int) throws {
        var random = SplitMix64(seed: UInt64(part) + 1)
        for (index, description) in try Self.wanted().enumerated() where index % 4 == part {
            let recording = try Recording(path: description.path)
            // The longest ones would take most of the time and hold nothing of their own.
            guard recording.events.count < 250 else { continue }
            let replay = Replay(recording.damaged(&random), module: try recording.module(), closesAll: true)
            #expect(replay.sessionsLeft == 0, "\(description.name)")
            #expect(replay.appsLeft == 0, "\(description.name)")
            #expect(replay.inconsistencies == [], "\(description.name)")
        }
    }
}

extension Recording.Description {
    /// The file of the app side.
    var path: String { SharedData.path("vectors/sdl_core/\(name).jsonl") }
}

extension Recording {
    /// The same conversation with some of the app's bytes changed, lost or doubled.
    func damaged(_ random: inout SplitMix64) -> Recording {
        var copy = self
        copy.events = events.map { event in
            guard case .fromApp(let connection, var bytes) = event.line, !bytes.isEmpty,
                Int.random(in: 0..<3, using: &random) == 0
            else { return event }
            for _ in 0...Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
                case 2: bytes.remove(at: place)
                default: bytes.insert(bytes[place], at: place)
                }
            }
            return Event(time: event.time, place: event.place, line: .fromApp(connection: connection, bytes))
        }
        return copy
    }
}
