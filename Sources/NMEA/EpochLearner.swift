/// The kinds of sentences that take part in epochs.
enum SentenceKind: UInt8, Sendable {
    case gga
    case rmc
    case gns
    case gll
    case gst
    case gbs
    case pubx00
    case psti030
    // Kinds below carry no time that opens an epoch.
    case zda
    case vtg
    case gsa
    case gsv
    case pgrme
    case pubx03
    case hdt
    case hdg
    case ths

    /// The bit of this kind from a talker, for the kinds above `zda`.
    @inline(__always)
    func bit(_ talker: Talker) -> UInt64 {
        // Six kinds with ten groups of talkers, then the two kinds of makers.
        if rawValue < SentenceKind.pubx00.rawValue {
            return 1 &<< (UInt64(rawValue) &* 10 &+ EpochSource.index(talker))
        }
        return 1 &<< (54 &+ UInt64(rawValue))
    }
}

/// The order of an epoch's sentences, repeats in a row counted as one.
struct SentenceOrder: Hashable, Sendable {
    /// A hash of the kinds and talkers in order.
    private(set) var digest: UInt64 = 0
    /// Kind and talker of the last sentence.
    private(set) var last: UInt32 = 0
    /// The signal of the last one, when it is a GSV.
    private(set) var lastDetail: UInt8 = 0
    /// How many of the last kind came in a row.
    private(set) var lastCount = 0

    @inline(__always)
    mutating func add(_ kind: SentenceKind, _ talker: Talker, detail: UInt8) {
        let token = UInt32(kind.rawValue) << 16 | UInt32(talker.code)
        lastDetail = detail
        guard token != last || lastCount == 0 else {
            lastCount &+= 1
            return
        }
        last = token
        lastCount = 1
        digest = (digest ^ UInt64(token)) &* 0x9E37_79B9_7F4A_7C15
        digest ^= digest &>> 29
    }
}

/// Learns which sentence ends an epoch, and whether one without time begins it.
///
/// A stream that begins with GSA, VTG or a heading may be one whose rounds begin so, or one that was cut there. It is
/// the former when the same sentence stands between the last of a time and the first of the next, and when its values
/// do not agree with what came before it better than with what came behind.
struct EpochLearner: Sendable {
    private enum Leader {
        case none
        case suspected(Sentence)
        case proven(SentenceKind, Talker)
    }

    private var previous: SentenceOrder?
    private var learned: SentenceOrder?
    private var leader = Leader.none
    private(set) var hasLeader = false

    /// Takes the order of a finished epoch; two equal ones in a row teach the end.
    mutating func learn(_ order: SentenceOrder) {
        learned = previous.map { isSame($0, order) } == true ? order : nil
        previous = order
    }

    mutating func unlearn() {
        learned = nil
        previous = nil
    }

    var isLeaderProven: Bool {
        if case .proven = leader { true } else { false }
    }

    /// Takes the first sentence of a stream, when it has no time.
    mutating func suspectLeader(_ sentence: Sentence?) {
        guard let sentence, sentence.leaderKind != nil else { return }
        leader = .suspected(sentence)
        hasLeader = true
    }

    mutating func forgetLeader() {
        leader = .none
        hasLeader = false
    }

    /// Whether a sentence is the one that seems to begin the rounds.
    func leads(_ kind: SentenceKind, _ talker: Talker) -> Bool {
        switch leader {
        case .none: return false
        case .suspected(let sentence):
            guard let (leaderKind, leaderTalker) = sentence.leaderKind else { return false }
            return (leaderKind, leaderTalker) == (kind, talker)
        case .proven(let leaderKind, let leaderTalker): return (leaderKind, leaderTalker) == (kind, talker)
        }
    }

    /// Decides when a new time came behind sentences that may lead its round.
    mutating func proveLeader(_ waiting: [Sentence], behind content: EpochContent) {
        guard case .suspected(let first) = leader else { return }
        guard
            let (kind, talker) = first.leaderKind, let now = waiting.first,
            !now.agrees(with: content) || first.agrees(with: content)
        else { return forgetLeader() }
        leader = .proven(kind, talker)
    }

    /// Whether an order is the whole learned one.
    @inline(__always)
    func isComplete(_ order: SentenceOrder) -> Bool {
        guard let learned, learned.last == order.last, learned.digest == order.digest else { return false }
        return learned.lastDetail == order.lastDetail && (isGSV(order) || learned.lastCount == order.lastCount)
    }

    private func isSame(_ first: SentenceOrder, _ second: SentenceOrder) -> Bool {
        // The number of GSV rows follows the sky; the number of other repeats is fixed.
        first.digest == second.digest && first.lastDetail == second.lastDetail
            && (isGSV(first) || first.lastCount == second.lastCount)
    }

    @inline(__always)
    private func isGSV(_ order: SentenceOrder) -> Bool {
        UInt8(truncatingIfNeeded: order.last >> 16) == SentenceKind.gsv.rawValue
    }
}

extension Sentence {
    /// Kind and talker of a sentence that may begin the rounds though it has no time.
    fileprivate var leaderKind: (SentenceKind, Talker)? {
        switch self {
        case .gsa(let gsa): (.gsa, gsa.talker)
        case .vtg(let vtg): (.vtg, vtg.talker)
        case .hdt(let hdt): (.hdt, hdt.talker)
        case .ths(let ths): (.ths, ths.talker)
        default: nil
        }
    }

    /// Whether a value is the same as in the sentences with time of an epoch; false when there is none to compare.
    fileprivate func agrees(with content: EpochContent) -> Bool {
        switch self {
        case .gsa(let gsa):
            guard let sent = gsa.hdop, let known = content.gga?.hdop ?? content.gns?.hdop else { return false }
            return abs(sent.value - known.value) < 0.051
        case .vtg(let vtg):
            guard let sent = vtg.speedInKnots, let known = content.rmc?.speedInKnots else { return false }
            return abs(sent.value - known.value) < 0.051
        default: return false
        }
    }
}

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
