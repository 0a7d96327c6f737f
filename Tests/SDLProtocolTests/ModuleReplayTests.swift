import Formats
import SDLProtocol
import TestKit
import Testing

/// Recorded sessions of sdl_core played against the head unit's machine with the habits of sdl_core.
///
/// The app's bytes go in at their times. What the head unit above the machine decided (RPC messages, the grant of
/// audio and video, the end of a session for reasons of its own) is taken from the recording; all else, and every
/// header with its message id, must come out as recorded. Documents are compared by keys and values.
@Suite(
    "Recordings: the head unit's frames", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
    .timeLimit(.minutes(1)))
struct ModuleReplayTests {
    @Test("the head unit sends the frames of the recording", arguments: Recording.all)
    func replay(_ recording: Recording) throws {
        var replay = ModuleReplay(recording)
        try replay.play(try recording.lines())
    }

    @Test(
        "what a careful head unit sends differs only where sdl_core is odd",
        arguments: [
            "handshake_v5_header", "handshake_v1_header_bson", "handshake_bson_versions", "start_service_twice",
            "heartbeat_not_answered", "heartbeat_head_asks_answered", "secondary_transport_registration",
            "head_max_protocol_3", "head_max_protocol_4", "framing_garbage_then_good", "framing_malformed_flood",
        ])
    func careful(_ name: String) throws {
        let recording = try #require(Recording.all.first { $0.name == name })
        var replay = ModuleReplay(recording, configuration: .predictable)
        try replay.play(try recording.lines())
    }
}
