import GNSS
import TestKit
import Testing

@testable import NMEA

@Suite("Epochs")
struct EpochTests {
    /// The sentences of one second.
    private func second(_ number: Int, _ kinds: [String] = ["RMC", "GGA", "GSA", "GSV"], talker: String = "GN")
        -> [String]
    {
        let time = "1000" + (number < 10 ? "0\(number)" : "\(number)") + ".00"
        let position = "4800.00\(10 + number),N,01100.0000,E"
        let bodies = [
            "RMC": "\(talker)RMC,\(time),A,\(position),10.0,90.0,010724,,,A",
            "GGA": "\(talker)GGA,\(time),\(position),1,08,1.0,5\(10 + number).0,M,47.0,M,,",
            "GSA": "\(talker)GSA,A,3,05,,,,,,,,,,,,1.5,1.0,1.1,1",
            "GSV": "GPGSV,1,1,01,05,10,020,30,1",
            "VTG": "\(talker)VTG,90.0,T,,M,10.0,N,18.5,K,A",
            "ZDA": "\(talker)ZDA,\(time),01,07,2024,00,00",
        ]
        return kinds.compactMap { bodies[$0] }.map(Reading.sentence)
    }

    private func decode(_ sentences: [String], options: EpochOptions = EpochOptions()) -> [Epoch] {
        Reading(sentences.joined(), epochs: options).epochs
    }

    @Test("without a learned end an epoch is closed by the next time, the last by the end")
    func byTime() {
        let epochs = decode(second(1) + second(2))
        #expect(epochs.map(\.closing) == [.newTime, .end])
        #expect(epochs.map { $0.fix.altitude } == [511, 512])
    }

    @Test("after two equal rounds the last sentence closes at once")
    func learned() {
        let epochs = decode((1...5).flatMap { second($0) })
        #expect(epochs.map(\.closing) == [.newTime, .newTime, .lastSentence, .lastSentence, .lastSentence])
        #expect(epochs.allSatisfy { $0.revision == 0 && $0.hasNewSatellites && $0.sentenceCount == 4 })
    }

    @Test("a changed mix is amended and learned anew")
    func amended() {
        let epochs = decode(
            (1...4).flatMap { second($0) } + second(5, ["RMC", "GGA", "GSA", "GSV", "VTG"]) + second(6))
        let fifth = epochs.filter { $0.fix.timeOfDay?.second == 5 }
        #expect(fifth.map(\.revision) == [0, 1])
        #expect(fifth.map(\.closing) == [.lastSentence, .newTime])
        #expect(epochs.last?.closing == .end)
    }

    @Test("a row of satellites that is lost does not close early, and a longer sky does not close late")
    func rowsOfSatellites() {
        func sky(_ rows: Int) -> [String] {
            (1...rows).map { Reading.sentence("GPGSV,\(rows),\($0),04,0\($0),10,020,30,1") }
        }
        var sentences: [String] = []
        for (number, rows) in [(1, 2), (2, 2), (3, 3), (4, 2), (5, 1)] {
            sentences += second(number, ["RMC", "GGA", "GSA"]) + sky(rows)
        }
        let epochs = decode(sentences)
        #expect(epochs.map(\.closing) == [.newTime, .newTime, .lastSentence, .lastSentence, .lastSentence])
        #expect(epochs.map(\.satellites.count) == [2, 2, 3, 2, 1])
    }

    @Test("silence closes an epoch with a position, once")
    func silence() {
        var decoder = NMEADecoder()
        var events = decoder.decode(Array(second(1).joined().utf8), now: .seconds(1))
        #expect(decoder.deadline == .milliseconds(1040))
        events += decoder.advance(to: .milliseconds(1039))
        #expect(events.epochs.isEmpty)
        events += decoder.advance(to: .milliseconds(1040))
        #expect(events.epochs.map(\.closing) == [.silence])
        #expect(decoder.deadline == nil)
        events += decoder.advance(to: .seconds(3))
        events += decoder.decode(Array(second(2).joined().utf8), now: .seconds(3))
        events += decoder.finish()
        #expect(events.epochs.map(\.closing) == [.silence, .end])
        #expect(events.epochs.allSatisfy { $0.revision == 0 })
    }

    @Test("a burst that begins with a sentence without time is one epoch when silence comes before it")
    func burstBeginsWithoutTime() {
        var decoder = NMEADecoder()
        var events: [NMEAEvent] = []
        for number in 1...3 {
            let burst = second(number, ["VTG", "GGA", "RMC"]).joined()
            events += decoder.decode(Array(burst.utf8), now: .seconds(number))
            events += decoder.advance(to: .seconds(number) + .milliseconds(500))
        }
        #expect(events.epochs.map(\.sentenceCount).allSatisfy { $0 == 3 })
        #expect(events.epochs.map { $0.fix.altitude } == [511, 512, 513])
        #expect(events.epochs.map(\.revision) == [0, 0, 0])
    }

