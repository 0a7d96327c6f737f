import GNSS

/// Collects GSV rows into complete sets and GSA numbers into the list of satellites used.
///
/// Makers number their rows in different ways: a group for each talker and signal (u-blox), a group for each talker over
/// several signals (Allystar), one group over several talkers (Trimble). So a run of rows is followed by its numbering
/// alone, and when it is complete it replaces what was known for every (talker, signal) that occurs in it.
struct SatelliteTable: Sendable {
    /// Who lists a satellite: the sets that replace each other.
    private struct Source: Hashable {
        /// The talker's letters, the signal id (0xFF when the field is empty, 0xFE when there is none), the system id.
        let code: UInt32

        init(_ gsv: borrowing GSV) {
            let signal: UInt8
            if let identifier = gsv.signalID {
                signal = identifier
            } else {
                signal = gsv.hasSignalField ? 0xFF : 0xFE
            }
            code = UInt32(gsv.talker.code) << 16 | UInt32(signal) << 8 | UInt32(gsv.systemID ?? 0xFF)
        }

        init(code: UInt32) {
            self.code = code
        }

        /// PUBX,03; no talker has this code.
        static let pubx = Source(code: 0)
    }

    /// Where the rows of one source stand in a list.
    private struct Block {
        var source: Source
        var rows: Range<Int>
    }

    /// When a source sent its last set, and how long after the one before.
    private struct Renewal {
        var source: Source
        var moment: Int64
        var period: Int64 = 0

        /// Whether the set still holds: one and a half periods, at least five seconds.
        func isRecent(at moment: Int64) -> Bool {
            moment &- self.moment <= max(5_000_000_000, period &+ period / 2)
        }

        mutating func renew(at moment: Int64) {
            if moment > self.moment { period = moment &- self.moment }
            self.moment = moment
        }
    }

    /// Satellites that GSA of one system called used.
    private struct Used {
        var key: UInt32
        var isFresh: Bool
        var renewal: Renewal
        var set = SatelliteSet()
    }

    /// Most satellites that are kept; more are dropped.
    private static let maximumRows = 512

    /// Most systems whose GSA are told apart.
    private static let maximumKeys = 32

    /// Most sources whose period is remembered.
    private static let maximumRenewals = 64

    /// The complete sets, source by source.
    private var rows: [Satellite] = []
    private var blocks: [Block] = []

    /// The run of rows that is not complete yet.
    private var collecting: [Satellite] = []
    private var collectingBlocks: [Block] = []
    private var total = 0
    private var number = 0

    private var used: [Used] = []
    private var renewals: [Renewal] = []

    /// Rows of groups whose begin was missing, and groups that broke off.
    var incompleteGroups = 0

    /// Whether a group was completed since the last epoch.
    private(set) var hasNewSet = false

    // MARK: Rows in view

    mutating func add(_ gsv: borrowing GSV, at moment: Int64) {
        if gsv.number == 1 {
            if number > 0 { incompleteGroups &+= 1 }
            total = gsv.total
            collecting.removeAll(keepingCapacity: true)
            collectingBlocks.removeAll(keepingCapacity: true)
        } else {
            guard number > 0, total == gsv.total, number &+ 1 == gsv.number else {
                incompleteGroups &+= 1
                number = 0
                return
            }
        }
        number = gsv.number
        guard collecting.count <= SatelliteTable.maximumRows else { return }
        let start = collecting.count
        for index in 0..<gsv.entryCount { collecting.append(Self.satellite(gsv, index)) }
        let source = Source(gsv)
        if let last = collectingBlocks.indices.last, collectingBlocks[last].source == source {
            collectingBlocks[last].rows = collectingBlocks[last].rows.lowerBound..<collecting.count
        } else {
            collectingBlocks.append(Block(source: source, rows: start..<collecting.count))
        }
        if number >= total {
            publish(at: moment)
            number = 0
        }
    }

