import GNSS

extension EpochContent {
    /// Position, motion and quality out of all sentences, without time, accuracy and satellites.
    func fix(slowestSpeedWithCourse: Double) -> Fix {
        var fix = Fix()
        let quality = quality
        if quality.isFix, let position {
            fix.quality = quality
            fix.coordinate = position.coordinate
            addHeight(to: &fix)
            fix.dimension = dimension(hasHeight: fix.altitude != nil || fix.ellipsoidalHeight != nil)
            addMotion(to: &fix, slowestSpeedWithCourse: slowestSpeedWithCourse)
        }
        fix.satellitesUsed = satellitesUsed
        fix.magneticVariation = rmc?.magneticVariation?.value
        fix.correctionAge =
            gga?.correctionAge?.value ?? gns?.correctionAge?.value ?? pubx?.correctionAge?.value
        fix.referenceStation = gga?.referenceStation ?? gns?.referenceStation
        return fix
    }

    /// The time of the sentence that the position is first taken from; sentences of one epoch may differ by milliseconds.
    var time: TimeOfDay? { gga?.time ?? gns?.time ?? rmc?.time ?? gll?.time ?? pubx?.time ?? psti?.time }

    private var isSimulated: Bool {
        gga?.quality == .simulated || rmc?.mode == .simulated || gll?.mode == .simulated || gns?.quality == .simulated
    }

    /// No fix wins over a fix where sentences of the preferred talker disagree, except that simulators call their data
    /// void.
    private var quality: FixQuality {
        if isSimulated { return .simulated }
        if gga?.quality == FixQuality.none, isPreferred(gga?.talker) { return .none }
        if gns?.quality == FixQuality.none, isPreferred(gns?.talker) { return .none }
        if let rmc, rmc.isVoid, isPreferred(rmc.talker) { return .none }
        if let gll, !gll.isFix, isPreferred(gll.talker) { return .none }
        if dimension == .noFix { return .none }
        if isEstimated { return .deadReckoning }
        let (first, second) = (gga?.quality ?? .none, gns?.quality ?? .none)
        let stated = first.rank >= second.rank ? first : second
        if stated.isFix { return stated }
        if let status = pubx?.status, rmc == nil, gll == nil { return status.quality }
        if let psti, rmc == nil, gll == nil {
            return psti.status == .valid ? psti.mode?.quality ?? .autonomous : .none
        }
        // Without status there is nothing that vouches for a position, except in the oldest GLL.
        guard rmc?.isFix == true || gll?.isFix == true else { return .none }
        return rmc?.mode?.quality ?? gll?.mode?.quality ?? .autonomous
    }

    /// The position with most decimals among the sentences that vouch for one; the last of them among equals.
    ///
    /// Sentences of the preferred talker and those of the maker come first, others only where these have none.
    private var position: ExactPosition? {
        var best: (position: ExactPosition, arrival: UInt8)?
        func offer(_ kind: SentenceKind, _ position: ExactPosition?, _ isOffered: Bool) {
            guard isOffered, let position else { return }
            let arrival = arrival(kind)
            if let best {
                let (old, new) = (best.position.latitude.scale, position.latitude.scale)
                guard old < new || (old == new && best.arrival < arrival) else { return }
            }
            best = (position, arrival)
        }
        let combinations = preferred == nil ? [true] : [true, false]
        for isPreferred in combinations where best == nil {
            func counts(_ talker: Talker?) -> Bool { self.isPreferred(talker) == isPreferred }
            // Where the quality is empty other sentences decide.
            offer(.gga, gga?.position, gga?.quality?.isFix ?? true && counts(gga?.talker))
            offer(.gns, gns?.position, gns?.quality?.isFix ?? true && counts(gns?.talker))
            offer(.gll, gll?.position, gll?.isFix == true && counts(gll?.talker))
            offer(.rmc, rmc?.position, rmc?.isFix == true && counts(rmc?.talker))
            offer(.pubx00, pubx?.position, pubx?.status?.quality.isFix == true && isPreferred)
            offer(.psti030, psti?.position, psti?.status == .valid && isPreferred)
        }
        return best?.position
    }

