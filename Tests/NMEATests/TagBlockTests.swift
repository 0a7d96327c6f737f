import GNSS
import Testing

@testable import NMEA

@Suite("TAG blocks")
struct TagBlockTests {
    private let gga = Reading.sentence("GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,")

    static func block(_ text: String) -> String {
        let sum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
        return "\\\(text)*\(sum.utf8.count == 1 ? "0" + sum : sum)\\"
    }

    @Test(
        "the time counts as far as 64 bits hold it, and no digit ends the process",
        arguments: [
            ("1754242770", 1_754_242_770_000_000_000), ("9223372036", 9_223_372_036_000_000_000),
            ("9223372037", nil), ("9999999999", nil), ("99999999999", nil),
            ("1754242770123", 1_754_242_770_123_000_000),
            ("9223372036854", 9_223_372_036_854_000_000), ("9223372036855", nil), ("99999999999999", nil),
            ("999999999999999999999", nil), ("-1", nil), ("", nil),
        ] as [(String, Int64?)])
    func time(digits: String, nanoseconds: Int64?) {
        let reading = Reading(Self.block("c:" + digits) + gga)
        #expect(reading.sentences.count == 1)
        #expect(reading.tags?.unixNanoseconds == nanoseconds)
    }

    @Test("a block with a wrong checksum is left out beside good ones, whatever their order")
    func badBesideGood() {
        let bad = "\\s:r1,c:1*00\\"
        let good = Self.block("c:1754242770")
        for blocks in [bad + good, good + bad, bad + good + bad] {
            let tags = Reading(blocks + gga).tags
            #expect(tags?.hasGoodChecksum == true && tags?.source == nil)
            #expect(tags?.unixNanoseconds == 1_754_242_770_000_000_000)
        }
        #expect(Reading(bad + gga).tags?.hasGoodChecksum == false)
        #expect(Reading(bad + good + gga).fix?.time?.date.description == "2025-08-03")
    }

    @Test("the date of a TAG block ends with the first dated sentence")
    func datedSentence() {
        func rmc(_ time: String) -> String {
            Reading.sentence("GNRMC,\(time),A,4800.0000,N,01100.0000,E,10.0,90.0,010724,,,A")
        }
        func gga(_ time: String) -> String {
            Reading.sentence("GNGGA,\(time),4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,")
        }
        let text =
            Self.block("c:1000000000") + gga("014640.00") + Self.block("c:1000000001") + rmc("014641.00")
            + Self.block("c:1000000002") + gga("014641.00") + Self.block("c:1000000003") + gga("014642.00")
            + Self.block("c:1000000004") + gga("014643.00")
        #expect(
            Reading(text).epochs.map { $0.fix.time?.date.description } == [
                "2001-09-09", "2024-07-01", "2024-07-01", "2024-07-01",
            ])
        let zda = Reading.sentence("GNZDA,014641.00,01,07,2024,00,00")
        let second =
            Self.block("c:1000000000") + gga("014640.00") + zda + Self.block("c:1000000004") + gga("014643.00")
        #expect(Reading(second).epochs.last?.fix.time?.date.description == "2024-07-01")
        let pubx = Reading.sentence("PUBX,04,014641.00,010724,113851.00,1196,18,1930035,-2660.664,43")
        let third =
            Self.block("c:1000000000") + gga("014640.00") + pubx + Self.block("c:1000000004") + gga("014643.00")
        #expect(Reading(third).epochs.last?.fix.time?.date.description == "2024-07-01")
    }
}
