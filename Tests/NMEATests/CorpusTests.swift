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
        var skies: (compared: Int, mismatches: [GPSDComparison.SkyMismatch])

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

    /// The row that excuses each difference, by its place in the table; differences without a row.
    private func excuse<Mismatch>(
        _ mismatches: [Mismatch], of log: CorpusLog, by excuses: (GPSDException, Mismatch) -> Bool
    ) -> (counts: [Int: Int], open: [Mismatch]) {
        let rows = GPSDException.all.enumerated().filter { $0.element.log == log.path }
        var counts: [Int: Int] = [:]
        var open: [Mismatch] = []
        for mismatch in mismatches {
            if let row = rows.first(where: { excuses($0.element, mismatch) }) {
                counts[row.offset, default: 0] += 1
            } else {
                open.append(mismatch)
            }
        }
        return (counts, open)
    }

    private func expectCounts(_ counts: [Int: Int], of log: CorpusLog, isSky: Bool) {
        for (index, row) in GPSDException.all.enumerated() where row.log == log.path && row.isSky == isSky {
            #expect(counts[index, default: 0] == row.count, "\(row.log): \(row.reason)")
        }
    }

    @Test("every epoch agrees with gpsd, or the log's bytes prove gpsd wrong", arguments: CorpusLog.all)
    func everyEpoch(log: CorpusLog) throws {
        let outcome = try #require(Self.outcomes[log.path])
        let (counts, open) = excuse(outcome.reports.mismatches, of: log) { $0.excuses($1, bytes: outcome.bytes) }
        #expect(open.isEmpty, "\(open)")
        expectCounts(counts, of: log, isSky: false)
    }

    @Test(
        "every satellite of every sky agrees with gpsd, or the log's bytes prove gpsd wrong", arguments: CorpusLog.all)
    func everySky(log: CorpusLog) throws {
        let outcome = try #require(Self.outcomes[log.path])
        let (counts, open) = excuse(outcome.skies.mismatches, of: log) { $0.excuses($1, bytes: outcome.bytes) }
        #expect(open.isEmpty, "\(open.prefix(3))")
        expectCounts(counts, of: log, isSky: true)
    }

    @Test("the comparison sees a change of every compared value")
    func sensitivity() throws {
        let key = GPSDComparison.Key(system: 0, number: 5, elevation: 10, azimuth: 20, strength: 30, isUsed: true)
        func kinds(_ change: (inout GPSDComparison.Key) -> Void) -> Set<String> {
            var theirs = key
            change(&theirs)
            return GPSDComparison.SkyMismatch(line: 0, theirs: [theirs], ours: [key], unnumbered: []).kinds
        }
        #expect(kinds { _ in }.isEmpty)
        #expect(kinds { $0.elevation = 11 } == ["values"] && kinds { $0.azimuth = 21 } == ["values"])
        #expect(kinds { $0.strength = 31 } == ["values"] && kinds { $0.isUsed = false } == ["used"])
        #expect(kinds { $0.number = 6 } == ["missing", "extra"] && kinds { $0.system = 6 } == ["missing", "extra"])
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

    @Test("the table of exceptions is short")
    func exceptions() {
        #expect(GPSDException.all.count <= 25)
    }
}
