import GNSS
import Glibc
import TestKit
import Testing

@testable import NMEA

/// Symptoms from public bug reports of other programs, by the numbers of `reference/nmea.md` 19.
///
/// Rows whose whole point is one sentence are in `BugSentenceTests` (`bug-sentences.tsv`); `elsewhere` says where the
/// others are.
@Suite("Public reports")
struct PublicReportTests {
    /// Rows tested in other suites, by one sentence of `bug-sentences.tsv` (named) or a whole suite.
    static let elsewhere: [Int: String] = [
        1: "prec-8", 2: "vtg-empty long-86", 3: "long-86", 4: "zero-lead", 5: "long-rust", 6: "long-83", 7: "prec-8",
        9: "gsv-sig-short gsv-1-sat", 10: "gsv-sig-hex", 11: "gsv-sig-hex", 13: "gsa-sys-1 gsa-sys-4", 15: "gsv-bds-37",
        27: "time-6", 31: "gga-nofix date-0", 33: "rmc-void-time rmc-void-pos", 38: "lat-3-deg", 39: "lon-no-lead-zero",
        40: "lon-4-digit", 41: "lon-10-26", 42: "dec-3", 43: "neg-lon", 47: "rmc-var-empty",
        48: "rmc-no-course vtg-no-course", 49: "rmc-nav-V", 50: "rmc-nav-C", 52: "gns-6", 54: "lower-ck", 55: "ck-00",
        56: "no-ck", 57: "bit-error", 58: "truncated gsv-short; MutationTests", 60: "tag-time tag-source tag-group",
        61: "ais-dollar", 72: "rmc-status-L", 74: "CuttingTests",
    ]

    /// Rows that do not concern a parser: what a program showed, sent to an autopilot, or cannot know.
    static let notApplicable: [Int: String] = [
        44: "output of another program in degrees instead of minutes",
        68: "order in which a chart program sends legs",
    ]

    static let here: Set<Int> = [
        8, 12, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 29, 30, 32, 34, 35, 36, 37, 45, 46, 51, 53, 59, 62,
        63,
        64,
        65, 66, 67, 69, 70, 71, 73,
    ]

    @Test("every row has a test or a reason")
    func complete() {
        let all = Self.here.union(Self.elsewhere.keys).union(Self.notApplicable.keys)
        #expect(all == Set(1...74))
        #expect(Self.here.count + Self.elsewhere.count + Self.notApplicable.count == 74)
    }

    private func read(_ bodies: String..., options: EpochOptions = EpochOptions()) -> Reading {
        Reading(bodies.map(Reading.sentence).joined(), epochs: options)
    }

    private let fix1 = "GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,"
    private let rmc1 = "GNRMC,100000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,010724,,,A"

    @Test("8, 63: long sentences are taken")
    func longSentences() {
        let satellites = (1...24).map { "\($0),U,100,45,40,064" }.joined(separator: ",")
        let reading = read("PUBX,03,24," + satellites)
        guard case .pubx03(let sentence) = reading.sentence else {
            Issue.record("not read")
            return
        }
        #expect(sentence.entries.count == 24 && sentence.entries.last?.number == 24)
    }

    @Test(
        "12: the count of fields tells whether there is a signal id",
        arguments: [
            ("GPGSV,1,1,01,05,10,020,30", 1, nil, nil), ("GPGSV,1,1,01,05,10,020,30,7", 1, 7, nil),
            ("PQGSV,1,1,01,05,10,020,30,0,4", 1, 0, 4), ("GPGSV,1,1,00", 0, nil, nil), ("GPGSV,1,1,00,1", 0, 1, nil),
        ] as [(String, Int, UInt8?, UInt8?)])
    func signalField(body: String, count: Int, signal: UInt8?, system: UInt8?) {
        let gsv = read(body).gsv
        #expect(gsv?.entryCount == count)
        #expect(gsv?.signalID == signal)
        #expect(gsv?.systemID == system)
    }