    @Test("slow lines get a longer silence")
    func slowLine() {
        #expect(EpochOptions.silence(baudRate: 115_200) == .milliseconds(40))
        #expect(EpochOptions.silence(baudRate: 9600) == .milliseconds(225))
        #expect(EpochOptions.silence(baudRate: 0) == .milliseconds(40))
    }

    @Test("replay and paced replay give the same epochs apart from what closed them")
    func determinism() {
        let sentences = (1...9).flatMap { second($0) }
        var paced = NMEADecoder()
        var events: [NMEAEvent] = []
        var now = Duration.zero
        for sentence in sentences {
            events += paced.decode(Array(sentence.utf8), now: now)
            events += paced.advance(to: now + .milliseconds(45))
            now += .milliseconds(50)
        }
        events += paced.finish()
        // Of the revisions of an instant the last one counts.
        var last: [TimeOfDay: Fix] = [:]
        for epoch in events.epochs {
            if let time = epoch.fix.timeOfDay { last[time] = epoch.fix }
        }
        let replayed = decode(sentences)
        #expect(replayed.count == 9 && last.count == 9)
        for epoch in replayed {
            guard let time = epoch.fix.timeOfDay else { continue }
            #expect(last[time] == epoch.fix)
        }
    }

    @Test("a step back is reported and begins a new epoch")
    func stepBack() {
        let reading = second(7) + second(8) + second(2)
        var decoder = NMEADecoder()
        let events = decoder.decode(Array(reading.joined().utf8)) + decoder.finish()
        let jumps = events.compactMap { event in
            if case .discontinuity(let jump) = event { jump } else { nil }
        }
        #expect(jumps.map(\.after.second) == [2] && jumps.map(\.before.second) == [8])
        #expect(events.epochs.map { $0.fix.timeOfDay?.second } == [7, 8, 2])
        #expect(events.epochs.last?.fix.time?.date.description == "2024-07-01")
    }

    @Test("a sentence of the epoch before is left out, not mixed in")
    func late() {
        let late = Reading.sentence("GNGGA,100007.00,4800.0099,N,01100.0000,E,1,08,1.0,999.0,M,47.0,M,,")
        let reading = Reading((second(7, ["RMC"]) + second(8, ["RMC"]) + [late] + second(8, ["GGA"])).joined())
        #expect(reading.epochs.map { $0.fix.altitude } == [nil, 518])
        #expect(reading.statistics.ignoredByEpochs == 1)
    }

    @Test("times some milliseconds apart are one instant, at 20 Hz they are not")
    func tolerance() {
        let near = Reading(
            Reading.sentence("GPGLL,5313.2228,N,00634.4228,E,200619.295,A")
                + Reading.sentence("GPGGA,200619.30,5313.2228,N,00634.4228,E,1,05,2.6,10.0,M,,,,"))
        #expect(near.epochs.count == 1 && near.fix?.timeOfDay?.description == "20:06:19.3")
        // Every sentence of 20 Hz and of 100 Hz is an epoch of its own, in order.
        for (count, hertz) in [(40, 20), (200, 100)] {
            let fast = (0..<count).map { index in
                let hundredths = index * 100 / hertz
                let fraction = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
                return Reading.sentence(
                    "GNGGA,10000\(hundredths / 100).\(fraction),4800.0000,N,01100.0000,E,1,08,1.0,5.0,M,47.0,M,,")
            }
            let times = decode(fast).compactMap { $0.fix.timeOfDay?.nanoseconds }
            #expect(times.count == count && times == times.sorted() && Set(times).count == count)
        }
    }

    @Test("ZDA that comes later than the fix does not open an epoch, and its time is not that of the fix")
    func lateZDA() {
        let zda = Reading.sentence("GNZDA,100001.05,01,07,2024,00,00")
        let late = Reading.sentence("GNZDA,100003.00,01,07,2024,00,00")
        let epochs = decode(second(1, ["GGA"]) + [zda] + second(2, ["GGA"]) + [late])
        #expect(epochs.map { $0.fix.time?.iso8601() } == ["2024-07-01T10:00:01Z", "2024-07-01T10:00:02Z"])
    }

    @Test("a stream of ZDA alone still gives times")
    func onlyZDA() {
        let epochs = decode(second(1, ["ZDA"]) + second(2, ["ZDA"]))
        #expect(epochs.map { $0.fix.time?.iso8601() } == ["2024-07-01T10:00:01Z", "2024-07-01T10:00:02Z"])
        #expect(epochs.allSatisfy { $0.fix.coordinate == nil })
    }

