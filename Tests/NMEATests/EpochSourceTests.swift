import GNSS
import Testing

@testable import NMEA

/// Several devices on one line.
@Suite("Sources of epochs")
struct EpochSourceTests {
    private func rmc(_ second: Int, _ talker: String, _ position: String = "4800.0000,N,01100.0000,E") -> String {
        Reading.sentence("\(talker)RMC,10000\(second).00,A,\(position),10.0,90.0,010724,,,A")
    }

    @Test(
        "a device that sends no position locks nobody out",
        arguments: [
            "IIVTG,90.0,T,,M,10.0,N,18.5,K,A", "IIZDA,{time},01,07,2024,00,00", "IIRMC,{time},V,,,,,,,010724,,,N",
            "IIGST,{time},1,,,,3.0,4.0,5.5", "IIGBS,{time},1,1,1,,,,", "IIGGA,{time},,,,,0,00,,,M,,M,,",
        ])
    func withoutPosition(body: String) {
        var text = ""
        for second in 0..<8 {
            text += Reading.sentence(body.replacing("{time}", with: "10000\(second).00")) + rmc(second, "EC")
        }
        let positions = Reading(text).epochs.filter { $0.fix.coordinate?.latitude == 48 }
        #expect(positions.map { $0.fix.timeOfDay?.second } == Array(0..<8))
        #expect(positions.allSatisfy { abs(($0.fix.speed ?? 0) - 10 * 1852.0 / 3600) < 1e-9 && $0.fix.accuracy == nil })
    }

    @Test("alone, a device without position still gives times")
    func timesOnly() {
        let text = (0..<3).map { Reading.sentence("IIRMC,10000\($0).00,V,,,,,,,010724,,,N") }.joined()
        #expect(Reading(text).epochs.map { $0.fix.timeOfDay?.second } == [0, 1, 2])
    }

    @Test("a silent source is given up for one with positions, and only positions count for that")
    func givenUp() {
        let other = "IIRMC,10000%.00,V,,,,,,,010724,,,N"
        var text = rmc(0, "EC")
        for second in 1...9 {
            for _ in 0..<20 { text += Reading.sentence(other.replacing("%", with: "\(second)")) }
        }
        #expect(Reading(text).epochs.count == 1)
        for _ in 0..<60 { text += rmc(9, "II", "4900.0000,N,01100.0000,E") }
        #expect(Reading(text).epochs.last?.fix.coordinate?.latitude == 49)
    }

    @Test("a receiver takes over when it has a position, not before")
    func receiver() {
        let void = Reading.sentence("GNRMC,100001.00,V,,,,,,,010724,,,N")
        let epochs = Reading(rmc(0, "EC") + void + rmc(1, "EC") + rmc(2, "GN", "4900.0000,N,01100.0000,E")).epochs
        #expect(epochs.map { $0.fix.coordinate?.latitude } == [48, 48, 49])
    }
}
