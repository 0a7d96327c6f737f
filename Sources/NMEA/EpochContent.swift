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

    /// The position with most decimals, the latest one among equals.
    private(set) var position: ExactPosition?

    /// Speed in knots, by the same rule.
    private(set) var speedInKnots: DecimalNumber?

    /// Course in degrees from true north, by the same rule.
    private(set) var course: DecimalNumber?

    /// The best mode of the epoch's GSA.
    var dimension: FixDimension?

    /// The mode of a GSA shortly before this epoch, when it has none of its own.
    var heldDimension: FixDimension?

    /// Whether a GSA of an old receiver says dead reckoning.
    var isEstimated = false

    /// Date and time of the dated sentences that belong here.
    var dated: UTCTime?

    mutating func add(_ new: GGA) {
        if Self.takes(new.talker, new.quality?.isFix == true, over: gga?.talker, gga?.quality?.isFix == true) {
            gga = new
            take(new.position)
        }
    }

    mutating func add(_ new: RMC) {
        if Self.takes(new.talker, new.status == .valid, over: rmc?.talker, rmc?.status == .valid) {
            rmc = new
            take(new.position)
            takeMotion(new.speedInKnots, new.course)
        }
    }

    mutating func add(_ new: GNS) {
        // Beside the combined sentence each system sends one of its own without position.
        let isFix = new.position != nil && new.quality?.isFix == true
        if Self.takes(new.talker, isFix, over: gns?.talker, gns?.position != nil && gns?.quality?.isFix == true) {
            gns = new
            take(new.position)
        }
    }

    mutating func add(_ new: GLL) {
        if Self.takes(new.talker, new.status != .void, over: gll?.talker, gll.map { $0.status != .void } ?? false) {
            gll = new
            take(new.position)
        }
    }

    mutating func add(_ new: VTG) {
        guard new.mode?.quality != FixQuality.none else { return }
        vtg = new
        takeMotion(new.speedInKnots, new.course)
    }

    mutating func add(_ new: PUBX00) {
        pubx = new
        take(new.position)
    }

    mutating func add(_ new: PSTI030) {
        psti = new
        if new.status == .valid { take(new.position) }
    }

    mutating func add(_ new: GSA) {
        isEstimated = isEstimated || new.isEstimated
        guard let new = new.dimension else { return }
        dimension = FixDimension(rawValue: max(new.rawValue, dimension?.rawValue ?? 0))
    }

    private mutating func take(_ new: ExactPosition?) {
        guard let new else { return }
        if let position, position.latitude.scale > new.latitude.scale { return }
        position = new
    }

    private mutating func takeMotion(_ knots: DecimalNumber?, _ course: DecimalNumber?) {
        if let knots, knots.scale >= speedInKnots?.scale ?? 0 { speedInKnots = knots }
        if let course, course.scale >= self.course?.scale ?? 0 { self.course = course }
    }

    /// Whether a sentence replaces one of the same kind: a fix over none, then GN over others, else the first stays.
    private static func takes(_ talker: Talker, _ isFix: Bool, over old: Talker?, _ oldIsFix: Bool) -> Bool {
        guard let old, old != talker else { return true }
        if isFix != oldIsFix { return isFix }
        return talker == .combined
    }
}
