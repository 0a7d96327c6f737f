import GNSS
import NMEA
import RTCM
import Testing
import Transport

@testable import Positioning

/// What a client publishes about its stream, and what it makes of the end of one.
@Suite("The client's account of a stream")
struct ClientStatusTests {
    /// 2026-11-30T12:00:00Z, a Monday.
    private static let noon = UTCTime(nanosecondsSince1970: 1_796_040_000_000_000_000)
    private let station = StationPosition(station: 1, x: 63_781_370_000, y: 0, z: 0).encoded()

    private func streaming(
        upstream: GGAUpstream.Configuration? = nil, utcAtZero: UTCTime = noon
    ) throws -> NTRIPClientMachine {
        var configuration = NTRIPConfiguration(try NTRIPAddress(parsing: "ntrip://caster.example/BASE1"))
        configuration.upstream = upstream
        configuration.waitsForPosition = false
        configuration.retry.jitter = 0
        var machine = NTRIPClientMachine(configuration, utcAtZero: utcAtZero)
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("ICY 200 OK\r\n".utf8), now: .zero)
        return machine
    }

    /// Observations of GPS without satellites (1077) at a time of the GPS week.
    private func observations(milliseconds: Int) throws -> RTCMFrame {
        var payload: [UInt8] = [0x43, 0x50, 0x07]
        payload += [22, 14, 6].map { UInt8(truncatingIfNeeded: milliseconds >> $0) }
        payload.append(UInt8(truncatingIfNeeded: milliseconds << 2))
        return try #require(RTCMFrame(payload: payload + [UInt8](repeating: 0, count: 15)))
    }

    /// Monday noon in milliseconds of the GPS week.
    private static let noonOfWeek = (86_400 + 43_200 + 18) * 1000

    @Test("The age of an epoch counts from when it was observed, and grows while nothing comes")
    func epochAge() throws {
        var machine = try streaming()
        #expect(machine.currentStatus.epochAge(now: .zero) == nil)
        _ = machine.received(try observations(milliseconds: Self.noonOfWeek + 3000).bytes, now: .milliseconds(4200))
        let status = machine.currentStatus
        #expect(status.epochAge(now: .milliseconds(4200)) == .known(.milliseconds(1200)))
        #expect(status.epochAge(now: .seconds(9)) == .known(.seconds(6)))
    }

    @Test("A clock that is wrong is told as such, and is no age", arguments: [-30, 4000])
    func wrongClock(seconds: Int) throws {
        var machine = try streaming()
        _ = machine.received(
            try observations(milliseconds: Self.noonOfWeek - seconds * 1000).bytes, now: .zero)
        #expect(machine.currentStatus.epochAge(now: .zero) == .clockWrong(by: .seconds(seconds)))
    }

    @Test("A wrong system clock is set right by the receiver's time")
    func receiverClock() throws {
        // An hour and a half behind.
        let wrong = UTCTime(nanosecondsSince1970: Self.noon.nanosecondsSince1970 - 5_400_000_000_000)
        var machine = try streaming(utcAtZero: wrong)
        var fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 0, longitude: 1), quality: .autonomous,
            dimension: .threeDimensional)
        fix.timeOfDay = TimeOfDay(hour: 12, minute: 0, second: 2)
        _ = machine.position(GGA(fix, talker: .gps), now: .seconds(2))
        _ = machine.received(try observations(milliseconds: Self.noonOfWeek + 2000).bytes, now: .seconds(3))
        #expect(machine.currentStatus.epochAge(now: .seconds(3)) == .known(.seconds(1)))
    }

    @Test("The distance to the station is told once both are known")
    func distance() throws {
        var machine = try streaming()
        _ = machine.received(try #require(station).bytes, now: .zero)
        #expect(machine.currentStatus.stationDistance == nil)
        let fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 0, longitude: 1), quality: .autonomous,
            dimension: .threeDimensional)
        _ = machine.position(GGA(fix, talker: .gps), now: .zero)
        let distance = try #require(machine.currentStatus.stationDistance)
        #expect(abs(distance - 111_319.49) < 0.01)
    }

    @Test("A good frame behind a false preamble is passed on when the stream ends")
    func hiddenFrame() throws {
        var machine = try streaming()
        let frame = try #require(station)
        _ = machine.received([0xD3, 0x03, 0xFF] + frame.bytes, now: .milliseconds(1))
        let actions = machine.closed(.endOfStream, now: .milliseconds(2))
        let frames = actions.flatMap { action -> [RTCMFrame] in
            if case .frames(let frames) = action { frames } else { [] }
        }
        #expect(frames.map(\.bytes) == [frame.bytes])
        #expect(machine.currentStatus.skippedBytes == 3)
    }

    @Test("An interruption is a gap; the user's own end is none")
    func gaps() throws {
        let frame = try #require(station)
        var machine = try streaming()
        _ = machine.received(frame.bytes, now: .seconds(1))
        _ = machine.closed(.endOfStream, now: .seconds(2))
        #expect(machine.currentStatus.gaps == 1)
        var stopped = try streaming()
        _ = stopped.received(frame.bytes, now: .seconds(1))
        _ = stopped.stop(now: .seconds(2))
        #expect(stopped.currentStatus.gaps == 0)
    }

    @Test("A caster that waits for a position has a minute from the first one on")
    func firstPosition() throws {
        var machine = try streaming(upstream: .init())
        var fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 0, longitude: 1), quality: .autonomous,
            dimension: .threeDimensional)
        fix.timeOfDay = .midnight
        let first = machine.position(GGA(fix, talker: .gps), now: .seconds(25))
        #expect(!first.isEmpty)
        for second in stride(from: 25, to: 85, by: 5) {
            _ = machine.position(GGA(fix, talker: .gps), now: .seconds(second))
            _ = machine.advance(to: .seconds(second))
        }
        #expect(machine.state == .waitingForData)
        _ = machine.advance(to: .seconds(85))
        guard case .backingOff(let failure, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.kind == .noData)
    }

    @Test("Positions that the connection did not take do not count as sent")
    func droppedPosition() throws {
        var machine = try streaming(upstream: .init(fixed: .init(try #require(.init(latitude: 1, longitude: 2)))))
        // One in the header, one on the stream.
        #expect(machine.currentStatus.positionsSent == 2)
        machine.positionDropped(byteCount: 70)
        #expect(machine.currentStatus.positionsSent == 1)
    }

    @Test("A table that ends without a line end is complete, as soon as the caster closes")
    func shortTable() throws {
        let configuration = NTRIPConfiguration(try NTRIPAddress(parsing: "ntrip://caster.example/"))
        for body in ["ENDSOURCETABLE", "STR;A;B;RTCM 3;\r\nENDSOURCETABLE"] {
            var machine = NTRIPClientMachine(configuration, utcAtZero: Self.noon)
            _ = machine.start(now: .zero)
            _ = machine.connected(now: .zero)
            var actions = machine.received(Array(("SOURCETABLE 200 OK\r\n" + body).utf8), now: .zero)
            actions += machine.closed(.endOfStream, now: .zero)
            let tables = actions.compactMap { if case .table(let table) = $0 { table } else { nil } }
            #expect(tables.count == 1)
            #expect(tables.first?.isComplete == true, "\(body)")
        }
    }
}