    /// Takes PUBX,03, unless there are rows of GSV, which tell more.
    mutating func add(_ pubx: borrowing PUBX03, at moment: Int64) {
        guard blocks.allSatisfy({ $0.source == .pubx }), number == 0 else { return }
        let entries = pubx.entries
        var set = SatelliteSet()
        collecting.removeAll(keepingCapacity: true)
        collectingBlocks.removeAll(keepingCapacity: true)
        for entry in entries {
            guard let number = entry.number else { continue }
            let identity = SatelliteIdentity.satellite(number, talker: .combined, systemID: nil)
            collecting.append(
                Satellite(
                    constellation: identity.constellation, number: identity.number, rawNumber: number, signal: nil,
                    elevation: entry.elevation, azimuth: entry.azimuth, carrierToNoise: entry.carrierToNoise))
            if entry.use == .used { set.insert(identity.constellation, identity.number) }
        }
        collectingBlocks.append(Block(source: .pubx, rows: 0..<collecting.count))
        publish(at: moment)
        guard let place = place(of: Source.pubx.code, at: moment) else { return }
        used[place].isFresh = true
        used[place].set = set
    }

    @inline(__always)
    private static func satellite(_ gsv: borrowing GSV, _ index: Int) -> Satellite {
        let entry = gsv.entry(index)
        let identity: SatelliteIdentity.Satellite
        if let number = entry.number {
            identity = SatelliteIdentity.satellite(number, talker: gsv.talker, systemID: gsv.systemID)
        } else {
            identity = SatelliteIdentity.Satellite(
                constellation: SatelliteIdentity.constellation(talker: gsv.talker, systemID: gsv.systemID), number: nil)
        }
        return Satellite(
            constellation: identity.constellation, number: identity.number, rawNumber: entry.number ?? 0,
            signal: gsv.signalID.flatMap { SatelliteSignal(rawValue: $0) }, elevation: entry.elevation,
            azimuth: entry.azimuth, carrierToNoise: entry.carrierToNoise)
    }

    private mutating func publish(at moment: Int64) {
        hasNewSet = true
        for block in collectingBlocks { renew(block.source, at: moment) }
        if collectingBlocks.first?.source != .pubx { removePUBX() }
        // The usual case: the same source with as many rows as before is replaced in place.
        if collectingBlocks.count == 1, let place = onlyBlock(of: collectingBlocks[0].source),
            blocks[place].rows.count == collecting.count
        {
            let first = blocks[place].rows.lowerBound
            for index in collecting.indices { rows[first + index] = collecting[index] }
            return
        }
        let renewed = collectingBlocks
        remove { block in renewed.contains { $0.source == block.source } }
        guard rows.count + collecting.count <= SatelliteTable.maximumRows else { return }
        for block in collectingBlocks {
            let first = rows.count
            rows.append(contentsOf: collecting[block.rows])
            // A source may come twice in one run; its rows stay together only when they follow each other.
            blocks.append(Block(source: block.source, rows: first..<rows.count))
        }
    }

    private mutating func renew(_ source: Source, at moment: Int64) {
        if let place = renewals.firstIndex(where: { $0.source == source }) {
            renewals[place].renew(at: moment)
            return
        }
        // There are more possible sources than any sky has; the one that is silent longest makes place.
        if renewals.count == SatelliteTable.maximumRenewals,
            let oldest = renewals.indices.min(by: { renewals[$0].moment < renewals[$1].moment })
        {
            renewals.remove(at: oldest)
        }
        renewals.append(Renewal(source: source, moment: moment))
    }

    private mutating func removePUBX() {
        guard blocks.contains(where: { $0.source == .pubx }) else { return }
        remove { $0.source == .pubx }
        used.removeAll { $0.key == Source.pubx.code }
    }

    /// The place of a source's block, when it has exactly one.
    private func onlyBlock(of source: Source) -> Int? {
        guard let first = blocks.firstIndex(where: { $0.source == source }) else { return nil }
        return blocks[(first + 1)...].contains { $0.source == source } ? nil : first
    }

