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
