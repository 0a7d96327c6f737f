import Formats
import GNSS
import NMEA
import TestKit
import Testing

@testable import Positioning

@Suite("Positions for the caster")
struct GGAUpstreamTests {
    private static let noon = UTCTime(nanosecondsSince1970: 1_780_000_000_000_000_000)

    private static func sentence(_ line: String) -> GGA? {
        sentence([Array((line + "\r\n").utf8)])
    }

    private static func sentence(_ pieces: [[UInt8]]) -> GGA? {
        var decoder = NMEADecoder(options: .init(epochs: nil))
        for piece in pieces {
            for case .sentence(.gga(let sentence), _) in decoder.decode(piece) { return sentence }
        }
        return nil
    }

    private static let good = sentence("$GNGGA,120000.00,3203.9500,N,03446.4291,E,1,12,0.60,54.1,M,17.9,M,,*7E")

    @Test(
        "A sentence goes up as stated, or not at all", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
        arguments: VectorCase.all("gga-upstream-cases.json"))
    func cases(vector: VectorCase) throws {
        let wire = Array(((vector.object["in"]?.stringValue ?? "") + "\r\n").utf8)
        for split in [Splits.whole(wire), Splits.oneByOne(wire)] {
            var upstream = GGAUpstream(.init(), utcAtZero: Self.noon)
            if let sentence = Self.sentence(split.pieces) { upstream.offer(sentence, now: .zero) }
            let line = upstream.due(now: .zero)
            #expect(line == vector.object["out"]?.stringValue.map { Array(($0 + "\r\n").utf8) }, "\(split)")
        }
    }

