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
            fix.dimension = dimension(hasHeight: fix.altitude != nil)
            addMotion(to: &fix, slowestSpeedWithCourse: slowestSpeedWithCourse)
        }
        if let used = gga?.satellitesUsed ?? gns?.satellitesUsed { fix.satellitesUsed = used }
        fix.magneticVariation = rmc?.magneticVariation?.value
        fix.correctionAge = gga?.correctionAge?.value ?? gns?.correctionAge?.value
        fix.referenceStation = gga?.referenceStation ?? gns?.referenceStation
        return fix
    }

    /// The time of the sentence that the position is first taken from; sentences of one epoch may differ by milliseconds.
    var time: TimeOfDay? { gga?.time ?? gns?.time ?? rmc?.time ?? gll?.time }

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
        // Without status there is nothing that vouches for a position, except in the oldest GLL.
        guard rmc?.status == .valid || gll != nil else { return .none }
        return rmc?.mode?.quality ?? gll?.mode?.quality ?? .autonomous
    }

    /// The position with most decimals; among equals GGA, GNS, RMC, GLL in this order.
    private var position: ExactPosition? {
        var best: ExactPosition?
        for candidate in [gga?.position, gns?.position, rmc?.position, gll?.position] {
            guard let candidate else { continue }
            if let best, best.latitude.scale >= candidate.latitude.scale { continue }
            best = candidate
        }
        return best
    }

    private func addHeight(to fix: inout Fix) {
        if let altitude = gga?.altitude {
            fix.altitude = altitude.value
            fix.geoidSeparation = gga?.geoidSeparation?.value
        } else {
            fix.altitude = gns?.altitude?.value
            fix.geoidSeparation = gns?.geoidSeparation?.value ?? gga?.geoidSeparation?.value
        }
        if let altitude = fix.altitude, let separation = fix.geoidSeparation {
            fix.ellipsoidalHeight = altitude + separation
        }
    }

    private func dimension(hasHeight: Bool) -> FixDimension {
        if let dimension { return dimension }
        guard hasHeight, let used = gga?.satellitesUsed ?? gns?.satellitesUsed else { return .twoDimensional }
        return used >= 4 ? .threeDimensional : .twoDimensional
    }

    private func addMotion(to fix: inout Fix, slowestSpeedWithCourse: Double) {
        let knots = Self.finer(rmc?.speedInKnots, vtg?.speedInKnots)
        if let knots {
            fix.speed = knots.value * (1852.0 / 3600)
        } else if let kilometres = vtg?.speedInKilometresPerHour {
            fix.speed = kilometres.value / 3.6
        }
        guard let course = Self.finer(rmc?.course, vtg?.course) else { return }
        if let speed = fix.speed, speed < slowestSpeedWithCourse { return }
        fix.course = course.value
    }

    /// The number with more decimals, the first one among equals.
    private static func finer(_ first: DecimalNumber?, _ second: DecimalNumber?) -> DecimalNumber? {
        guard let first else { return second }
        guard let second, second.scale > first.scale else { return first }
        return second
    }
}
