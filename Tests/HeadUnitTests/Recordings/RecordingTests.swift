import TestKit
import Testing

@Suite("Recordings of a real head unit", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct RecordingTests {
    /// Recordings of which a part cannot be the same, the place from which on it is not compared, and why.
    static let exceptions: [String: String] = [
        "link_lost_abruptly": "the level comes back 3 s after the second registration: resumption is not built yet",
        "app_service_provider": "an app that provides a navigation service: app services are not built yet",
    ]

    /// Lines that the recorded head unit read before those in front of them, which came at the same moment on another
    /// connection.
    private static let readFirst: Set<String> = ["waypoints_overlapping_subscriptions:35"]

    static func inOrderOfArrival(_ events: [Recording.Event]) -> [Recording.Event] {
        var events = events
        for index in events.indices.dropFirst() where readFirst.contains(events[index].place) {
            events.swapAt(index - 1, index)
        }
        return events
    }

    @Test("Our head unit says the same frames in the same order with the same values", .timeLimit(.minutes(3)))
    func sameFrames() throws {
        let wanted = try Recording.named(inRows: ["P", "G", "S", "O", "N", "Y", "C", "L", "F"])
        var recordings = 0
        var lines = 0
        for description in try Recording.all() where wanted.contains(description.name) {
            let replay = Replay(try Recording(description), module: try RecordedModule(description))
            var comparison = Comparison()
            comparison.compare(replay)
            recordings += 1
            lines += comparison.linesCompared
            if Self.exceptions[description.name] != nil { continue }
            for difference in comparison.differences {
                Issue.record("\(description.name), \(difference)")
            }
        }
        print("recordings replayed: \(recordings), lines compared: \(lines)")
    }
}