    @Test(
        "On the way of the commands, by fixes, the same sentences go up with the same values",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"), arguments: VectorCase.all("gga-upstream-cases.json")
    )
    func fixes(vector: VectorCase) throws {
        var upstream = GGAUpstream(.init(), utcAtZero: Self.noon)
        // An epoch without a sentence of GGA, or with a bad one, has no fix that could go up; one that stands alone does.
        var decoder = NMEADecoder()
        let events = decoder.decode(Array(((vector.object["in"]?.stringValue ?? "") + "\r\n").utf8)) + decoder.finish()
        for case .epoch(let epoch) in events where !epoch.fix.isStale {
            upstream.offer(GGA(epoch.fix, talker: .gps), now: .zero)
        }
        let due = upstream.due(now: .zero)
        guard let out = vector.object["out"]?.stringValue.flatMap(Self.sentence) else {
            // What a receiver tells by RMC alone is a position all the same.
            #expect(due == nil || vector.object["name"] == "other-sentence")
            return
        }
        let line = String(decoding: try #require(due), as: UTF8.self)
        let sent = try #require(Self.sentence(String(line.dropLast())))
        #expect(line.utf8.count <= 82)
        #expect(sent.talker == .gps && sent.time == out.time && sent.quality == out.quality)
        #expect(sent.position?.coordinate == out.position?.coordinate)
        #expect(sent.satellitesUsed == out.satellitesUsed && sent.hdop?.value == out.hdop?.value)
        #expect(sent.altitude?.value == out.altitude?.value)
        #expect(sent.geoidSeparation?.value == out.geoidSeparation?.value)
    }

    @Test("The newest position goes at once, then at the interval")
    func interval() throws {
        var upstream = GGAUpstream(.init(), utcAtZero: Self.noon)
        #expect(upstream.nextTime(now: .zero) == nil)
        #expect(upstream.due(now: .zero) == nil)
        let good = try #require(Self.good)
        for second in 0..<30 {
            upstream.offer(good, now: .seconds(second))
            let isDue = upstream.due(now: .seconds(second)) != nil
            #expect(isDue == (second % 10 == 0))
        }
        #expect(upstream.sentCount == 3)
    }

    @Test("A position older than 30 s is not sent")
    func age() throws {
        var upstream = GGAUpstream(.init(), utcAtZero: Self.noon)
        upstream.offer(try #require(Self.good), now: .zero)
        #expect(upstream.hasPosition(now: .seconds(30)))
        #expect(!upstream.hasPosition(now: .seconds(31)))
        #expect(upstream.due(now: .seconds(31)) == nil)
        #expect(upstream.nextTime(now: .seconds(31)) == nil)
    }

    @Test("A position told again and again grows old by its own time")
    func repeated() throws {
        var upstream = GGAUpstream(.init(), utcAtZero: Self.noon)
        let good = try #require(Self.good)
        for second in 0...40 {
            upstream.offer(good, now: .seconds(second))
            #expect(upstream.hasPosition(now: .seconds(second)) == (second <= 30), "\(second)")
        }
        var next = good
        next.time = TimeOfDay(hour: 12, minute: 0, second: 41)
        upstream.offer(next, now: .seconds(41))
        #expect(upstream.hasPosition(now: .seconds(41)))
        next.time = TimeOfDay(hour: 12, minute: 0, second: 42)
        upstream.offer(next, now: .seconds(42), lateness: .seconds(25))
        #expect(upstream.hasPosition(now: .seconds(47)))
        #expect(!upstream.hasPosition(now: .seconds(48)))
    }

    @Test("A position that comes late is as old as its time says; clocks that differ for good do no harm")
    func late() throws {
        var configuration = NTRIPConfiguration(try NTRIPAddress(parsing: "ntrip://h/M"))
        configuration.upstream = .init()
        var machine = NTRIPClientMachine(configuration, utcAtZero: Self.noon)
        _ = machine.start(now: .zero)
        var sentence = try #require(Self.good)
        func offer(second: Int, at now: Int) -> Bool {
            sentence.time = TimeOfDay(hour: 12, minute: second / 60, second: second % 60)
            _ = machine.position(sentence, now: .seconds(now))
            return machine.upstream?.hasPosition(now: .seconds(now)) == true
        }
        #expect(offer(second: 100, at: 1))
        // What was held up somewhere for 41 s.
        #expect(!offer(second: 60, at: 2))
        #expect(offer(second: 102, at: 3))
        // A receiver whose clock was set back: late at first, right a minute later.
        #expect(!offer(second: 14, at: 15))
        #expect(offer(second: 64, at: 65))
    }

    @Test("A rover that moved sends early, though not within five seconds")
    func movement() throws {
        var upstream = GGAUpstream(.init(), utcAtZero: Self.noon)
        var good = try #require(Self.good)
        upstream.offer(good, now: .zero)
        _ = upstream.due(now: .zero)
        let place = try #require(good.position?.coordinate)
        good.position = ExactPosition(place.moved(by: 150, azimuth: 90))
        upstream.offer(good, now: .seconds(2))
        #expect(upstream.due(now: .seconds(2)) == nil)
        #expect(upstream.nextTime(now: .seconds(2)) == .seconds(5))
        let line = upstream.due(now: .seconds(5))
        #expect(line != nil)
    }

    @Test("A fixed position has the time of the clock and plausible fields")
    func fixed() throws {
        let place = try #require(GeodeticCoordinate(latitude: 32.0658, longitude: -34.7738))
        let upstream = GGAUpstream.Configuration(fixed: .init(place, altitude: 72.1))
        var engine = GGAUpstream(upstream, utcAtZero: try #require(UTCTime(secondsSince1970: 86_400 * 20_000)))
        let due = engine.due(now: .seconds(3661))
        let bytes = try #require(due)
        let line = String(decoding: bytes, as: UTF8.self)
        #expect(line.hasPrefix("$GPGGA,010101.00,3203.94800,N,03446.42800,W,1,12,1.0,72.1,M,0.0,M,,*"))
        #expect(Self.sentence(line) != nil)
        #expect(bytes.count <= 82)
    }

    @Test("Fields that a receiver leaves empty go up filled, and no satellites as some")
    func filled() throws {
        var upstream = GGAUpstream(.init(), utcAtZero: Self.noon)
        var bare = GGA(talker: .combined)
        bare.time = .midnight
        bare.position = Self.good?.position
        bare.quality = .autonomous
        for satellites in [nil, 0, 7] {
            bare.satellitesUsed = satellites
            upstream.offer(bare, now: .zero)
            upstream.restart()
            let line = upstream.due(now: .zero)
            let text = String(decoding: try #require(line), as: UTF8.self)
            let count = satellites == 7 ? "07" : "12"
            #expect(
                text.hasPrefix("$GPGGA,000000.00,3203.9500,N,03446.4291,E,1,\(count),1.0,0.0,M,0.0,M,,*"), "\(text)")
        }
    }

    @Test("A position that stands in for a missing one does not make the last one younger")
    func stale() {
        var upstream = GGAUpstream(.init(), utcAtZero: Self.noon)
        var fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 1, longitude: 2), quality: .rtkFixed,
            dimension: .threeDimensional)
        fix.timeOfDay = .midnight
        upstream.offer(fix, now: .zero)
        fix.isStale = true
        #expect(upstream.offer(fix, now: .seconds(20)) == false)
        #expect(!upstream.hasPosition(now: .seconds(31)))
    }

    @Test("Fewer decimals hide the place")
    func privacy() throws {
        var upstream = GGAUpstream(.init(decimals: 2), utcAtZero: Self.noon)
        upstream.offer(try #require(Self.good), now: .zero)
        let bytes = upstream.due(now: .zero)
        let line = String(decoding: try #require(bytes), as: UTF8.self)
        #expect(line.contains(",3203.95,N,03446.43,E,"))
    }

    @Test("Positions that are not numbers or have no time are not sent")
    func unusable() {
        var upstream = GGAUpstream(.init(), utcAtZero: Self.noon)
        var fix = Fix()
        fix.quality = .rtkFixed
        #expect(upstream.offer(fix, now: .zero) == false)
        fix.coordinate = GeodeticCoordinate(latitude: 1, longitude: 2)
        #expect(upstream.offer(fix, now: .zero) == false)
        fix.timeOfDay = .midnight
        fix.altitude = .nan
        #expect(upstream.offer(fix, now: .zero) == true)
        #expect(upstream.rejectedCount == 2)
    }
}
