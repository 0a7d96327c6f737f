import GNSS

/// The sentences of one epoch, as far as a fix is made of them.
struct EpochContent: Sendable {
    var gga: GGA?
    var rmc: RMC?
    var gns: GNS?
    var gll: GLL?
    var vtg: VTG?
    var gst: GST?

    /// The best mode of the epoch's GSA.
    var dimension: FixDimension?

    /// Whether a GSA of an old receiver says dead reckoning.
    var isEstimated = false

    /// Date and time of the dated sentences that belong here.
    var dated: UTCTime?

    mutating func add(_ new: GGA) {
        if Self.takes(new.talker, new.quality?.isFix == true, over: gga?.talker, gga?.quality?.isFix == true) {
            gga = new
        }
    }

    mutating func add(_ new: RMC) {
        if Self.takes(new.talker, new.status == .valid, over: rmc?.talker, rmc?.status == .valid) { rmc = new }
    }

    mutating func add(_ new: GNS) {
        // Beside the combined sentence each system sends one of its own without position.
        let isFix = new.position != nil && new.quality?.isFix == true
        if Self.takes(new.talker, isFix, over: gns?.talker, gns?.position != nil && gns?.quality?.isFix == true) {
            gns = new
        }
    }

    mutating func add(_ new: GLL) {
        if Self.takes(new.talker, new.status != .void, over: gll?.talker, gll.map { $0.status != .void } ?? false) {
            gll = new
        }
    }

    mutating func add(_ new: GSA) {
        isEstimated = isEstimated || new.isEstimated
        guard let new = new.dimension else { return }
        dimension = FixDimension(rawValue: max(new.rawValue, dimension?.rawValue ?? 0))
    }

    /// Whether a sentence replaces one of the same kind: a fix over none, then GN over others, else the first stays.
    private static func takes(_ talker: Talker, _ isFix: Bool, over old: Talker?, _ oldIsFix: Bool) -> Bool {
        guard let old, old != talker else { return true }
        if isFix != oldIsFix { return isFix }
        return talker == .combined
    }
}