    @Test("12: three fields too many are no layout")
    func brokenLayout() {
        #expect(read("GPGSV,1,1,01,05,10,020,30,1,2,3").statistics.malformed == 1)
    }

    @Test("14: GSA of several systems are united")
    func union() {
        let reading = read("GNGSA,A,3,05,12,,,,,,,,,,,1,1,1,1", "GNGSA,A,3,70,71,,,,,,,,,,,1,1,1,2")
        #expect(reading.used == ["GLONASS 6", "GLONASS 7", "GPS 12", "GPS 5"])
    }

    @Test("16: rows may be numbered by signal or over several signals")
    func numbering() {
        let bySignal = read(
            fix1, "GPGSV,1,1,01,05,10,020,30,1", "GPGSV,1,1,01,05,10,020,25,6", "GLGSV,1,1,01,70,10,020,30,1")
        let through = read(
            fix1, "GPGSV,2,1,02,05,10,020,30,1", "GPGSV,2,2,02,05,10,020,25,6", "GLGSV,1,1,01,70,10,020,30,1")
        let overTalkers = read(
            fix1, "GPGSV,3,1,03,05,10,020,30,1", "GPGSV,3,2,03,05,10,020,25,6", "GLGSV,3,3,03,70,10,020,30,1")
        for reading in [bySignal, through, overTalkers] {
            #expect(reading.epochs.last?.satellites.count == 3)
            #expect(reading.fix?.satellitesInView == 2)
        }
    }

    @Test("17: satellites in view are the different ones, BeiDou under both talkers", arguments: ["GB", "BD"])
    func distinct(talker: String) {
        let reading = read(
            fix1, "GPGSV,1,1,02,05,10,020,30,06,11,021,31,1", "GPGSV,1,1,02,05,10,020,25,06,11,021,26,6",
            talker + "GSV,1,1,01,11,40,081,42,1")
        #expect(reading.fix?.satellitesInView == 3)
        #expect(reading.epochs.last?.satellites.filter { $0.constellation == .beidou }.map(\.number) == [11])
    }

    @Test("18: the lists do not depend on the place of VTG")
    func placeOfVTG() {
        let gsa = "GNGSA,A,3,05,,,,,,,,,,,,1,1,1,1"
        let gsv = "GPGSV,1,1,01,05,10,020,30,1"
        let vtg = "GNVTG,90.0,T,,M,10.0,N,18.5,K,A"
        for order in [[fix1, gsa, gsv, vtg], [fix1, vtg, gsa, gsv], [fix1, gsa, vtg, gsv]] {
            let reading = Reading(order.map(Reading.sentence).joined())
            #expect(reading.epochs.last?.satellites.map(\.isUsed) == [true])
        }
    }

    @Test("19: two signals of a satellite do not replace each other")
    func twoSignals() {
        let reading = read(
            fix1, "GPGSV,1,1,01,05,10,020,30,1", "GPGSV,1,1,01,05,10,020,25,6", "GPGSV,1,1,01,05,10,020,31,1")
        #expect(Set(reading.epochs.last?.satellites.map { $0.carrierToNoise ?? 0 } ?? []) == [31, 25])
    }

    @Test("20: repeated GSA, GSV and GNS do not end an epoch, before or after the end is learned")
    func repeats() {
        for round in 1...6 {
            let rounds = (0..<round).map { second in
                [
                    rmc1, "GNGSA,A,3,05,,,,,,,,,,,,1,1,1,1", "GNGSA,A,3,70,,,,,,,,,,,,1,1,1,2",
                    "GPGSV,1,1,01,05,10,020,30,1", "GPGSV,1,1,01,05,10,020,30,6",
                    "GNGNS,100000.00,4800.0000,N,01100.0000,E,AA,08,1.0,500.0,47.0,,", "GNGNS,100000.00,,,,,,05,,,,,",
                    "GPGNS,100000.00,,,,,,03,,,,,", fix1,
                ].map { Reading.sentence($0.replacing("100000.00", with: "10000\(second).00")) }.joined()
            }
            let epochs = Reading(rounds.joined()).epochs
            #expect(epochs.map { $0.fix.timeOfDay?.second } == Array(0..<round))
            #expect(epochs.allSatisfy { $0.fix.altitude == 500 && $0.fix.speed != nil && $0.sentenceCount == 9 })
        }
    }

