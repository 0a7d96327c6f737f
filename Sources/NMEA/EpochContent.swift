import GNSS

/// The sentences of one epoch, as far as a fix is made of them.
struct EpochContent: Sendable {
    var gga: GGA?
    var rmc: RMC?
    var gns: GNS?
    var gll: GLL?
    var vtg: VTG?
    var gst: GST?
    var gbs: GBS?
    var pgrme: PGRME?
    var pubx: PUBX00?
    var psti: PSTI030?

    /// Which of the sentences came when: a higher number came later.
    private var arrivals = [8 of UInt8](repeating: 0)
    private var arrivalCount: UInt8 = 0

    /// Whose sentences count where they disagree: GN with a fix, else the first talker with a fix.
    private(set) var preferred: Talker?

    /// The best mode of the epoch's GSA.
    var dimension: FixDimension?

    /// The mode of a GSA shortly before this epoch, when it has none of its own.
    var heldDimension: FixDimension?

    /// Whether a GSA of an old receiver says dead reckoning.
    var isEstimated = false

    /// Date and time of the dated sentences that belong here.
    var dated: UTCTime?

    mutating func add(_ new: GGA) {
        prefer(new.talker, new.quality?.isFix == true)
        if Self.takes(new.talker, new.quality?.isFix == true, over: gga?.talker, gga?.quality?.isFix == true) {
            gga = new
            arrived(.gga)
        }
    }

    mutating func add(_ new: RMC) {
        prefer(new.talker, new.isFix)
        if Self.takes(new.talker, new.isFix, over: rmc?.talker, rmc?.isFix == true) {
            rmc = new
            arrived(.rmc)
        }
    }

    mutating func add(_ new: GNS) {
        prefer(new.talker, new.isFix)
        // Beside the combined sentence each system sends one with counts only, some under the same talker.
        if let gns, gns.talker == new.talker, gns.isFix, new.position == nil, new.quality != FixQuality.none { return }
        if Self.takes(new.talker, new.isFix, over: gns?.talker, gns?.isFix == true) {
            gns = new
            arrived(.gns)
        }
    }

    mutating func add(_ new: GLL) {
        prefer(new.talker, new.isFix)
        if Self.takes(new.talker, new.isFix, over: gll?.talker, gll?.isFix == true) {
            gll = new
            arrived(.gll)
        }
    }

    mutating func add(_ new: VTG) {
        guard new.mode?.quality != FixQuality.none else { return }
        if Self.takes(new.talker, true, over: vtg?.talker, vtg != nil) {
            vtg = new
            arrived(.vtg)
        }
    }

    mutating func add(_ new: GST) {
        if Self.takes(new.talker, new.hasDeviations, over: gst?.talker, gst?.hasDeviations == true) { gst = new }
    }

    mutating func add(_ new: GBS) {
        if Self.takes(new.talker, new.hasDeviations, over: gbs?.talker, gbs?.hasDeviations == true) { gbs = new }
    }

    mutating func add(_ new: PUBX00) {
        pubx = new
        arrived(.pubx00)
    }

    mutating func add(_ new: PSTI030) {
        psti = new
        arrived(.psti030)
    }

    mutating func add(_ new: GSA) {
        isEstimated = isEstimated || new.isEstimated
        guard let new = new.dimension else { return }
        dimension = FixDimension(rawValue: max(new.rawValue, dimension?.rawValue ?? 0))
    }

    private mutating func arrived(_ kind: SentenceKind) {
        arrivalCount &+= 1
        arrivals[EpochContent.place(kind)] = arrivalCount
    }

    private static func place(_ kind: SentenceKind) -> Int {
        switch kind {
        case .gga: 0
        case .rmc: 1
        case .gns: 2
        case .gll: 3
        case .vtg: 4
        case .pubx00: 5
        case .psti030: 6
        case .gst, .gbs, .zda, .gsa, .gsv, .pgrme, .pubx03, .hdt, .hdg, .ths: 7
        }
    }

    /// When the sentence of a kind came, compared with the others.
    func arrival(_ kind: SentenceKind) -> UInt8 { arrivals[EpochContent.place(kind)] }

    private mutating func prefer(_ talker: Talker, _ isFix: Bool) {
        guard isFix, preferred == nil || talker == .combined else { return }
        preferred = talker
    }

    /// Whether a talker's sentences count where they disagree with others.
    func isPreferred(_ talker: Talker?) -> Bool { preferred == nil || preferred == talker }

    /// Whether a sentence replaces one of the same kind: a fix over none, then GN over others, else the first stays.
    private static func takes(_ talker: Talker, _ isFix: Bool, over old: Talker?, _ oldIsFix: Bool) -> Bool {
        guard let old, old != talker else { return true }
        if isFix != oldIsFix { return isFix }
        return talker == .combined
    }
}

extension RMC {
    /// Whether the sentence vouches for a position; simulators call their data void.
    var isFix: Bool { mode == .simulated || (status == .valid && mode?.quality != FixQuality.none) }
}

extension GLL {
    /// Whether the sentence vouches for a position; the oldest layout has no status.
    var isFix: Bool { mode == .simulated || (status != .void && mode?.quality != FixQuality.none) }
}

extension GNS {
    /// Whether the sentence vouches for a position.
    var isFix: Bool { position != nil && quality?.isFix == true }
}

extension GST {
    /// Whether there is anything to tell an accuracy from.
    fileprivate var hasDeviations: Bool { latitudeError != nil || longitudeError != nil || altitudeError != nil }
}

extension GBS {
    /// Whether there is anything to tell an accuracy from.
    fileprivate var hasDeviations: Bool { latitudeError != nil || longitudeError != nil || altitudeError != nil }
}