    @Test("before the first fix, rounds without time are told apart by their sentences")
    func withoutTime() {
        let round = [
            "GNRMC,,V,,,,,,,,,,N", "GNVTG,,,,,,,,,N", "GNGGA,,,,,,0,00,99.99,,,,,,",
            "GNGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99",
        ]
        let sentences = round.map(Reading.sentence)
        let epochs = decode(sentences + sentences + sentences)
        #expect(epochs.count == 3)
        #expect(epochs.allSatisfy { $0.fix.timeOfDay == nil && $0.fix.quality == .none && $0.fix.dilution.isEmpty })
    }

    @Test("positions of another device on the line do not touch the epochs of the receiver")
    func otherDevice() {
        let other = Reading.sentence("IIGLL,1000.0000,S,01000.0000,W,095959.00,A,A")
        let epochs = decode(second(1, ["RMC"]) + [other] + second(1, ["GGA"]) + second(2))
        #expect(epochs.count == 2)
        #expect(epochs.allSatisfy { ($0.fix.coordinate?.latitude ?? 0) > 47 })
        // But when it is alone it counts.
        #expect(decode([other]).first?.fix.coordinate?.latitude == -10)
    }

    @Test("a receiver is preferred even when another device spoke first")
    func receiverFirst() {
        let other = Reading.sentence("IIGLL,1000.0000,S,01000.0000,W,100001.00,A,A")
        let epochs = decode([other] + second(1) + [other] + second(2))
        #expect(epochs.last?.fix.coordinate?.latitude ?? 0 > 47)
        #expect(epochs.filter { $0.fix.coordinate?.latitude == -10 }.count == 1)
    }

    @Test("GN wins over single systems, and a system without fix erases nothing")
    func talkers() {
        let gp = "GPGGA,100001.00,4800.0001,N,01100.0000,E,1,05,1.0,500.0,M,47.0,M,,"
        let gl = "GLGGA,100001.00,,,,,0,00,99.99,,,,,,"
        let gn = "GNGGA,100001.00,4800.0002,N,01100.0000,E,1,12,1.0,501.0,M,47.0,M,,"
        #expect(decode([gp, gl].map(Reading.sentence)).last?.fix.satellitesUsed == 5)
        #expect(decode([gl, gp].map(Reading.sentence)).last?.fix.satellitesUsed == 5)
        #expect(decode([gn, gp].map(Reading.sentence)).last?.fix.altitude == 501)
        #expect(decode([gp, gn].map(Reading.sentence)).last?.fix.altitude == 501)
    }

    @Test(
        "sentences that disagree give no fix, except simulators",
        arguments: [
            ("V", "N", 0, FixQuality.none), ("V", "N", 1, .none), ("A", "A", 0, .none), ("A", "D", 4, .rtkFixed),
            ("A", "F", 5, .rtkFloat), ("V", "S", 8, .simulated), ("A", "A", 6, .deadReckoning), ("V", "E", 6, .none),
            ("A", "A", 1, .autonomous), ("A", "D", 2, .differential),
        ])
    func conflicts(status: String, mode: String, quality: Int, expected: FixQuality) {
        let epochs = decode([
            Reading.sentence("GNRMC,100001.00,\(status),4800.0000,N,01100.0000,E,10.0,90.0,010724,,,\(mode)"),
            Reading.sentence("GNGGA,100001.00,4800.0000,N,01100.0000,E,\(quality),08,1.0,500.0,M,47.0,M,,"),
        ])
        #expect(epochs.last?.fix.quality == expected)
        #expect((epochs.last?.fix.coordinate == nil) == (expected == .none))
    }

    @Test("an empty quality is decided by RMC, and alone is no fix")
    func emptyQuality() {
        let gga = Reading.sentence("GPGGA,100001.00,4800.0000,N,01100.0000,E,,08,1.0,500.0,M,47.0,M,,")
        #expect(decode([gga]).last?.fix.quality == FixQuality.none)
        #expect(decode([gga] + second(1, ["RMC"])).last?.fix.quality == .autonomous)
    }

    @Test("without GSA the dimension follows altitude and satellites")
    func dimension() {
        func dimension(_ used: String, _ altitude: String) -> FixDimension? {
            decode([
                Reading.sentence("GNGGA,100001.00,4800.0000,N,01100.0000,E,1,\(used),1.0,\(altitude),M,47.0,M,,")
            ]).last?.fix.dimension
        }
        #expect(dimension("04", "500.0") == .threeDimensional)
        #expect(dimension("03", "500.0") == .twoDimensional)
        #expect(dimension("08", "") == .twoDimensional)
        #expect(decode(second(1, ["RMC"])).last?.fix.dimension == .twoDimensional)
    }

    @Test("a repeated time stamp with the same position is stale")
    func stale() {
        let gga = second(1, ["GGA"])
        #expect(decode(gga + gga + gga + gga).map(\.fix.isStale) == [false, false, true, true])
    }

