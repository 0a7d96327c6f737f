public import GNSS

extension GGA {
    /// Creates the sentence that tells a fix.
    ///
    /// - Parameters:
    ///   - fix: what to tell; without coordinate the quality is none.
    ///   - talker: who tells it.
    ///   - decimals: decimals of a minute, 0...10.
    public init(_ fix: Fix, talker: Talker = .combined, decimals: Int = 7) {
        self.init(talker: talker)
        time = fix.timeOfDay
        position = fix.coordinate.flatMap { ExactPosition($0, decimals: decimals) }
        quality = position == nil ? FixQuality.none : fix.quality
        satellitesUsed = fix.satellitesUsed.map { min(max($0, 0), 99) }
        hdop = fix.dilution.horizontal.flatMap { DecimalNumber($0, decimals: 2) }
        altitude = fix.altitude.flatMap { DecimalNumber($0, decimals: 3) }
        geoidSeparation = fix.geoidSeparation.flatMap { DecimalNumber($0, decimals: 3) }
        correctionAge = fix.correctionAge.flatMap { DecimalNumber($0, decimals: 1) }
        referenceStation = fix.referenceStation
    }

    /// The sentence in at most as many bytes, line end included, as strict readers accept.
    ///
    /// Some casters refuse more than the 82 bytes of the standard. First the station and the age of corrections are left
    /// out, then decimals of a minute are rounded away down to four.
    ///
    /// - Parameter maximumLength: 82 by the standard.
    public func encoded(maximumLength: Int = 82) -> [UInt8] {
        var short = self
        var bytes = short.write().finished()
        if bytes.count > maximumLength {
            short.referenceStation = nil
            short.correctionAge = nil
            bytes = short.write().finished()
        }
        var decimals = position?.latitude.scale ?? 0
        while bytes.count > maximumLength, decimals > 4, let coordinate = position?.coordinate {
            decimals -= 1
            short.position = ExactPosition(coordinate, decimals: decimals)
            short.altitude = altitude.flatMap { DecimalNumber($0.value, decimals: min($0.scale, 1)) }
            short.geoidSeparation = geoidSeparation.flatMap { DecimalNumber($0.value, decimals: min($0.scale, 1)) }
            bytes = short.write().finished()
        }
        return bytes
    }
}
