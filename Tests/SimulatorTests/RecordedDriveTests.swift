import Formats
import GNSS
import NMEA
import Navigation
import Positioning
import TestKit
import Testing

/// The recorded drives from the file's bytes to what the navigation reports, with a clock that the test turns.
@Suite("Recorded drives along their routes", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct RecordedDriveTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let drive: String
        let speed: PlaybackSpeed
        /// Every line is damaged with a chance of 1 in 20, by this seed.
        var damage: UInt64?

        var testDescription: String { "\(drive), \(speed)\(damage.map { ", damaged \($0)" } ?? "")" }
    }

    static let cases: [Case] = ["redlands", "mount-rose", "mountain-view"].flatMap { drive in
        [
            Case(drive: drive, speed: .factor(1)), Case(drive: drive, speed: .factor(10)),
            Case(drive: drive, speed: .maximum), Case(drive: drive, speed: .factor(1), damage: 1),
            Case(drive: drive, speed: .maximum, damage: 2),
        ]
    }

    @Test("Each stop is passed once, in order, at its time, at any speed and with damaged lines", arguments: cases)
    func sequence(of test: Case) throws {
        let expected = try JSONValue(parsing: try SharedData.bytes("corpus/drives/\(test.drive).expect.json"))
        let stops = try #require(expected["stops"]?.arrayValue)
        let route = try Route(parsing: try SharedData.bytes("corpus/drives/\(test.drive).gpx"))
        var log = try SharedData.bytes("corpus/drives/\(test.drive).log")
        if let seed = test.damage { log = Self.damaged(log, seed: seed) }

        var decoder = NMEADecoder()
        var pacer = PlaybackPacer(speed: test.speed)
        var progress = RouteProgress(route: route)
        var now = Duration.zero
        var passed: [String] = []
        var times: [String] = []
        for event in decoder.decode(log) + decoder.finish() {
            guard case .epoch(let epoch) = event else { continue }
            now = pacer.due(epoch.fix, now: now)
            for event in progress.fixReceived(epoch.fix) {
                switch event {
                case .waypointPassed(let index, _): passed.append(route.waypoints[index].name ?? "")
                case .arrived: passed.append(route.waypoints.last?.name ?? "")
                default: continue
                }
                times.append(epoch.fix.time?.iso8601(fractionDigits: 3) ?? "")
            }
        }
        #expect(passed == stops.compactMap { $0["name"]?.stringValue })
        if test.damage == nil { #expect(times == stops.compactMap { $0["reached"]?["time"]?.stringValue }) }
        // The clock went as far as the drive took, divided by the speed.
        let duration = try #require(expected["duration_s"]?.doubleValue)
        switch test.speed {
        case .maximum: #expect(now == .zero)
        case .factor(let factor):
            let played = Double(now.components.seconds) + Double(now.components.attoseconds) / 1e18
            #expect(abs(played - duration / factor) < (test.damage == nil ? 0.01 : 5))
        }
    }

    private static func damaged(_ log: [UInt8], seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var bytes = log
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if end > start, Int.random(in: 0..<20, using: &random) == 0 {
                bytes[Int.random(in: start..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<7, using: &random)
            }
            start = end + 1
        }
        return bytes
    }
}
