import GNSS

/// Collects GSV rows into complete sets and GSA numbers into the list of satellites used.
///
/// Makers number their rows in different ways: a group for each talker and signal (u-blox), a group for each talker over
/// several signals (Allystar), one group over several talkers (Trimble). So a run of rows is followed by its numbering
/// alone, and when it is complete it replaces what was known for every (talker, signal) that occurs in it.
struct SatelliteTable: Sendable {
    private struct Row {
        var satellite: Satellite
        var source: Source
        var epoch: Int
    }

    /// Who lists a satellite: the sets that replace each other.
    private struct Source: Hashable {
        var talker: Talker
        /// The signal id; 0xFF when the field is empty, 0xFE when there is none.
        var signal: UInt8
        var systemID: UInt8
    }

    /// A group of rows that is not complete yet.
    private struct Run {
        var talker: Talker
        var total: Int
        var number: Int
        var firstRow: Int
    }

    private struct Used: Hashable {
        var satellite: SatelliteIdentity.Satellite
        var key: UInt32
    }

    /// Most satellites that are kept; more are dropped.
    private static let maximumRows = 512

    private var complete: [Row] = []
    private var collecting: [Row] = []
    private var sources: [Source] = []
    private var run: Run?
    private var used: [Used] = []
    private var freshKeys: [UInt32] = []

    /// Rows of groups whose begin was missing, and groups that broke off.
    private(set) var incompleteGroups = 0

    /// Whether a group was completed since the last epoch.
    private(set) var hasNewSet = false

    // MARK: Rows in view

    mutating func add(_ gsv: GSV, epoch: Int) {
        if gsv.number == 1 {
            if run != nil { incompleteGroups &+= 1 }
            run = Run(talker: gsv.talker, total: gsv.total, number: 1, firstRow: 0)
            collecting.removeAll(keepingCapacity: true)
            sources.removeAll(keepingCapacity: true)
        } else {
            guard let current = run, current.total == gsv.total, current.number &+ 1 == gsv.number else {
                incompleteGroups &+= 1
                run = nil
                return
            }
            run?.number = gsv.number
        }
        let source = Source(
            talker: gsv.talker, signal: gsv.signalID ?? (gsv.hasSignalField ? 0xFF : 0xFE),
            systemID: gsv.systemID ?? 0xFF)
        if sources.last != source, !sources.contains(source) { sources.append(source) }
        let signal = source.signal < 16 ? SatelliteSignal(rawValue: source.signal) : nil
        for index in 0..<gsv.entryCount {
            let entry = gsv.entry(index)
            let identity: SatelliteIdentity.Satellite
            if let number = entry.number {
                identity = SatelliteIdentity.satellite(number, talker: gsv.talker, systemID: gsv.systemID)
            } else {
                identity = SatelliteIdentity.Satellite(
                    constellation: SatelliteIdentity.constellation(talker: gsv.talker, systemID: gsv.systemID),
                    number: nil)
            }
            guard collecting.count < SatelliteTable.maximumRows else { break }
            collecting.append(
                Row(
                    satellite: Satellite(
                        constellation: identity.constellation, number: identity.number, rawNumber: entry.number ?? 0,
                        signal: signal, elevation: entry.elevation,
                        azimuth: entry.azimuth, carrierToNoise: entry.carrierToNoise),
                    source: source, epoch: epoch))
        }
        if gsv.number >= gsv.total {
            publish()
            run = nil
        }
    }

    private mutating func publish() {
        hasNewSet = true
        complete.removeAll { sources.contains($0.source) }
        guard complete.count + collecting.count <= SatelliteTable.maximumRows else { return }
        complete.append(contentsOf: collecting)
    }

    /// Drops what was not renewed for longer than `epochs` epochs.
    mutating func expire(epoch: Int, after epochs: Int) {
        guard let oldest = complete.first?.epoch, epoch &- oldest > epochs else { return }
        complete.removeAll { epoch &- $0.epoch > epochs }
    }

    // MARK: Satellites used

    /// Takes the satellites of a GSA; the first GSA of a system in an epoch replaces those of the epoch before.
    mutating func add(_ gsa: GSA) {
        let key = UInt32(gsa.talker.code) << 8 | UInt32(gsa.systemID ?? 0xFF)
        if !freshKeys.contains(key) {
            used.removeAll { $0.key == key }
            if freshKeys.count < 32 { freshKeys.append(key) }
        }
        for index in 0..<gsa.satelliteCount where used.count < SatelliteTable.maximumRows {
            let raw = gsa.satelliteNumber(index)
            var satellite = SatelliteIdentity.satellite(raw, talker: gsa.talker, systemID: gsa.systemID)
            // 201 and 202 are QZSS in one numbering and BeiDou in another; the satellites in view tell which is meant.
            if 201...202 ~= raw, satellite.constellation == .qzss, lists(raw, of: .beidou) {
                satellite = SatelliteIdentity.Satellite(constellation: .beidou, number: raw - 200)
            }
            used.append(Used(satellite: satellite, key: key))
        }
    }

    private func lists(_ rawNumber: Int, of constellation: Constellation) -> Bool {
        complete.contains { $0.satellite.rawNumber == rawNumber && $0.satellite.constellation == constellation }
    }

    /// The different satellites used.
    var usedSatellites: Set<SatelliteIdentity.Satellite> { Set(used.map(\.satellite)) }

    /// Number of different satellites used.
    var usedCount: Int { usedSatellites.count }

    // MARK: Results

    /// The satellites in view with the marks of those used.
    mutating func satellites() -> [Satellite] {
        var result: [Satellite] = []
        result.reserveCapacity(complete.count)
        for row in complete {
            var satellite = row.satellite
            let identity = SatelliteIdentity.Satellite(
                constellation: satellite.constellation, number: satellite.number)
            satellite.isUsed = satellite.number != nil && used.contains { $0.satellite == identity }
            result.append(satellite)
        }
        return result
    }

    /// Ends an epoch: forgets used satellites of systems that no GSA named, if any GSA came at all.
    mutating func endEpoch() {
        guard !freshKeys.isEmpty else { return }
        used.removeAll { !freshKeys.contains($0.key) }
    }

    /// Begins a new epoch: the next GSA of each system replaces its list.
    mutating func beginEpoch() {
        freshKeys.removeAll(keepingCapacity: true)
        hasNewSet = false
    }

    /// Forgets everything, after a jump of time.
    mutating func reset() {
        self = SatelliteTable()
    }
}

extension SatelliteTable {
    /// Number of different satellites among rows of signals.
    static func distinctCount(_ satellites: [Satellite]) -> Int {
        var seen = Set<UInt32>()
        var unnumbered = 0
        for satellite in satellites {
            guard satellite.rawNumber > 0 else {
                unnumbered += 1
                continue
            }
            let number = satellite.number ?? (satellite.rawNumber | 0x10000)
            seen.insert(UInt32(satellite.constellation.rawValue) << 24 | UInt32(truncatingIfNeeded: number))
        }
        return seen.count + unnumbered
    }
}
