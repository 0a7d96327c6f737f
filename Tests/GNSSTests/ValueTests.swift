import GNSS
import Testing

@Suite("Values")
struct ValueTests {
    @Test("coordinates outside the globe are refused")
    func coordinates() {
        #expect(GeodeticCoordinate(latitude: 90, longitude: -180) != nil)
        for (latitude, longitude) in [(90.000_001, 0), (0, 180.000_001), (.nan, 0), (0, .infinity), (-91, 0)] {
            #expect(GeodeticCoordinate(latitude: latitude, longitude: longitude) == nil)
        }
    }

    @Test("accuracy is converted between levels by the circular distribution")
    func levels() {
        let accuracy = PositionAccuracy(horizontal: 2, vertical: 3, origin: .errorStatistics, level: .standardDeviation)
        let wide = accuracy.converted(to: .percent95)
        #expect(abs((wide.horizontal ?? 0) - 2 * 1.7308) < 1e-3)
        #expect(abs((wide.vertical ?? 0) - 3 * 1.96) < 1e-3)
        #expect(wide.level == .percent95)
        let back = wide.converted(to: .half).converted(to: .standardDeviation)
        #expect(abs((back.horizontal ?? 0) - 2) < 1e-12)
        #expect(accuracy.converted(to: .standardDeviation) == accuracy)
    }

    @Test("signals have the names of their constellation")
    func signals() {
        #expect(SatelliteSignal(rawValue: 1)?.name(in: .gps) == "L1 C/A")
        #expect(SatelliteSignal(rawValue: 1)?.name(in: .galileo) == "E5a")
        #expect(SatelliteSignal(rawValue: 7)?.name(in: .galileo) == "L1-BC")
        #expect(SatelliteSignal(rawValue: 11)?.name(in: .beidou) == "B2I")
        #expect(SatelliteSignal(rawValue: 15)?.name(in: .gps) == nil)
        #expect(SatelliteSignal(rawValue: 0)?.name(in: .gps) == nil)
        #expect(SatelliteSignal(rawValue: 16) == nil)
    }

    @Test("what a quality means")
    func qualities() {
        #expect(FixQuality.allCases.filter(\.isCorrected) == [.differential, .rtkFixed, .rtkFloat])
        #expect(FixQuality.allCases.filter { !$0.isMeasured } == [.none, .deadReckoning, .manual, .simulated])
        #expect(!FixQuality.none.isFix)
        #expect(FixQuality.simulated.isFix)
    }
}
