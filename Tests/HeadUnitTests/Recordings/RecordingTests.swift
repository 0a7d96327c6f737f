import TestKit
import Testing

@testable import HeadUnit

@Suite("Recordings of a real head unit", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct RecordingTests {
    @Test(
        "Our head unit says the same frames in the same order with the same values",
        arguments: [
            "handshake_v5_header", "handshake_v1_header_bson", "register_and_unregister", "waypoints_full_flow",
            "waypoints_subscribe_twice", "waypoints_two_apps", "waypoints_two_sessions_one_connection",
            "waypoints_in_none", "waypoints_levels", "cached_waypoints", "end_service_registered",
            "requests_before_register", "requests_after_unregister", "old_app_4_4", "old_app_3_0",
            "client_js_late",
        ])
    func sameFrames(name: String) throws {
        let replay = Replay(try Recording(name), configuration: try RecordedModule.configuration())
        for connection in replay.recorded.keys.sorted() {
            let expected = replay.recorded[connection] ?? []
            let said = replay.said[connection] ?? []
            compare(said.filter { !$0.mayFloat }, expected.filter { !$0.mayFloat }, "\(name), connection \(connection)")
            for header in Set((said + expected).filter(\.mayFloat).map(\.header)) {
                compare(
                    said.filter { $0.header == header }, expected.filter { $0.header == header },
                    "\(name), connection \(connection), \(header)")
            }
        }
    }

    private func compare(_ said: [Replay.Said], _ expected: [Replay.Said], _ place: String) {
        for index in 0..<max(said.count, expected.count) {
            let ours = index < said.count ? said[index] : nil
            let theirs = index < expected.count ? expected[index] : nil
            guard ours != theirs else { continue }
            Issue.record(
                "\(place), frame \(index + 1):\n  said     \(ours.map(String.init(describing:)) ?? "nothing")\n  recorded \(theirs.map(String.init(describing:)) ?? "nothing")"
            )
            return
        }
    }
}
