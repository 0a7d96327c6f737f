import GNSS
import NMEA
import TestKit
import Testing

@Suite("Corpus", .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"))
struct CorpusTests {
    @Test(
        "the first and the last fix agree with gpsd",
        arguments: [
            "nmea/ublox-f9p-hpnmea", "nmea/ublox-zed-f9p-nmea", "nmea/unicore-um621", "nmea/skytraq-PX1172RH_DS",
            "nmea/nmea-rtk", "nmea/trimble-r2", "nmea/ais-nmea", "nmea/telit-pls83-w", "nmea/sirfstarv-nmea",
            "nmea/eXplorist210",
        ])
    func firstAndLast(path: String) throws {
        let log = CorpusLog(path: path)
        let fixes = try log.events().epochs.map(\.fix).filter { $0.coordinate != nil }
        let reports = try log.reports().filter { $0.latitude != nil }
        for (fix, report) in [(fixes.first, reports.first), (fixes.last, reports.last)] {
            let fix = try #require(fix)
            let report = try #require(report)
            let coordinate = try #require(fix.coordinate)
            #expect(abs(coordinate.latitude - (report.latitude ?? .nan)) <= 2e-7)
            #expect(abs(coordinate.longitude - (report.longitude ?? .nan)) <= 2e-7)
            #expect(fix.time == report.time)
        }
    }
}
