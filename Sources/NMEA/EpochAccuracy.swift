import GNSS

extension EpochContent {
    /// The best statement about accuracy that the epoch holds.
    func accuracy(_ fix: Fix, model: AccuracyModel) -> PositionAccuracy? {
        guard fix.quality.isFix else { return nil }
        return receiverEstimate ?? statistics ?? faultDetection ?? garminEstimate
            ?? model.estimate(fix.dilution, quality: fix.quality)
    }

    private var receiverEstimate: PositionAccuracy? {
        guard let pubx = fixedPUBX else { return nil }
        let horizontal = pubx.horizontalAccuracy?.positive
        let vertical = pubx.verticalAccuracy?.positive
        guard horizontal != nil || vertical != nil else { return nil }
        return PositionAccuracy(
            horizontal: horizontal, vertical: vertical, origin: .receiverEstimate, level: .standardDeviation)
    }

    private var statistics: PositionAccuracy? {
        guard let gst else { return nil }
        return Self.fromDeviations(gst.latitudeError, gst.longitudeError, gst.altitudeError, origin: .errorStatistics)
    }

    private var faultDetection: PositionAccuracy? {
        guard let gbs else { return nil }
        return Self.fromDeviations(gbs.latitudeError, gbs.longitudeError, gbs.altitudeError, origin: .faultDetection)
    }

    private var garminEstimate: PositionAccuracy? {
        guard let pgrme else { return nil }
        let horizontal = pgrme.horizontalError?.positive
        let vertical = pgrme.verticalError?.positive
        guard horizontal != nil || vertical != nil else { return nil }
        return PositionAccuracy(horizontal: horizontal, vertical: vertical, origin: .garminEstimate, level: .half)
    }

    /// Standard deviations as accuracy; zeros mean unknown.
    static func fromDeviations(
        _ latitude: DecimalNumber?, _ longitude: DecimalNumber?, _ height: DecimalNumber?,
        origin: PositionAccuracy.Origin
    ) -> PositionAccuracy? {
        let latitude = latitude?.positive
        let longitude = longitude?.positive
        let height = height?.positive
        var horizontal: Double?
        if let latitude, let longitude { horizontal = (latitude * latitude + longitude * longitude).squareRoot() }
        guard horizontal != nil || height != nil else { return nil }
        return PositionAccuracy(
            horizontal: horizontal, vertical: height, latitude: latitude, longitude: longitude, origin: origin,
            level: .standardDeviation)
    }
}

extension DecimalNumber {
    /// The value when it is above zero; an error of zero means unknown.
    fileprivate var positive: Double? { mantissa > 0 ? value : nil }
}
