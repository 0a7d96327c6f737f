import GNSS

extension EpochContent {
    /// The best statement about accuracy that the epoch holds.
    func accuracy(_ fix: Fix, model: AccuracyModel) -> PositionAccuracy? {
        guard fix.quality.isFix else { return nil }
        if let statistics { return statistics }
        return model.estimate(fix.dilution, quality: fix.quality)
    }

    private var statistics: PositionAccuracy? {
        guard let gst else { return nil }
        return Self.fromDeviations(gst.latitudeError, gst.longitudeError, gst.altitudeError, origin: .errorStatistics)
    }

    /// Standard deviations as accuracy; zeros mean unknown.
    static func fromDeviations(
        _ latitude: DecimalNumber?, _ longitude: DecimalNumber?, _ height: DecimalNumber?,
        origin: PositionAccuracy.Origin
    ) -> PositionAccuracy? {
        let latitude = latitude.flatMap { $0.value > 0 ? $0.value : nil }
        let longitude = longitude.flatMap { $0.value > 0 ? $0.value : nil }
        let height = height.flatMap { $0.value > 0 ? $0.value : nil }
        var horizontal: Double?
        if let latitude, let longitude { horizontal = (latitude * latitude + longitude * longitude).squareRoot() }
        guard horizontal != nil || height != nil else { return nil }
        return PositionAccuracy(
            horizontal: horizontal, vertical: height, latitude: latitude, longitude: longitude, origin: origin,
            level: .standardDeviation)
    }
}
