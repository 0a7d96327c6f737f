internal import Formats
internal import GNSS

extension Fix {
    /// The fix in a TPV object of gpsd.
    init(gpsd value: JSONValue) {
        let time = value["time"]?.stringValue.flatMap { UTCTime(iso8601: $0) }
        let mode = value["mode"]?.intValue ?? 0
        var coordinate: GeodeticCoordinate?
        if mode >= 2, let latitude = value.number("lat", in: -90...90),
            let longitude = value.number("lon", in: -180...180)
        {
            coordinate = GeodeticCoordinate(latitude: latitude, longitude: longitude)
        }
        self.init(
            time: time, coordinate: coordinate,
            quality: coordinate == nil ? .none : Self.quality(value["status"]?.intValue),
            dimension: coordinate == nil ? .noFix : mode == 3 ? .threeDimensional : .twoDimensional)
        altitude = value.number("altMSL", in: -20_000...100_000)
        ellipsoidalHeight = value.number("altHAE", in: -20_000...100_000)
        geoidSeparation = value.number("geoidSep", in: -1000...1000)
        speed = value.number("speed", in: 0...20_000)
        course = value.number("track", in: 0...360).map { $0 == 360 ? 0 : $0 }
        climb = value.number("climb", in: -10_000...10_000)
        magneticVariation = value.number("magvar", in: -180...180)
        correctionAge = value.number("dgpsAge", in: 0...1_000_000)
        referenceStation = value["dgpsSta"]?.intValue.flatMap { 0...4095 ~= $0 ? Int($0) : nil }
        datum = value["datum"]?.stringValue.flatMap { $0 == "WGS84" || $0 == "W84" || $0.isEmpty ? nil : $0 }
        let horizontal = value.number("eph", in: 0.000_001...1_000_000)
        let vertical = value.number("epv", in: 0.000_001...1_000_000)
        if horizontal != nil || vertical != nil {
            // gpsd makes them from the dilution of precision and calls them 95 %.
            accuracy = PositionAccuracy(
                horizontal: horizontal, vertical: vertical, origin: .dilutionOfPrecision, level: .percent95)
        }
    }

    /// The quality in gpsd's `status`; absent for a plain fix.
    private static func quality(_ status: Int64?) -> FixQuality {
        switch status {
        case 2: .differential
        case 3: .rtkFixed
        case 4: .rtkFloat
        case 5, 6: .deadReckoning
        case 7: .manual
        case 8: .simulated
        case 9: .precise
        default: .autonomous
        }
    }
}

extension JSONValue {
    fileprivate func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
        guard let value = self[key]?.doubleValue, range.contains(value) else { return nil }
        return value
    }
}
