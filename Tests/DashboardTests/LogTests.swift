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
        // Each byte is two digits in what is kept.
        for number in 0..<30 {
            let bytes = [UInt8](repeating: UInt8(number), count: 300_000)
            for line in transcript.take(1, .milliseconds(number), .bytes(.fromApp, bytes)) { log.take(line, epoch: 0) }
        }
        #expect(log.recording.count <= TrafficLog.byteLimit + 2_000_000)
        #expect(log.recording.count > TrafficLog.byteLimit / 2)
    }

    @Test("keeps no room that its texts do not need")
    func room() {
        var transcript = TrafficTranscript()
        var log = TrafficLog()
        for number in 0..<100 {
            let bytes = [UInt8](repeating: UInt8(number), count: 37 * number)
            for line in transcript.take(1, .milliseconds(number), .bytes(.fromApp, bytes)) { log.take(line, epoch: 0) }
        }
        #expect(log.keptRows.count > 50)
        for row in log.keptRows {
            for text in [row.brief] + row.lines.map(\.text) { #expect(text.capacity < text.count + 64) }
        }
    }

    /// A frame of the RPC service: protocol version 5, and 12 bytes of header.
    private func frame(_ type: UInt8, info: UInt8, session: UInt8, message: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let size = payload.count
        return [5 << 4 | type, 7, info, session] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
            + [0, 0, 0, message] + payload
    }

    /// The frames of a message of so many, the last one left out where it is not to end.
    private func frames(_ count: Int, session: UInt8, size: Int = 100, ends: Bool = true) -> [[UInt8]] {
        let total = count * size
        let first =
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: total >> $0) } + [0, 0, 0, UInt8(truncatingIfNeeded: count)]
        let rest = (1...count).map { number in
            frame(
                3, info: number == count ? 0 : UInt8(number % 255 + 1), session: session, message: 1,
                [UInt8](repeating: UInt8(number % 255), count: size))
        }
        return [frame(2, info: 0, session: session, message: 1, first)] + (ends ? rest : Array(rest.dropLast()))
    }

    @Test("keeps every frame of a long message, in the order of the wire where messages lie in each other")
    func longMessages() {
        var transcript = TrafficTranscript()
        var log = TrafficLog()
        var sent = 0
        for (one, other) in zip(frames(100, session: 1), frames(100, session: 2)) {
            for bytes in [one, other] {
                sent += 1
                for line in transcript.take(1, .milliseconds(sent), .bytes(.fromApp, bytes)) {
                    log.take(line, epoch: 0)
                }
            }
        }
        #expect(log.keptRows.count == 2)
        let lines = log.recording.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue(parsing: Array($0)) }
        #expect(sent == 202 && lines.count == 202)
        let times = lines.compactMap { $0["t"]?.doubleValue }
        #expect(times == times.sorted())
    }

    @Test("bounds what messages without an end may hold, tells what is missing, and shows what a connection left over")
    func unfinished() throws {
        var transcript = TrafficTranscript()
        var log = TrafficLog()
        func take(_ connection: Int, _ bytes: [UInt8]) {
            for line in transcript.take(connection, .zero, .bytes(.fromApp, bytes)) { log.take(line, epoch: 0) }
        }
        for connection in 1...24 {
            for bytes in frames(15, session: 1, size: 20_000, ends: false) { take(connection, bytes) }
        }
        #expect(log.keptRows.isEmpty)
        #expect(log.heldBytes <= TrafficLog.byteLimit && log.heldBytes > 1_000_000)
        // The last frame of the first message, whose others had to go.
        take(1, try #require(frames(15, session: 1, size: 20_000).last))
        let row = try JSONValue(parsing: try #require(log.row(1)).brief)
        #expect(row["missing"] == 15)
        for line in transcript.take(24, .zero, .closed(by: .app)) { log.take(line, epoch: 0) }
        let left = try JSONValue(parsing: try #require(log.row(2)).brief)
        #expect(left["name"] == "message without its end" && left["conn"] == 24)
        #expect(log.row(2)?.lines.isEmpty == false)
        for connection in 2...23 {
            for line in transcript.take(connection, .zero, .closed(by: .app)) { log.take(line, epoch: 0) }
        }
        #expect(log.heldBytes <= TrafficLog.byteLimit)
    }

    @Test("tells a reader who reads a message at a time of positions and of the log in turn")
    func turns() {
        let bulletin = Bulletin()
        var bookmark = Bulletin.Bookmark()
        var kinds: [String] = []
        for number in 0..<200 {
            bulletin.withState { state in
                state.position.set(Array("{\"position\":\(number)}".utf8))
                for line in lines(1) { state.log.take(line, epoch: 0) }
            }
            guard let message = bulletin.next(after: &bookmark) else { continue }
            guard case .object(let members)? = try? JSONValue(parsing: message.bytes) else { continue }
            kinds += members.keys
        }
        #expect(kinds.count { $0 == "log" } > 50 && kinds.count { $0 == "position" } > 50, "\(Set(kinds))")
    }

    @Test("keeps nothing when nobody will take it any more")
    func intakeEnds() {
        let intake = Intake(wake: {})
        intake.end()
        intake.traffic(1, .zero, .bytes(.fromApp, [1, 2, 3]))
        #expect(intake.take().traffic.isEmpty)
    }

    @Test(
        "loses the oldest traffic when nobody takes it, and counts that",
        arguments: [(1000, 50_000), (1041, 8_000), (200_000, 3), (3, 9 << 20)])
    func intake(count: Int, size: Int) {
        let calls = Mutex(0)
        let intake = Intake(wake: { calls.withLock { $0 += 1 } })
        let bytes = [UInt8](repeating: 0, count: size)
        for number in 0..<count { intake.traffic(1, .milliseconds(number), .bytes(.fromApp, bytes)) }
        var kept: [Intake.Traffic] = []
        var content = intake.take()
        let lost = content.lostTraffic
        kept += content.traffic
        while content.hasMore {
            content = intake.take()
            kept += content.traffic
            #expect(content.lostTraffic == 0)
        }
        #expect(lost > 0 && kept.count + lost == count)
        #expect(kept.map(\.time) == (lost..<count).map { .milliseconds($0) })
        let keptBytes = kept.reduce(0) { $0 + $1.byteCount }
        #expect(keptBytes <= 8 << 20 && (keptBytes >= 4 << 20 || size > 8 << 20))
        #expect(calls.withLock { $0 } == 1)
        #expect(intake.take().traffic.isEmpty)
        intake.changed()
        #expect(calls.withLock { $0 } == 2)
    }

    @Test("hands a flood of traffic over in parts, and the newest position with the first")
    func flood() {
        let calls = Mutex(0)
        let intake = Intake(wake: { calls.withLock { $0 += 1 } })
        let count = Intake.trafficAtATime * 2 + 7
        for number in 0..<count { intake.traffic(1, .milliseconds(number), .bytes(.fromApp, [1, 2, 3])) }
        intake.moved(Location(fix: Fix(coordinate: GeodeticCoordinate(latitude: 1, longitude: 2))))
        let parts = [intake.take(), intake.take(), intake.take(), intake.take()]
        #expect(parts.map(\.hasMore) == [true, true, false, false])
        #expect(parts.map(\.locations.count) == [1, 0, 0, 0])
        #expect(parts.flatMap { $0.traffic.map(\.time) } == (0..<count).map { .milliseconds($0) })
        #expect(parts.map(\.traffic.count) == [Intake.trafficAtATime, Intake.trafficAtATime, 7, 0])
        #expect(calls.withLock { $0 } == 1)
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
