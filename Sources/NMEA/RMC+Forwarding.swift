public import GNSS

extension RMC {
    /// Creates the sentence that tells a fix: status and mode letter follow its quality.
    ///
    /// - Parameters:
    ///   - fix: what to tell.
    ///   - talker: who tells it.
    ///   - decimals: decimals of a minute, 0...10.
    public init(_ fix: Fix, talker: Talker = .combined, decimals: Int = 7) {
        self.init(talker: talker)
        time = fix.timeOfDay
        position = fix.coordinate.flatMap { ExactPosition($0, decimals: decimals) }
        status = position != nil && fix.quality.isFix ? .valid : .void
        speedInKnots = fix.speed.flatMap { DecimalNumber($0 / (1852.0 / 3600), decimals: 3) }
        // Rounding may reach 360, which no reader should have to see.
        course = fix.course.flatMap { DecimalNumber($0, decimals: 2) }.map { $0.value < 360 ? $0 : DecimalNumber(0) }
        date = fix.time?.date
        magneticVariation = fix.magneticVariation.flatMap { DecimalNumber($0, decimals: 1) }
        mode = PositioningMode(quality: status == .valid ? fix.quality : .none)
    }
}
