import GNSS
import Testing

@testable import NMEA

/// Dates, leap seconds, silence and what expires.
@Suite("Time of epochs")
struct EpochTimeTests {
    private func gga(_ time: String, talker: String = "GN") -> String {
        Reading.sentence("\(talker)GGA,\(time),4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,")
    }

    private func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return two(seconds / 3600 % 24) + two(seconds / 60 % 60) + two(seconds % 60) + ".00"
    }

    @Test("no epoch is lost after a leap second")
    func leapSecond() {
        func rmc(_ time: String, _ date: String) -> String {
            Reading.sentence("GNRMC,\(time),A,4800.0000,N,01100.0000,E,10.0,90.0,\(date),,,A")
        }
        let old = "311216"
        let new = "010117"
        let twice =
            rmc("235959.00", old) + rmc("235959.50", old) + rmc("235960.00", old) + rmc("235960.50", old)
            + rmc("000000.00", new) + rmc("000000.50", new) + rmc("000001.00", new)
        #expect(
            Reading(twice).epochs.map { $0.fix.time?.iso8601() } == [
                "2016-12-31T23:59:59Z", "2016-12-31T23:59:59.5Z", "2016-12-31T23:59:60Z", "2016-12-31T23:59:60.5Z",
                "2017-01-01T00:00:00Z", "2017-01-01T00:00:00.5Z", "2017-01-01T00:00:01Z",
            ])
        // Without a date of their own the epochs behind it get the next day.
        let once = rmc("235959.00", old) + rmc("235960.00", old) + gga("000000.00") + gga("000001.00")
        #expect(
            Reading(once).epochs.map { $0.fix.time?.iso8601() } == [
                "2016-12-31T23:59:59Z", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", "2017-01-01T00:00:01Z",
            ])
    }

    @Test("an inferred date goes on for days")
    func inferredDate() throws {
        let reference = try #require(UTCTime(iso8601: "2024-02-28T12:00:00Z"))
        let options = EpochOptions(dates: DatePolicy(reference: reference, infersDate: true))
        let hours = 60
        let text = (0...hours).map { gga(clock((12 + $0) * 3600)) }.joined()
        let times = Reading(text, epochs: options).epochs.map(\.fix.time)
        #expect(times.count == hours + 1)
        for (hour, time) in times.enumerated() {
            #expect(time == reference.adding(nanoseconds: Int64(hour) * 3_600_000_000_000))
        }
        // A sent date overrides what was inferred.
        let dated = Reading.sentence("GNRMC,010000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,050520,,,A")
        let last = Reading(text + dated + gga("010001.00"), epochs: options).epochs.suffix(2)
        #expect(last.map { $0.fix.time?.date.description } == ["2020-05-05", "2020-05-05"])
    }

    @Test("week rollovers are told for every epoch that a repaired date reaches")
    func rollovers() throws {
        let reference = try #require(UTCTime(iso8601: "2020-05-30T12:00:00Z"))
        let rmc = Reading.sentence("GNRMC,100000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,141000,,,A")
        let zda = Reading.sentence("GNZDA,100001.50,14,10,2000,00,00")
        for rollover in [DatePolicy.Rollover.report, .repair] {
            let options = EpochOptions(dates: DatePolicy(reference: reference, rollover: rollover))
            #expect(Reading(rmc + gga("100001.00"), epochs: options).epochs.map(\.weekRollovers) == [1, 1])
            #expect(Reading(gga("100000.00") + zda + gga("100002.00"), epochs: options).epochs.last?.weekRollovers == 1)
        }
        let right = Reading.sentence("GNRMC,100002.00,A,4800.0000,N,01100.0000,E,10.0,90.0,300520,,,A")
        let options = EpochOptions(dates: DatePolicy(reference: reference, rollover: .repair))
        #expect(
            Reading(rmc + right + gga("100003.00"), epochs: options).epochs.map(\.weekRollovers) == [1, 0, 0])
    }

    @Test("silence means no bytes at all on the line")
    func bytesOnTheLine() {
        var decoder = NMEADecoder()
        var events = decoder.decode(Array(gga("100000.00").utf8), now: .seconds(1))
        #expect(decoder.deadline == .milliseconds(1040))
        events += decoder.decode([0xB5, 0x62, 0x01], now: .milliseconds(1030))
        #expect(decoder.deadline == .milliseconds(1070))
        events += decoder.advance(to: .milliseconds(1050))
        #expect(events.epochs.isEmpty)
        events += decoder.decode([UInt8](), now: .milliseconds(1060))
        #expect(decoder.deadline == .milliseconds(1070))
        events += decoder.advance(to: .milliseconds(1070))
        #expect(events.epochs.map(\.closing) == [.silence])
    }

    @Test("bytes that come after the silence close the epoch like the clock does")
    func silenceBeforeBytes() {
        var decoder = NMEADecoder()
        var events = decoder.decode(Array(gga("100000.00").utf8), now: .seconds(1))
        events += decoder.decode(Array("$".utf8), now: .seconds(2))
        #expect(events.epochs.map(\.closing) == [.silence])
    }

    @Test("satellites stay for one and a half of their own period, at least five seconds")
    func slowRows() {
        func counts(every period: Int, seconds: Int, until last: Int) -> [Int] {
            var text = ""
            for second in 0..<seconds {
                text += gga(clock(36_000 + second))
                if second % period == 0, second <= last { text += Reading.sentence("GPGSV,1,1,01,05,10,020,30,1") }
            }
            // Of the revisions of an instant the last one counts.
            var counts = [Int](repeating: -1, count: seconds)
            for epoch in Reading(text).epochs {
                if let time = epoch.fix.timeOfDay { counts[time.minute * 60 + time.second] = epoch.satellites.count }
            }
            return counts
        }
        let slow = counts(every: 10, seconds: 50, until: 20)
        // The period is known from the second set on.
        #expect(slow[0...5].allSatisfy { $0 == 1 } && slow[6...9].allSatisfy { $0 == 0 })
        #expect(slow[10...35].allSatisfy { $0 == 1 })
        #expect(slow[36...].allSatisfy { $0 == 0 })
        let quick = counts(every: 1, seconds: 20, until: 3)
        #expect(quick[0...8].allSatisfy { $0 == 1 } && quick[9...].allSatisfy { $0 == 0 })
    }

    @Test("at ten epochs a second the five seconds are five seconds")
    func fastEpochs() {
        var text = ""
        for tick in 0..<100 {
            text += gga("1000" + (tick < 100 ? "0" : "") + "\(tick / 10).\(tick % 10)0")
            if tick < 10 { text += Reading.sentence("GPGSV,1,1,01,05,10,020,30,1") }
        }
        let counts = Reading(text).epochs.map(\.satellites.count)
        #expect(counts.count == 100)
        #expect(counts[0...59].allSatisfy { $0 == 1 } && counts[60...].allSatisfy { $0 == 0 })
    }

    @Test("satellites are not called used for ever when GSA stops")
    func stoppedGSA() {
        var text = ""
        for second in 0..<20 {
            text += gga(clock(36_000 + second)) + Reading.sentence("GPGSV,1,1,01,05,10,020,30,1")
            if second < 3 { text += Reading.sentence("GNGSA,A,3,05,,,,,,,,,,,,1.5,1.0,1.1,1") }
        }
        let used = Reading(text).epochs.map { $0.satellites.contains(where: \.isUsed) }
        #expect(used[0...7].allSatisfy(\.self) && used[8...].allSatisfy { !$0 })
    }

    @Test("after the end another stream begins with nothing of the first")
    func anotherStream() {
        var decoder = NMEADecoder()
        let first = [
            "GPDTM,W72,,,,,,,W84", "HEHDT,10.0,T",
            "GNRMC,100000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,010724,2.0,E,A",
            "GNGSA,A,3,05,,,,,,,,,,,,1.5,1.0,1.1,1", "GPGSV,1,1,01,05,10,020,30,1", "GPGSV,2,2,01,05,10,020,30,1",
        ].map(Reading.sentence).joined()
        let second = Reading.sentence("IIGLL,4900.0000,N,01100.0000,E,100001.00,A,A")
        _ = decoder.decode(Array(first.utf8), now: .seconds(1)) + decoder.finish()
        #expect(decoder.deadline == nil)
        let dirty = decoder.decode(Array(second.utf8)) + decoder.finish()
        var fresh = NMEADecoder()
        let clean = fresh.decode(Array(second.utf8)) + fresh.finish()
        #expect(dirty == clean && clean.epochs.first?.fix.coordinate?.latitude == 49)
        // The counters go on.
        #expect(decoder.statistics.framing.sentences == 7 && decoder.statistics.incompleteSatelliteGroups == 1)
    }

    @Test("an epoch that is published again is not stale for that")
    func revisions() {
        var decoder = NMEADecoder()
        var events: [NMEAEvent] = []
        for step in 0..<5 {
            // Each sentence of the epoch comes late enough to be a revision of its own.
            let body = ["GNGGA", "GPGGA", "GLGGA", "GAGGA", "GBGGA"][step]
            let sentence = body + ",100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,"
            events += decoder.decode(Array(Reading.sentence(sentence).utf8), now: .seconds(step))
            events += decoder.advance(to: .seconds(step) + .milliseconds(500))
        }
        #expect(events.epochs.map(\.revision) == [0, 1, 2, 3, 4])
        #expect(events.epochs.allSatisfy { !$0.fix.isStale })
    }
}
