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

        /// The satellite without its values.
        var name: Int { system * 1000 + number }

        func hasSameValues(as other: Key) -> Bool {
            elevation == other.elevation && azimuth == other.azimuth && strength == other.strength
        }

        /// The satellite that gpsd should have read: it takes numbers above 32 of Galileo and BeiDou for SBAS.
        func reread(beside ours: Set<Key>) -> Key {
            guard system == 1, !ours.contains(where: { $0.name == name && $0.hasSameValues(as: self) }) else {
                return self
            }
            let raw = number > 87 ? number - 87 : number
            var key = self
            key.number = raw
            for system in [2, 3] {
                key.system = system
                if ours.contains(where: { $0.name == key.name && $0.hasSameValues(as: key) }) { return key }
            }
            return self
        }

        var description: String { "\(system)/\(number) \(elevation) \(azimuth) \(strength) \(isUsed)" }
    }

    /// How a sky of gpsd differs from ours, after the known misreadings of gpsd are undone.
    struct SkyMismatch: Sendable, CustomStringConvertible {
        var line: Int
        /// Satellites that gpsd does not list, and such as only gpsd lists.
        var missing: Set<Key> = []
        var extra: Set<Key> = []
        /// Satellites that both list, with another elevation, azimuth or C/N0.
        var values: Set<Key> = []
        /// Satellites of GPS, GLONASS, SBAS and QZSS of which only one says that they are used.
        var used: Set<Key> = []

        /// - Parameter unnumbered: C/N0 of our satellites without number.
        init(line: Int, theirs: Set<Key>, ours: Set<Key>, unnumbered: Set<Int>) {
            self.line = line
            // Of a satellite without number (`,,,,44,1`) gpsd takes the C/N0 for the number and the signal for the elevation.
            let theirs = Set(theirs.map { $0.reread(beside: ours) }).filter {
                !($0.system == 1 && $0.azimuth == 0 && $0.strength == 0 && unnumbered.contains($0.number - 87))
            }
            let confused = Set(ours.filter { [2, 3].contains($0.system) && $0.isUsed }.map(\.number))
            let ourNames = Dictionary(grouping: ours, by: \.name)
            let theirNames = Dictionary(grouping: theirs, by: \.name)
            missing = ours.filter { theirNames[$0.name] == nil }
            extra = theirs.filter { ourNames[$0.name] == nil }
            for key in theirs {
                guard let mine = ourNames[key.name] else { continue }
                guard let same = mine.first(where: { $0.hasSameValues(as: key) }) else {
                    values.insert(key)
                    continue
                }
                // gpsd 3.22 takes the numbers of Galileo and BeiDou in GSA for those of GPS: it marks none of those systems
                // as used, and GPS satellites of these numbers instead.
                if same.isUsed == key.isUsed || [2, 3].contains(key.system) { continue }
                if key.system == 0, key.isUsed, confused.contains(key.number) { continue }
                used.insert(key)
            }
        }

        var weight: Int { missing.count + extra.count + values.count + used.count }

        /// What is different: `missing`, `extra`, `values`, `used`.
        var kinds: Set<String> {
            var kinds: Set<String> = []
            if !missing.isEmpty { kinds.insert("missing") }
            if !extra.isEmpty { kinds.insert("extra") }
            if !values.isEmpty { kinds.insert("values") }
            if !used.isEmpty { kinds.insert("used") }
            return kinds
        }

        var description: String {
            "line \(line): missing \(missing) extra \(extra) values \(values) used \(used)"
        }
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
    ///
    /// Each sky is compared satellite by satellite with the epoch near it that it is most like.
    func skies() throws -> (compared: Int, mismatches: [SkyMismatch]) {
        // Of the skies between two reports the last one is complete.
        let all = try log.skies()
        let skies = all.enumerated().filter { index, sky in
            index + 1 == all.count || all[index + 1].before != sky.before || all[index + 1].after != sky.after
        }.map(\.element)
        let ours = epochs.map { lined in
            let unnumbered = lined.epoch.satellites.filter { $0.number == nil }.compactMap(\.carrierToNoise)
            return (time: lined.epoch.fix.time, keys: Self.keys(lined.epoch), unnumbered: Set(unnumbered))
        }
        var mismatches: [SkyMismatch] = []
        for sky in skies {
            let theirs = Set(sky.satellites.filter { $0["PRN"]?.doubleValue ?? 0 > 0 }.map(Key.init))
            var near = ours.filter { sky.isNear($0.time) }
            // Where gpsd's dates are wrong no epoch is near; the values are still those of one of them.
            if near.isEmpty { near = ours }
            let none = SkyMismatch(line: sky.line, theirs: theirs, ours: [], unnumbered: [])
            let best =
                near.map { SkyMismatch(line: sky.line, theirs: theirs, ours: $0.keys, unnumbered: $0.unnumbered) }
                .min { $0.weight < $1.weight } ?? none
            if best.weight > 0 { mismatches.append(best) }
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
