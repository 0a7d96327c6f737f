import Formats
import GNSS
import NMEA
import TestKit

/// Compares what a log gives with gpsd's reports.
struct GPSDComparison {
    /// An epoch with the lines that went into it.
    struct LinedEpoch: Sendable {
        var epoch: Epoch
        var lines: [String]
    }

    /// One difference.
    struct Mismatch: Sendable, CustomStringConvertible {
        var time: UTCTime
        /// `epoch`, `position`, `altitude`, `speed`, `mode`.
        var fields: Set<String>
        var text: String
        /// The lines of the epoch with that time.
        var lines: [String]

        var description: String { "\(time): \(text)" }
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
    }

    let log: CorpusLog
    let epochs: [LinedEpoch]

    init(_ log: CorpusLog) throws {
        self.log = log
        var decoder = NMEADecoder()
        var collector = Collector()
        let bytes = try log.bytes()
        decoder.decode(bytes.span, to: &collector)
        decoder.finish(to: &collector)
        epochs = collector.epochs
    }

    /// Differences in time, position, altitude, speed and mode, and how many reports were compared.
    func reports() throws -> (compared: Int, mismatches: [Mismatch]) {
        let reports = try log.reports()
        var mismatches: [Mismatch] = []
        for report in reports {
            let same = epochs.filter { Self.isSame($0.epoch.fix.time, report.time) }
            var mismatch = Mismatch(time: report.time, fields: [], text: "", lines: same.flatMap(\.lines))
            // As with gpsd's reports the last epoch of each time counts.
            if let last = same.last {
                Self.compare(last.epoch.fix, report, into: &mismatch)
            } else {
                mismatch.fields = ["epoch"]
                mismatch.text = "no epoch"
            }
            if !mismatch.fields.isEmpty { mismatches.append(mismatch) }
        }
        return (reports.count, mismatches)
    }

    /// Skies that differ from every epoch near them, and how many were compared.
    func skies() throws -> (compared: Int, mismatches: [String]) {
        // Of the skies between two reports the last one is complete.
        let all = try log.skies()
        let skies = all.enumerated().filter { index, sky in
            index + 1 == all.count || all[index + 1].before != sky.before || all[index + 1].after != sky.after
        }.map(\.element)
        let ours = epochs.map { (time: $0.epoch.fix.time, keys: Self.keys($0.epoch)) }
        var mismatches: [String] = []
        for sky in skies {
            let theirs = Set(sky.satellites.filter { $0["PRN"]?.doubleValue ?? 0 > 0 }.map(Key.init))
            let near = ours.filter { sky.isNear($0.time) }
            if !near.contains(where: { $0.keys == theirs }) {
                mismatches.append("line \(sky.line): theirs \(theirs.subtracting(near.last?.keys ?? []))")
            }
        }
        return (skies.count, mismatches)
    }

    static func keys(_ epoch: Epoch) -> Set<Key> {
        Set(epoch.satellites.filter { $0.rawNumber > 0 }.map(Key.init))
    }

    private static func isSame(_ time: UTCTime?, _ other: UTCTime) -> Bool {
        guard let time else { return false }
        return abs(time.nanoseconds(since: other)) <= 1_000_000
    }

    private static func compare(_ fix: Fix, _ report: CorpusLog.Report, into mismatch: inout Mismatch) {
        func compare(_ field: String, _ ours: Double?, _ theirs: Double?, _ tolerance: Double) {
            switch (ours, theirs) {
            case (nil, nil): return
            case (let ours?, let theirs?) where abs(ours - theirs) <= tolerance: return
            default: break
            }
            mismatch.fields.insert(field)
            mismatch.text += "\(field) \(ours.map { "\($0)" } ?? "-") gpsd \(theirs.map { "\($0)" } ?? "-") "
        }
        // gpsd prints nine, four and three decimals: half of the last digit comes on top of the tolerance.
        compare("position", fix.coordinate?.latitude, report.latitude, 1e-7 + 5e-10)
        compare("position", fix.coordinate?.longitude, report.longitude, 1e-7 + 5e-10)
        compare("altitude", fix.altitude, report.altitude, 0.01 + 5e-5)
        compare("speed", fix.speed, report.speed, 0.01 + 5e-4)
        compare("mode", Double(fix.coordinate == nil ? 1 : fix.dimension.rawValue), Double(report.mode), 0)
    }

    private struct Collector: NMEAVisitor {
        var epochs: [LinedEpoch] = []
        var lines: [String] = []

        mutating func visit(_ sentence: Sentence, bytes: Span<UInt8>, tags: TagBlock?) {
            var copy: [UInt8] = []
            for index in bytes.indices { copy.append(bytes[index]) }
            lines.append(String(decoding: copy, as: UTF8.self))
        }

        mutating func visit(_ epoch: Epoch) {
            epochs.append(LinedEpoch(epoch: epoch, lines: lines))
            lines = []
        }
    }
}

extension GPSDComparison.Key {
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

extension CorpusLog.Sky {
    /// Whether an epoch lies between the reports around this sky, both included.
    func isNear(_ time: UTCTime?) -> Bool {
        guard let time else { return before == nil || after == nil }
        let isAfter = before.map { time.nanoseconds(since: $0) >= -1_000_000 } ?? true
        let isBefore = after.map { time.nanoseconds(since: $0) <= 1_000_000 } ?? true
        return isAfter && isBefore
    }
}
