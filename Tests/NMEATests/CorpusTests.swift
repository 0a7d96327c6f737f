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

    /// Everything that the tests below look at, computed once for each log.
    struct Outcome: Sendable {
        var bytes: String
        var epochs: [GPSDComparison.LinedEpoch]
        var reports: (compared: Int, mismatches: [GPSDComparison.Mismatch])
        var skies: (compared: Int, mismatches: [String])

        init(_ log: CorpusLog) throws {
            let comparison = try GPSDComparison(log)
            bytes = String(decoding: try log.bytes(), as: UTF8.self)
            epochs = comparison.epochs
            reports = try comparison.reports()
            skies = try comparison.skies()
        }
    }

    static let outcomes: [String: Outcome] = {
        var outcomes: [String: Outcome] = [:]
        for log in CorpusLog.all { outcomes[log.path] = try? Outcome(log) }
        return outcomes
    }()

    @Test("every epoch agrees with gpsd, or the log's bytes prove gpsd wrong", arguments: CorpusLog.all)
    func everyEpoch(log: CorpusLog) throws {
        let outcome = try #require(Self.outcomes[log.path])
        var open: [GPSDComparison.Mismatch] = []
        var excused = 0
        for mismatch in outcome.reports.mismatches {
            if GPSDException.all.contains(where: { $0.log == log.path && $0.excuses(mismatch, bytes: outcome.bytes) }) {
                excused += 1
            } else {
                open.append(mismatch)
            }
        }
        let compared = outcome.reports.compared
        #expect(open.isEmpty, "\(open)")
        #expect(compared == 0 || Double(open.count) <= 0.01 * Double(compared - excused))
    }

    @Test("every sky agrees with gpsd, or with the naive reading of the lines", arguments: CorpusLog.all)
    func everySky(log: CorpusLog) throws {
        let outcome = try #require(Self.outcomes[log.path])
        guard !outcome.skies.mismatches.isEmpty else { return }
        let rows = GPSDException.all.filter { $0.log == log.path && $0.fields.contains("sky") }
        #expect(rows.contains { outcome.bytes.contains($0.proof) }, "\(outcome.skies.mismatches.prefix(3))")
    }

    @Test("the satellites of every epoch are those of the naive reading", arguments: CorpusLog.all)
    func oracle(log: CorpusLog) throws {
        let outcome = try #require(Self.outcomes[log.path])
        var oracle = SkyOracle()
        for (index, lined) in outcome.epochs.enumerated() {
            let expected = oracle.epoch(lined.lines)
            let ours = GPSDComparison.keys(lined.epoch)
            // Lines before the first epoch belong to no epoch, but the naive reading does not know that.
            if index == 0 { continue }
            let difference = "ours \(ours.subtracting(expected)) expected \(expected.subtracting(ours))"
            #expect(ours == expected, "\(lined.epoch.fix.time?.description ?? "-"): \(difference)")
            if ours != expected { break }
        }
    }

    @Test("the table of exceptions is short, and every row is needed")
    func exceptions() throws {
        #expect(GPSDException.all.count <= 25)
        for row in GPSDException.all {
            let outcome = try #require(Self.outcomes[row.log])
            let isUsed =
                outcome.reports.mismatches.contains { row.excuses($0, bytes: outcome.bytes) }
                || (row.fields.contains("sky") && !outcome.skies.mismatches.isEmpty)
            #expect(isUsed, "\(row.log): \(row.reason)")
        }
    }
}
