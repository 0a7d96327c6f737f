import SDLProtocol
import Simulator
import Testing

@Suite("What a replay takes from a head unit")
struct AppReplayBoundTests {
    @Test("ends where it is far more than was recorded")
    func flood() throws {
        let lines = """
            {"t": 0, "conn": 1, "dir": "event", "note": "tcp connected"}
            {"t": 0, "conn": 1, "dir": "app->hu", "hex": "1007000000000000"}
            {"t": 9, "conn": 1, "dir": "hu->app", "hex": "1007000000000000"}
            """
        let recording = try Recording(Recording.Description(name: "short"), appSide: Array(lines.utf8)) { _ in [] }
        var replay = AppReplay(recording, zero: .zero)
        #expect(replay.timePassed(now: .milliseconds(1)).count == 2)
        let header = FrameHeader(
            version: 5, type: .consecutive, service: .rpc, info: 1, sessionID: 1, messageID: 1)
        let part = Frame(header: header, payload: [UInt8](repeating: 0x20, count: 60_000)).encode()
        var taken = 0
        while !replay.isFlooded, taken < 64 << 20 {
            replay.received(part, on: 1, now: .milliseconds(2))
            taken += part.count
        }
        #expect(replay.isFlooded && taken > 8 << 20 && taken < 9 << 20)
        let actions = replay.timePassed(now: .milliseconds(3))
        #expect(actions == [.close(connection: 1), .finish] && replay.isOver)
        #expect(replay.timePassed(now: .milliseconds(4)).isEmpty)
    }
}