    /// Speed in knots and course, by the same rule.
    private var motion: (knots: DecimalNumber?, course: DecimalNumber?) {
        let rmc = rmc?.isFix == true ? rmc : nil
        guard let rmc else { return (vtg?.speedInKnots, vtg?.course) }
        guard let vtg else { return (rmc.speedInKnots, rmc.course) }
        // Of two talkers the preferred one is asked alone.
        guard isPreferred(vtg.talker) == isPreferred(rmc.talker) else {
            return isPreferred(vtg.talker) ? (vtg.speedInKnots, vtg.course) : (rmc.speedInKnots, rmc.course)
        }
        let isLater = arrival(.vtg) > arrival(.rmc)
        func better(_ motion: DecimalNumber?, _ other: DecimalNumber?) -> DecimalNumber? {
            guard let motion, let other else { return motion ?? other }
            guard motion.scale == other.scale else { return motion.scale > other.scale ? motion : other }
            return isLater ? motion : other
        }
        return (better(vtg.speedInKnots, rmc.speedInKnots), better(vtg.course, rmc.course))
    }

    private func addHeight(to fix: inout Fix) {
        if let altitude = gga?.altitude, gga?.quality != FixQuality.none || isSimulated {
            fix.altitude = altitude.value
            fix.geoidSeparation = gga?.geoidSeparation?.value
        } else {
            fix.altitude = gns?.quality != FixQuality.none ? gns?.altitude?.value : nil
            fix.geoidSeparation = gns?.geoidSeparation?.value ?? gga?.geoidSeparation?.value
        }
        if fix.altitude == nil, psti?.status == .valid { fix.altitude = psti?.altitude?.value }
        if let altitude = fix.altitude, let separation = fix.geoidSeparation {
            fix.ellipsoidalHeight = altitude + separation
        } else {
            fix.ellipsoidalHeight = fixedPUBX?.ellipsoidalHeight?.value
        }
    }

    /// The count of the combined sentence before that of a single system.
    private var satellitesUsed: Int? {
        if let gns, gns.talker == .combined, gga?.talker != .combined, let used = gns.satellitesUsed { return used }
        return gga?.satellitesUsed ?? gns?.satellitesUsed ?? pubx?.satellitesUsed
    }

    private func dimension(hasHeight: Bool) -> FixDimension {
        // A simulator may call its mode "no fix".
        if let dimension, dimension != .noFix { return dimension }
        if let dimension = pubx?.status?.dimension, dimension != .noFix { return dimension }
        if let heldDimension, heldDimension != .noFix { return heldDimension }
        guard hasHeight, let used = satellitesUsed else { return .twoDimensional }
        return used >= 4 ? .threeDimensional : .twoDimensional
    }

    /// PUBX,00 when it vouches for its values.
    var fixedPUBX: PUBX00? { pubx?.status?.quality.isFix == true ? pubx : nil }

    private func addMotion(to fix: inout Fix, slowestSpeedWithCourse: Double) {
        let motion = motion
        let pubx = fixedPUBX
        let psti = psti?.status == .valid ? psti : nil
        if let knots = motion.knots {
            fix.speed = knots.value * (1852.0 / 3600)
        } else if let kilometres = vtg?.speedInKilometresPerHour {
            fix.speed = kilometres.value / 3.6
        } else if let kilometres = pubx?.speedInKilometresPerHour {
            fix.speed = kilometres.value / 3.6
        } else if let east = psti?.eastVelocity?.value, let north = psti?.northVelocity?.value {
            fix.speed = (east * east + north * north).squareRoot()
        }
        fix.climb = pubx?.descent.map { -$0.value } ?? psti?.upVelocity?.value
        if let speed = fix.speed, speed < slowestSpeedWithCourse { return }
        fix.course = motion.course?.value ?? pubx?.course?.value
    }
}

extension RMC {
    /// Whether the sentence denies a position; without status it says nothing.
    fileprivate var isVoid: Bool { status == .void || mode?.quality == FixQuality.none }
}