    private mutating func remove(_ isRemoved: (Block) -> Bool) {
        var keptRows: [Satellite] = []
        var kept: [Block] = []
        for block in blocks where !isRemoved(block) {
            let first = keptRows.count
            keptRows.append(contentsOf: rows[block.rows])
            kept.append(Block(source: block.source, rows: first..<keptRows.count))
        }
        rows = keptRows
        blocks = kept
    }

    /// Drops what was not renewed for one and a half of its periods, at least five seconds.
    mutating func expire(at moment: Int64) {
        used.removeAll { !$0.renewal.isRecent(at: moment) }
        guard blocks.contains(where: { !isRecent($0.source, at: moment) }) else { return }
        let old = Set(blocks.map(\.source).filter { !isRecent($0, at: moment) })
        remove { old.contains($0.source) }
    }

    private func isRecent(_ source: Source, at moment: Int64) -> Bool {
        renewals.first { $0.source == source }?.isRecent(at: moment) ?? false
    }

    // MARK: Satellites used

    /// Takes the satellites of a GSA; the first GSA of a system in an epoch replaces those of the epoch before.
    mutating func add(_ gsa: borrowing GSA, at moment: Int64) {
        let key = UInt32(gsa.talker.code) << 8 | UInt32(gsa.systemID ?? 0xFF)
        guard let place = place(of: key, at: moment) else { return }
        if !used[place].isFresh {
            used[place].isFresh = true
            used[place].set = SatelliteSet()
        }
        for index in 0..<gsa.satelliteCount {
            let raw = gsa.satelliteNumber(index)
            var satellite = SatelliteIdentity.satellite(raw, talker: gsa.talker, systemID: gsa.systemID)
            // 201 and 202 are QZSS in one numbering and BeiDou in another; the satellites in view tell which is meant.
            if 201...202 ~= raw, satellite.constellation == .qzss, lists(raw, of: .beidou) {
                satellite = SatelliteIdentity.Satellite(constellation: .beidou, number: raw - 200)
            }
            used[place].set.insert(satellite.constellation, satellite.number)
        }
    }

    private mutating func place(of key: UInt32, at moment: Int64) -> Int? {
        if let place = used.firstIndex(where: { $0.key == key }) {
            used[place].renewal.renew(at: moment)
            return place
        }
        guard used.count < SatelliteTable.maximumKeys else { return nil }
        used.append(Used(key: key, isFresh: false, renewal: Renewal(source: Source(code: key), moment: moment)))
        return used.count - 1
    }

    private func lists(_ rawNumber: Int, of constellation: Constellation) -> Bool {
        rows.contains { $0.rawNumber == rawNumber && $0.constellation == constellation }
    }

    /// The different satellites used.
    var usedSatellites: SatelliteSet {
        var all = SatelliteSet()
        for list in used { all.formUnion(list.set) }
        return all
    }

    // MARK: Results

    /// The satellites in view with the marks of those used, and how many different ones they are.
    func satellites() -> (list: [Satellite], distinct: Int) {
        let all = usedSatellites
        var seen = SatelliteSet()
        var unnumbered = 0
        var list = rows
        for index in list.indices {
            let constellation = list[index].constellation
            let number = list[index].number
            list[index].isUsed = all.contains(constellation, number)
            if number == nil { unnumbered += 1 }
            seen.insert(constellation, number)
        }
        return (list, seen.count + unnumbered)
    }

    /// Ends an epoch: forgets used satellites of systems that no GSA named, if any GSA came at all.
    mutating func endEpoch() {
        guard used.contains(where: \.isFresh) else { return }
        used.removeAll { !$0.isFresh }
    }

    /// Begins a new epoch: the next GSA of each system replaces its list.
    mutating func beginEpoch() {
        for index in used.indices { used[index].isFresh = false }
        hasNewSet = false
    }
}
