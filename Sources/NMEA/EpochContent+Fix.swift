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

    /// No fix wins over a fix where sentences disagree, except that simulators call their data void.
    private var quality: FixQuality {
        if isSimulated { return .simulated }
        if gga?.quality == FixQuality.none || gns?.quality == FixQuality.none { return .none }
        if rmc?.status == .void || gll?.status == .void || dimension == .noFix { return .none }
        if rmc?.mode?.quality == FixQuality.none || gll?.mode?.quality == FixQuality.none { return .none }
        if isEstimated { return .deadReckoning }
        let stated = [gga?.quality, gns?.quality].compactMap(\.self).max { $0.rank < $1.rank }
        if let stated { return stated }
        if let status = pubx?.status, rmc == nil, gll == nil { return status.quality }
        if let psti, rmc == nil, gll == nil {
            return psti.status == .valid ? psti.mode?.quality ?? .autonomous : .none
        }
        // Without status there is nothing that vouches for a position, except in the oldest GLL.
        guard rmc?.status == .valid || gll != nil else { return .none }
        return rmc?.mode?.quality ?? gll?.mode?.quality ?? .autonomous
    }

    private func addHeight(to fix: inout Fix) {
        if let altitude = gga?.altitude {
            fix.altitude = altitude.value
            fix.geoidSeparation = gga?.geoidSeparation?.value
        } else {
            fix.altitude = gns?.altitude?.value
            fix.geoidSeparation = gns?.geoidSeparation?.value ?? gga?.geoidSeparation?.value
        }
        if fix.altitude == nil { fix.altitude = psti?.altitude?.value }
        if let altitude = fix.altitude, let separation = fix.geoidSeparation {
            fix.ellipsoidalHeight = altitude + separation
        } else {
            fix.ellipsoidalHeight = pubx?.ellipsoidalHeight?.value
        }
    }

    /// The count of the combined sentence before that of a single system.
    private var satellitesUsed: Int? {
        if let gns, gns.talker == .combined, gga?.talker != .combined, let used = gns.satellitesUsed { return used }
        return gga?.satellitesUsed ?? gns?.satellitesUsed ?? pubx?.satellitesUsed
    }

    private func dimension(hasHeight: Bool) -> FixDimension {
        if let dimension { return dimension }
        if let dimension = pubx?.status?.dimension { return dimension }
        if let heldDimension, heldDimension != .noFix { return heldDimension }
        guard hasHeight, let used = satellitesUsed else { return .twoDimensional }
        return used >= 4 ? .threeDimensional : .twoDimensional
    }

    private func addMotion(to fix: inout Fix, slowestSpeedWithCourse: Double) {
        if let speedInKnots {
            fix.speed = speedInKnots.value * (1852.0 / 3600)
        } else if let kilometres = vtg?.speedInKilometresPerHour {
            fix.speed = kilometres.value / 3.6
        } else if let kilometres = pubx?.speedInKilometresPerHour {
            fix.speed = kilometres.value / 3.6
        } else if let east = psti?.eastVelocity?.value, let north = psti?.northVelocity?.value {
            fix.speed = (east * east + north * north).squareRoot()
        }
        fix.climb = pubx?.descent.map { -$0.value } ?? psti?.upVelocity?.value
        if let speed = fix.speed, speed < slowestSpeedWithCourse { return }
        fix.course = course?.value ?? pubx?.course?.value
    }
}
