/// Which device on the line is listened to.
///
/// Satellite receivers (GP, GN, GL …) count as one source; every other talker that sends positions is one of its own.
/// Only sentences with a position claim the epochs for their source. Others with a time get them as long as nobody else
/// wants them.
struct EpochSource: Sendable {
    private var active: Talker?
    /// Whether the active source ever sent a position.
    private var hasPosition = false
    /// Positions of other sources since the last one of the active source.
    private var othersInARow = 0

    /// Whether a sentence with the time of a fix was ever taken.
    var hasFixSentences = false

    /// Whether dates come from TAG blocks.
    var usesTagTime = false

    /// What becomes of a talker's sentence.
    enum Verdict {
        case taken
        /// Taken, and what came before was of another source.
        case takenInstead
        case refused
    }

    /// Whether a talker's sentences belong to the epochs; the first talker wins, receivers always.
    @inline(__always)
    mutating func judge(_ talker: Talker, hasPosition: Bool) -> Verdict {
        let family = EpochSource.family(talker)
        guard active == family else { return consider(family, hasPosition) }
        if hasPosition {
            othersInARow = 0
            self.hasPosition = true
        }
        return .taken
    }

    private mutating func consider(_ family: Talker, _ hasPosition: Bool) -> Verdict {
        guard active != nil else {
            active = family
            self.hasPosition = hasPosition
            return .taken
        }
        guard hasPosition else { return .refused }
        othersInARow += 1
        // A source that has fallen silent is given up for another one.
        guard !self.hasPosition || family == .combined || othersInARow > 50 else { return .refused }
        active = family
        self.hasPosition = true
        othersInARow = 0
        hasFixSentences = true
        return .takenInstead
    }

    /// Whether course and speed of a talker belong to the epochs; they claim nothing.
    @inline(__always)
    func takesMotion(of talker: Talker) -> Bool {
        let family = EpochSource.family(talker)
        return active == family || active == nil
    }

    @inline(__always)
    private static func family(_ talker: Talker) -> Talker {
        EpochSource.index(talker) > 0 ? Talker.combined : talker
    }

    /// A small number for each talker of satellite receivers; 0 for all others.
    @inline(__always)
    static func index(_ talker: Talker) -> UInt64 {
        switch talker {
        case .combined: 1
        case .gps: 2
        case .glonass: 3
        case .galileo: 4
        case .beidou: 5
        case .beidouOld: 6
        case .qzss: 7
        case .qzssOld: 8
        case .navic: 9
        case .quectel: 9
        default: 0
        }
    }
}