    @Test("21: a lost sentence does not shift the pairing")
    func lostSentence() {
        let reading = read(
            "GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,",
            "GNRMC,100000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,010724,,,A",
            // GGA of 10:00:01 is lost.
            "GNRMC,100001.00,A,4800.0001,N,01100.0000,E,20.0,90.0,010724,,,A",
            "GNGGA,100002.00,4800.0002,N,01100.0000,E,1,08,1.0,502.0,M,47.0,M,,",
            "GNRMC,100002.00,A,4800.0002,N,01100.0000,E,30.0,90.0,010724,,,A")
        let knots = 1852.0 / 3600
        #expect(reading.epochs.map { $0.fix.altitude } == [500, nil, 502])
        #expect(reading.epochs.map { $0.fix.speed.map { ($0 / knots).rounded() } } == [10, 20, 30])
    }

    @Test("22: the time is that of the sentence, whenever it arrives")
    func lateArrival() {
        var decoder = NMEADecoder()
        var events = decoder.decode(Array(Reading.sentence(fix1).utf8), now: .milliseconds(900))
        events += decoder.decode(Array(Reading.sentence(rmc1).utf8), now: .milliseconds(1100))
        events += decoder.finish()
        #expect(events.epochs.last?.fix.time?.iso8601() == "2024-07-01T10:00:00Z")
    }