    @Test("the course is left out when standing")
    func course() {
        func fix(_ knots: String) -> Fix? {
            decode([
                Reading.sentence("GNRMC,100001.00,A,4800.0000,N,01100.0000,E,\(knots),360.0,010724,,,A")
            ]).last?.fix
        }
        #expect(fix("0.1")?.course == nil && fix("0.1")?.speed != nil)
        #expect(fix("10.0")?.course == 0)
    }

    @Test("heading comes from HDT, THS and HDG with variation, never from course or a void THS")
    func heading() {
        func heading(_ bodies: String...) -> Double? {
            decode(second(1, ["RMC"]) + bodies.map(Reading.sentence)).last?.fix.heading
        }
        #expect(heading("HEHDT,244.28,T") == 244.28)
        #expect(heading("GNTHS,244.28,A") == 244.28)
        #expect(heading("GNTHS,244.28,V") == nil)
        #expect(abs((heading("SDHDG,359.5,1.0,E,1.3,E") ?? 0) - 1.8) < 1e-9)
        #expect(heading("SDHDG,359.5,1.0,E,,") == nil)
        #expect(heading() == nil)
        // A heading of an epoch long ago is no heading.
        #expect(
            decode(second(1) + [Reading.sentence("HEHDT,244.28,T")] + second(2) + second(3)).last?.fix.heading == nil)
    }

    @Test("a datum other than WGS 84 is told")
    func datum() {
        #expect(decode([Reading.sentence("GPDTM,W72,,,,,,,W84")] + second(1)).last?.fix.datum == "W72")
        #expect(decode([Reading.sentence("GPDTM,W84,,,,,,,W84")] + second(1)).last?.fix.datum == nil)
    }

    @Test("accuracy of PUBX, GBS and PGRME in their order")
    func accuracyOrder() {
        let pubx = "PUBX,00,100001.00,4800.0000,N,01100.0000,E,547.0,G3,2.1,2.5,36.0,90.0,-0.5,,1.0,1.1,0.9,9,0,0"
        let gst = "GNGST,100001.00,1,,,,3.0,4.0,5.5"
        let gbs = "GNGBS,100001.00,0.3,0.4,0.6,,,,"
        let pgrme = "PGRME,2.3,M,3.3,M,4.0,M"
        func origin(_ bodies: String...) -> PositionAccuracy? {
            decode(second(1) + bodies.map(Reading.sentence)).last?.fix.accuracy
        }
        #expect(origin(pubx, gst, gbs, pgrme)?.origin == .receiverEstimate)
        #expect(origin(pgrme, gbs, gst)?.origin == .errorStatistics)
        #expect(origin(pgrme, gbs)?.origin == .faultDetection)
        #expect(origin(pgrme)?.origin == .garminEstimate && origin(pgrme)?.level == .half)
        #expect(origin()?.origin == .dilutionOfPrecision)
        let alone = decode([Reading.sentence(pubx)]).last?.fix
        #expect(alone?.ellipsoidalHeight == 547 && alone?.speed == 10 && alone?.climb == 0.5 && alone?.altitude == nil)
        #expect(alone?.dimension == .threeDimensional && alone?.quality == .autonomous)
    }

    @Test("gpsd's figures are an option")
    func gpsdAccuracy() {
        let options = EpochOptions(accuracy: .gpsd)
        let fix = decode(second(1), options: options).last?.fix
        #expect(fix?.accuracy?.horizontal == 19 && fix?.accuracy?.level == .percent95)
    }

    @Test("an incomplete set of satellites leaves the list as it was; GSV of none clears it; a silent system expires")
    func satelliteSets() {
        let two = ["GPGSV,2,1,02,05,10,020,30,1", "GPGSV,2,2,02,06,10,020,31,1"].map(Reading.sentence)
        let half = [Reading.sentence("GPGSV,2,1,02,07,10,020,30,1")]
        let none = [Reading.sentence("GPGSV,1,1,00,1")]
        let galileo = [Reading.sentence("GAGSV,1,1,01,11,10,020,30,7")]
        let gga = ["GGA"]
        let epochs = decode(
            second(1, gga) + two + galileo + second(2, gga) + half + second(3, gga) + none
                + (4...12).flatMap { second($0, gga) })
        #expect(epochs.map(\.satellites.count).prefix(3) == [3, 3, 1])
        #expect(epochs.map(\.hasNewSatellites).prefix(3) == [true, false, true])
        #expect(epochs.last?.satellites.isEmpty == true)
    }

    @Test("switched off, there are sentences only")
    func switchedOff() {
        var decoder = NMEADecoder(options: .init(epochs: nil))
        let events = decoder.decode(Array(second(1).joined().utf8), now: .zero) + decoder.finish()
        #expect(events.count == 4 && events.epochs.isEmpty && decoder.deadline == nil)
    }
}
