import Formats
import GNSS
import HeadUnit
import Positioning
import Simulator
import Synchronization
import Testing
import Web

@testable import Dashboard

@Suite("What the dashboard keeps")
struct LogTests {
    /// Lines of connections that open and close.
    private func lines(_ count: Int) -> [TrafficTranscript.Line] {
        var transcript = TrafficTranscript()
        return (0..<count).flatMap { transcript.take($0, .milliseconds($0), .opened(peer: "peer \($0)")) }
    }

    @Test("drops the oldest rows at its bound, and tells a slow reader how many it missed")
    func bound() {
        let bulletin = Bulletin()
        var bookmark = Bulletin.Bookmark()
        func read() -> (missed: Int, rows: [Int]) {
            var result: (missed: Int, rows: [Int]) = (0, [])
            while let message = bulletin.next(after: &bookmark) {
                guard let log = (try? JSONValue(parsing: message.bytes))?["log"] else { continue }
                result.missed += Int(log["missed"]?.intValue ?? 0)
                result.rows += (log["rows"]?.arrayValue ?? []).compactMap { $0["n"]?.intValue }.map { Int($0) }
            }
            return result
        }
        bulletin.withState { state in for line in lines(300) { state.log.take(line, epoch: 0) } }
        let first = read()
        #expect(first.missed == 0 && first.rows == Array(1...300))
        bulletin.withState { state in for line in lines(TrafficLog.rowLimit + 500) { state.log.take(line, epoch: 0) } }
        let second = read()
        #expect(second.missed == 500 && second.rows == Array(801...(800 + TrafficLog.rowLimit)))
        #expect(bulletin.next(after: &bookmark) == nil)
        bulletin.withState { state in
            #expect(state.log.row(800) == nil && state.log.row(801) != nil && state.log.row(9999) == nil)
        }
    }

    @Test("is bounded in bytes, however large the messages are")
    func bytes() {
        var transcript = TrafficTranscript()
        var log = TrafficLog()
        for number in 0..<20 {
            let bytes = [UInt8](repeating: UInt8(number), count: 500_000)
            for line in transcript.take(1, .milliseconds(number), .bytes(.fromApp, bytes)) { log.take(line, epoch: 0) }
        }
        #expect(log.recording.count <= TrafficLog.byteLimit + 2_000_000)
    }

    @Test("loses the oldest traffic when nobody takes it, and counts that")
    func intake() {
        let calls = Mutex(0)
        let intake = Intake(wake: { calls.withLock { $0 += 1 } })
        for number in 0..<1000 {
            intake.traffic(1, .milliseconds(number), .bytes(.fromApp, [UInt8](repeating: 0, count: 50_000)))
        }
        let content = intake.take()
        #expect(content.trafficBytes <= 8 << 20 && content.traffic.count + content.lostTraffic == 1000)
        #expect(content.traffic.last?.time == .milliseconds(999))
        #expect(calls.withLock { $0 } == 1)
        #expect(intake.take().traffic.isEmpty)
        intake.changed()
        #expect(calls.withLock { $0 } == 2)
    }

    @Test("thins a long track out, and says that it is another one")
    func track() throws {
        var track = TrackKeeper()
        for number in 0...TrackKeeper.limit {
            let place = GeodeticCoordinate(latitude: Double(number) / 1000, longitude: 8)
            track.take(Location(fix: Fix(coordinate: place, quality: .autonomous)))
        }
        #expect(track.generation == 2 && track.points.count <= TrackKeeper.limit / 2 + 1)
        let same = GeodeticCoordinate(latitude: Double(TrackKeeper.limit) / 1000, longitude: 8)
        let count = track.points.count
        track.take(Location(fix: Fix(coordinate: same, quality: .autonomous)))
        #expect(track.points.count == count)
        track.take(Location(fix: Fix(coordinate: same, quality: .rtkFixed)))
        #expect(track.points.count == count + 1)
        track.clear()
        #expect(track.points.isEmpty && track.generation == 3)
    }
}
