import Formats
import GNSS
import NMEA
import TestKit

/// Compares the epochs of a log with gpsd's reports.
struct GPSDComparison {
    /// One difference.
    struct Mismatch: CustomStringConvertible {
        var time: UTCTime
        var what: String
        var description: String { "\(time): \(what)" }
    }

    var compared = 0
    var mismatches: [Mismatch] = []

    init(_ log: CorpusLog) throws {
        let epochs = try log.events().epochs
        for report in try log.reports() {
            compared += 1
            // As with gpsd's reports the last epoch of each time counts.
            guard let epoch = epochs.last(where: { Self.isSame($0.fix.time, report.time) }) else {
                mismatches.append(Mismatch(time: report.time, what: "no epoch (line \(report.line))"))
                continue
            }
            let differences = Self.differences(epoch.fix, report)
            if !differences.isEmpty {
                mismatches.append(
                    Mismatch(time: report.time, what: differences.joined(separator: ", ") + " (line \(report.line))"))
            }
        }
    }

    private static func isSame(_ time: UTCTime?, _ other: UTCTime) -> Bool {
        guard let time else { return false }
        return abs(time.nanoseconds(since: other)) <= 1_000_000
    }

    private static func differences(_ fix: Fix, _ report: CorpusLog.Report) -> [String] {
        var result: [String] = []
        func compare(_ name: String, _ ours: Double?, _ theirs: Double?, _ tolerance: Double) {
            switch (ours, theirs) {
            case (nil, nil): break
            case (let ours?, let theirs?) where abs(ours - theirs) <= tolerance: break
            default: result.append("\(name) \(ours.map { "\($0)" } ?? "-") gpsd \(theirs.map { "\($0)" } ?? "-")")
            }
        }
        compare("lat", fix.coordinate?.latitude, report.latitude, 1.001e-7)
        compare("lon", fix.coordinate?.longitude, report.longitude, 1.001e-7)
        compare("alt", fix.altitude, report.altitude, 0.01001)
        compare("speed", fix.speed, report.speed, 0.01001)
        let mode = fix.coordinate == nil ? 1 : fix.dimension.rawValue
        if mode != report.mode { result.append("mode \(mode) gpsd \(report.mode)") }
        return result
    }

    /// Compares the skies of gpsd with the satellites of the epochs around them.
    static func skies(_ log: CorpusLog) throws -> (compared: Int, mismatches: [String]) {
        let epochs = try log.events().epochs
        // Of the skies between two reports the last one is complete.
        let all = try log.skies()
        let skies = all.enumerated().filter { index, sky in
            index + 1 == all.count || all[index + 1].before != sky.before || all[index + 1].after != sky.after
        }.map(\.element)
        var mismatches: [String] = []
        for sky in skies {
            let near = epochs.filter { epoch in
                guard let time = epoch.fix.time else { return sky.before == nil || sky.after == nil }
                let isAfter = sky.before.map { time.nanoseconds(since: $0) >= -1_000_000 } ?? true
                let isBefore = sky.after.map { time.nanoseconds(since: $0) <= 1_000_000 } ?? true
                return isAfter && isBefore
            }
            let theirs = Set(sky.satellites.filter { $0["PRN"]?.doubleValue ?? 0 > 0 }.map(Key.init))
            var best: String?
            for epoch in near {
                let ours = Set(epoch.satellites.filter { $0.rawNumber > 0 }.map(Key.init))
                if ours == theirs {
                    best = nil
                    break
                }
                let text = "ours only \(ours.subtracting(theirs)) theirs only \(theirs.subtracting(ours))"
                if best == nil || text.utf8.count < best?.utf8.count ?? 0 { best = text }
                if epoch.fix.time == near.last?.fix.time, best == nil { best = text }
            }
            if near.isEmpty { best = "no epoch near" }
            if let best { mismatches.append("line \(sky.line) \(sky.before?.description ?? "-"): \(best)") }
        }
        return (skies.count, mismatches)
    }

    /// What of a satellite is compared.
    struct Key: Hashable, CustomStringConvertible {
        var system: Int
        var number: Int
        var elevation: Int
        var azimuth: Int
        var strength: Int
        var isUsed: Bool

        var description: String { "\(system)/\(number) \(elevation) \(azimuth) \(strength) \(isUsed)" }

        init(_ satellite: JSONValue) {
            system = Int(satellite["gnssid"]?.doubleValue ?? -1)
            number = Int(satellite["svid"]?.doubleValue ?? satellite["PRN"]?.doubleValue ?? -1)
            elevation = Int(satellite["el"]?.doubleValue ?? 0)
            azimuth = Int(satellite["az"]?.doubleValue ?? 0)
            strength = Int(satellite["ss"]?.doubleValue ?? 0)
            isUsed = satellite["used"]?.boolValue ?? false
        }

        init(_ satellite: Satellite) {
            let codes: [Constellation: Int] = [
                .gps: 0, .sbas: 1, .galileo: 2, .beidou: 3, .imes: 4, .qzss: 5, .glonass: 6, .navic: 7,
            ]
            system = codes[satellite.constellation] ?? -1
            number = satellite.number ?? satellite.rawNumber
            elevation = satellite.elevation ?? 0
            azimuth = satellite.azimuth ?? 0
            strength = satellite.carrierToNoise ?? 0
            // gpsd calls a satellite used only when its signal is tracked, too.
            isUsed = satellite.isUsed && strength > 0
        }
    }
}
