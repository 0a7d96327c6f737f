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

/// Learns which sentence ends an epoch.
struct EpochLearner: Sendable {
    private var previous: SentenceOrder?
    private var learned: SentenceOrder?

    /// Takes the order of a finished epoch; two equal ones in a row teach the end.
    mutating func learn(_ order: SentenceOrder) {
        learned = previous.map { isSame($0, order) } == true ? order : nil
        previous = order
    }

    mutating func unlearn() {
        learned = nil
        previous = nil
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

/// Which device on the line is listened to.
///
/// Satellite receivers (GP, GN, GL …) count as one source; every other talker that sends positions is one of its own.
struct EpochSource: Sendable {
    private var active: Talker?
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
    mutating func judge(_ talker: Talker) -> Verdict {
        let family = EpochSource.index(talker) > 0 ? Talker.combined : talker
        if active == family {
            othersInARow = 0
            return .taken
        }
        return consider(family)
    }

    private mutating func consider(_ family: Talker) -> Verdict {
        othersInARow += 1
        // A source that has fallen silent is given up for another one.
        guard active == nil || family == .combined || othersInARow > 50 else { return .refused }
        let isFirst = active == nil
        active = family
        othersInARow = 0
        return isFirst ? .taken : .takenInstead
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
