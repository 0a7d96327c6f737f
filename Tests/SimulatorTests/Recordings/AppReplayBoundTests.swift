import Formats
import HeadUnit
import SDLProtocol
import Simulator
import Testing

@Suite("What a replay takes from a head unit")
struct AppReplayBoundTests {
    /// Under way: the app has asked for a heartbeat, and waits for the answer.
    private func replay() throws -> AppReplay {
        let lines = """
            {"t": 0, "conn": 1, "dir": "event", "note": "tcp connected"}
            {"t": 0, "conn": 1, "dir": "app->hu", "hex": "1007000000000000"}
            {"t": 9, "conn": 1, "dir": "hu->app", "hex": "1007000000000000"}
            """
        let recording = try Recording(Recording.Description(name: "short"), appSide: Array(lines.utf8)) { _ in [] }
        var replay = AppReplay(recording, zero: .zero)
        #expect(replay.timePassed(now: .milliseconds(1)).count == 2)
        return replay
    }

    /// It is due at once that it ends, once.
    private func expectEnd(of replay: inout AppReplay) throws {
        #expect(try #require(replay.nextDeadline) <= .milliseconds(2))
        let actions = replay.timePassed(now: .milliseconds(2))
        #expect(actions == [.close(connection: 1), .finish] && replay.isOver)
        #expect(replay.nextDeadline == nil && replay.timePassed(now: .milliseconds(4)).isEmpty)
    }

    private static func frame(_ type: FrameType, _ payload: [UInt8]) -> [UInt8] {
        let header = FrameHeader(version: 5, type: type, service: .rpc, info: 1, sessionID: 1, messageID: 1)
        return Frame(header: header, payload: payload).encode()
    }

    /// A notification with a list of 29 991 numbers.
    private static let numbers =
        [0x20, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0xEA, 0x4F] + Array("[0\(String(repeating: ",0", count: 29_990))]".utf8)

    @Test(
        "ends where it is far more than was recorded",
        arguments: [
            (frame(.consecutive, [UInt8](repeating: 0x20, count: 60_000)), (8 << 20)...(9 << 20)),
            // Little on the wire, and much in memory.
            (frame(.single, numbers), (1 << 20)...(3 << 20)),
            ([0x10, 0x07, 0, 0, 0, 0, 0, 0], (1 << 18)...(3 << 20)),
        ])
    func flood(part: [UInt8], range: ClosedRange<Int>) throws {
        var replay = try replay()
        var taken = 0
        while !replay.isFlooded, taken < 16 << 20 {
            replay.received(part, on: 1, now: .milliseconds(2))
            taken += part.count
        }
        #expect(replay.isFlooded && range.contains(taken), "\(taken)")
        try expectEnd(of: &replay)
    }

    @Test("ends where the HMI is told far more than was recorded", arguments: [true, false])
    func floodOfHMI(isAsked: Bool) throws {
        var replay = try replay()
        let parameters: JSONValue = ["text": .string(String(repeating: "x", count: 1 << 20))]
        var count = 0
        while !replay.isFlooded, count < 100 {
            if isAsked {
                let request = HMIRequest(id: count, method: HMIMethod(rawValue: "UI.Show"), parameters: parameters)
                _ = replay.asked(request, now: .milliseconds(2))
            } else {
                let notification = HMINotification(HMIMethod(rawValue: "UI.OnShown"), parameters: parameters)
                replay.told(notification, now: .milliseconds(2))
            }
            count += 1
        }
        #expect(replay.isFlooded && count == 32 && replay.ours.toHMI.count == 31)
        try expectEnd(of: &replay)
    }
}