    @Test("23, 24, 25: around midnight every epoch gets its own day")
    func midnight() {
        let reading = read(
            "GPGGA,235959.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,",
            "GPRMC,235959.00,A,4800.0000,N,01100.0000,E,0.0,,311223,,,A",
            "GPGGA,000000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,",
            "GPRMC,000000.00,A,4800.0000,N,01100.0000,E,0.0,,010124,,,A",
            "GPGGA,000001.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,",
            "GPGGA,000101.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,")
        #expect(
            reading.epochs.map { $0.fix.time?.iso8601() } == [
                "2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z", "2024-01-01T00:00:01Z", "2024-01-01T00:01:01Z",
            ])
    }

    @Test("23: without any date the host's clock gives the nearest day")
    func hostClock() throws {
        let clock = try #require(UTCTime(iso8601: "2024-01-01T00:00:03Z"))
        let options = EpochOptions(dates: DatePolicy(reference: clock, infersDate: true))
        let reading = read("GPGGA,235959.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,", options: options)
        #expect(reading.fix?.time?.iso8601() == "2023-12-31T23:59:59Z")
    }

    @Test("26: the date of RMC counts, not that of the host")
    func sentDate() throws {
        let clock = try #require(UTCTime(iso8601: "2026-05-05T10:00:00Z"))
        let options = EpochOptions(dates: DatePolicy(reference: clock, infersDate: true))
        #expect(read(rmc1, options: options).fix?.time?.iso8601() == "2024-07-01T10:00:00Z")
    }

    @Test(
        "28, 29: dates 1024 weeks early are repaired or reported",
        arguments: [("141000", "2020-05-30"), ("110200", "2019-09-27")])
    func rollover(sent: String, right: String) throws {
        let clock = try #require(UTCTime(iso8601: right + "T12:00:00Z"))
        let body = "GPRMC,100000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,\(sent),,,A"
        let repaired = read(body, options: EpochOptions(dates: .live(clock: clock, buildDate: clock)))
        #expect(repaired.fix?.time?.date.description == right)
        #expect(repaired.epochs.last?.weekRollovers == 1)
        let reported = read(body, options: EpochOptions(dates: DatePolicy(reference: clock, rollover: .report)))
        #expect(reported.epochs.last?.weekRollovers == 1)
        #expect(reported.fix?.time?.date.year == 2000)
        #expect(read(body).epochs.last?.weekRollovers == 0)
    }

    @Test("30: default leap seconds are told apart from received ones")
    func leapSeconds() {
        let bodies = [("15D", true, 15), ("18", false, 18)]
        for (field, isDefault, seconds) in bodies {
            let reading = read("PUBX,04,073731.00,091202,113851.00,1196,\(field),1930035,-2660.664,43")
            guard case .pubx04(let sentence) = reading.sentence else {
                Issue.record("not read")
                continue
            }
            #expect(sentence.leapSeconds == seconds && sentence.hasDefaultLeapSeconds == isDefault)
        }
    }

    @Test("32: a lost fix is no fix in its own epoch")
    func lostFix() {
        let reading = read(rmc1, fix1, "GNRMC,100001.00,V,,,,,,,010724,,,N", "GNGGA,100001.00,,,,,0,00,99.99,,,,,,")
        #expect(reading.epochs.map { $0.fix.quality } == [.autonomous, FixQuality.none])
        #expect(reading.fix?.coordinate == nil && reading.fix?.time?.iso8601() == "2024-07-01T10:00:01Z")
        #expect(reading.fix?.speed == nil && reading.fix?.course == nil && reading.fix?.altitude == nil)
    }

    @Test("34, 35: any talker", arguments: ["GP", "GN", "IN", "YD", "II", "EC"])
    func anyTalker(talker: String) {
        let reading = read(talker + fix1.dropFirst(2), talker + "GST,100000.00,1,,,,1.2,1.3,2.1")
        #expect(reading.fix?.coordinate?.latitude == 48)
        #expect(reading.fix?.accuracy?.vertical == 2.1)
    }

    @Test("36: minutes never print as 60")
    func carry() throws {
        let coordinate = try #require(
            GeodeticCoordinate(latitude: 59.999_999_999_999_9, longitude: 29.999_999_999_999_9))
        var gll = GLL(talker: .gps)
        gll.position = ExactPosition(coordinate, decimals: 7)
        let text = String(decoding: gll.write().finished(), as: UTF8.self)
        #expect(text.contains(",6000.0000000,N,03000.0000000,E,"))
    }

    @Test("37, 71: a vehicle that stands is written with an empty course")
    func emptyCourse() throws {
        var fix = try #require(read(rmc1).fix)
        fix.course = nil
        fix.speed = 0
        let text = String(decoding: Sentence.rmc(RMC(fix)).encoded(), as: UTF8.self)
        #expect(text.contains(",E,0.000,,010724,"))
        #expect(text.hasPrefix("$GNRMC,100000.00,A,"))
    }

    @Test("45: reading and writing do not follow the locale; a decimal comma is no decimal point")
    func decimalComma() throws {
        let comma = read("GPGGA,100000,00,4800,0000,N,01100,0000,E,1,08,1,0,500,0,M,47,0,M,,")
        #expect(comma.fix?.coordinate == nil)
        // Where the machine has no such locale, the thread stays in the plain one.
        let names = ["de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8", "de_DE"]
        let locale = unsafe names.lazy.compactMap { unsafe newlocale(1 << LC_NUMERIC, $0, nil) }.first
        let before = unsafe locale.map { unsafe uselocale($0) }
        defer {
            if let before = unsafe before { unsafe uselocale(before) }
            if let locale = unsafe locale { unsafe freelocale(locale) }
        }
        let sentence = try #require(read(fix1).sentence)
        #expect(read(fix1).fix?.altitude == 500 && read(rmc1).fix?.course == 90)
        let text = String(decoding: sentence.encoded(), as: UTF8.self)
        #expect(text == Reading.sentence(fix1))
    }

    @Test("46: what a damaged sentence holds changes nothing of the state")
    func state() {
        let damaged = [
            "GNGGA,100001.00,4900.0000,Q,01200.0000,E,1,08,1.0,900.0,M,47.0,M,,",
            "GNGGA,100001.00,4900.0000,N,1,-25.6,M,,", "GNRMC,100001.00,A,4900.0000,N,01200.0000,Q,99.0,1.0,020724,,,A",
            "GNRMC,100001.00,A,4960.0000,N,01200.0000,E,99.0,1.0,020724,,,A",
            "GNGLL,4900.0000,N,,,100001.00,A,A", "GNGSA,A,3,09,10,11",
        ]
        let clean = Reading([rmc1, fix1].map(Reading.sentence).joined())
        for bad in damaged {
            for place in 0...2 {
                var bodies = [rmc1, fix1]
                bodies.insert(bad, at: place)
                let reading = Reading(bodies.map(Reading.sentence).joined())
                #expect(reading.epochs.map(\.fix) == clean.epochs.map(\.fix), "\(bad) at \(place)")
                #expect(reading.statistics.malformed == 1, "\(bad)")
            }
        }
        // The next good sentence goes on from the good one.
        let text = [rmc1, damaged[2], fix1.replacing("100000", with: "100002")].map(Reading.sentence).joined()
        #expect(Reading(text).fix?.time?.iso8601() == "2024-07-01T10:00:02Z")
    }

    @Test("51: RMC with 11, 12 and 13 fields", arguments: ["", ",A", ",A,V"])
    func countOfFields(end: String) {
        let rmc = read("GNRMC,100000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,010724,," + end).rmc
        #expect(rmc?.date?.description == "2024-07-01")
        #expect((rmc?.mode == .autonomous) == !end.isEmpty)
    }

    @Test("53: arrival status and mode letter are two fields")
    func arrivalAndMode() {
        let rmb = read("GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,W,001.3,052.5,000.5,V,D").rmb
        #expect(rmb?.status == .valid && rmb?.hasArrived == false && rmb?.mode == .differential)
    }

    @Test("59: empty fields keep their places")
    func emptyFields() {
        let rmc = read("GPRMC,100000.00,A,4800.0000,N,01100.0000,E,,,010724,,,A").rmc
        #expect(rmc?.speedInKnots == nil && rmc?.course == nil && rmc?.date?.description == "2024-07-01")
    }

    @Test("62: RTCM 3 and UBX between sentences")
    func binaryBetween() {
        let rtcm: [UInt8] = [0xD3, 0x00, 0x00, 0x47, 0xEA, 0x4B]
        let ubx: [UInt8] = [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x24, 0x32, 0x5B]
        let bytes = Array(Reading.sentence(fix1).utf8) + rtcm + ubx + Array(Reading.sentence(rmc1).utf8) + rtcm
        for split in Splits.all(bytes) {
            var decoder = NMEADecoder()
            var events: [NMEAEvent] = []
            for piece in split.pieces { events += decoder.decode(piece) }
            events += decoder.finish()
            let frames = events.compactMap { event in
                if case .frame(let frame) = event { frame } else { nil }
            }
            #expect(frames.map(\.kind) == [.rtcm3, .ubx, .rtcm3], "\(split)")
            #expect(frames.map(\.bytes) == [rtcm, ubx, rtcm], "\(split)")
            #expect(events.sentences.count == 2, "\(split)")
        }
    }

    @Test("64: height above the ellipsoid is altitude plus separation; an absent separation stays absent")
    func heights() {
        #expect(read(fix1).fix?.ellipsoidalHeight == 547)
        let without = read("GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,,M,,").fix
        #expect(without?.ellipsoidalHeight == nil && without?.altitude == 500)
    }

    @Test("65, 67: GST before DOP, labelled; zeros are unknown")
    func accuracy() {
        let dop = read(fix1).fix?.accuracy
        #expect(dop?.origin == .dilutionOfPrecision && dop?.level == .standardDeviation && dop?.horizontal == 3)
        let gst = read(fix1, "GNGST,100000.00,1,,,,3.0,4.0,5.5").fix?.accuracy
        #expect(gst?.origin == .errorStatistics && gst?.horizontal == 5 && gst?.vertical == 5.5)
        #expect(gst?.latitude == 3 && gst?.longitude == 4)
        #expect(read(fix1, "GNGST,100000.00,0,,,,0.0,0.0,0.0").fix?.accuracy?.origin == .dilutionOfPrecision)
        let none = read("GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,99.99,500.0,M,47.0,M,,").fix
        #expect(none?.accuracy == nil && none?.dilution.horizontal == nil)
    }

    @Test(
        "66: the quality is passed on",
        arguments: [
            (1, FixQuality.autonomous), (2, .differential), (3, .precise), (4, .rtkFixed), (5, .rtkFloat),
            (6, .deadReckoning), (7, .manual), (8, .simulated), (9, .differential), (0, FixQuality.none),
        ])
    func quality(number: Int, quality: FixQuality) {
        let body = "GNGGA,100000.00,4800.0000,N,01100.0000,E,\(number),08,1.0,500.0,M,47.0,M,,"
        #expect(read(body).fix?.quality == quality)
    }

    @Test("69: long names, many waypoints, equal begins and unnamed waypoints")
    func names() {
        let route = read("GPRTE,1,1,c,,WAYPOINT-1,WAYPOINT-2,WAYPOINT-3").rte
        #expect(route?.names == ["WAYPOINT-1", "WAYPOINT-2", "WAYPOINT-3"])
        // Forty waypoints whose names begin with the same six letters, in five sentences, positions before them.
        let names = (1...40).map { "HARBOUR \($0)" }
        var bodies = names.indices.map { "GPWPL,4800.\(1000 + $0),N,01100.0000,E,\(names[$0])" }
        for part in 0..<5 {
            let list = names[(part * 8)..<(part * 8 + 8)].joined(separator: ",")
            bodies.append("GPRTE,5,\(part + 1),c,LONG,\(list)")
        }
        let long = Reading(bodies.map(Reading.sentence).joined()).route
        #expect(long?.waypoints.map(\.name) == names && long?.isLocated == true)
        let latitudes = long?.waypoints.compactMap { $0.coordinate?.latitude } ?? []
        #expect(Set(latitudes).count == 40 && latitudes == latitudes.sorted())
        // An empty name names no waypoint: it neither ends the list nor takes the position of another.
        let unnamed = Reading(
            [
                "GPWPL,4800.0000,N,01100.0000,E,", "GPWPL,4801.0000,N,01100.0000,E,A",
                "GPWPL,4802.0000,N,01100.0000,E,B",
                "GPRTE,1,1,c,,A,,B,",
            ].map(Reading.sentence).joined()
        ).route
        #expect(unnamed?.waypoints.map(\.name) == ["A", "B"] && unnamed?.isLocated == true)
        #expect(unnamed?.waypoints.last?.coordinate?.latitude == 48 + 2.0 / 60)
    }

    @Test("70: origin and destination keep their places")
    func ends() {
        guard
            case .rmb(let rmb) = read("GPRMB,A,0.66,L,FROM,TO,4917.24,N,12309.57,W,001.3,052.5,000.5,V,A").sentence,
            case .apb(let apb) = read("GPAPB,A,A,0.10,R,N,V,V,011,M,TO,012,M,013,M,A").sentence,
            case .bod(let bod) = read("GPBOD,099.3,T,105.6,M,TO,FROM").sentence
        else {
            Issue.record("not read")
            return
        }
        #expect(rmb.origin == "FROM" && rmb.destination == "TO")
        #expect(apb.destination == "TO" && bod.destination == "TO" && bod.origin == "FROM")
        let texts = [Sentence.rmb(rmb), .apb(apb), .bod(bod)].map { String(decoding: $0.encoded(), as: UTF8.self) }
        #expect(texts[0].contains(",FROM,TO,") && texts[1].contains(",M,TO,") && texts[2].contains(",TO,FROM*"))
    }

    @Test("73: an empty variation with a letter is absent")
    func emptyVariation() {
        let rmc = read("GPRMC,100000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,020717,,E,A").rmc
        #expect(rmc?.magneticVariation == nil && rmc?.mode == .autonomous)
    }
}
