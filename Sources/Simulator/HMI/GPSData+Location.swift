public import GNSS
public import SDLRPC

extension GPSData {
    /// A fix as apps are told of it, or `nil` where there is no position.
    ///
    /// Values that are unknown, not finite or outside the ranges of the RPC spec are left out, except where older
    /// versions demand them: before RPC 5.0 every member but `shifted` is mandatory, dilution of precision ends at 10,
    /// and unknown values are 0, or what `last` had for time and motion.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - origin: Where it comes from: `actual` is false for what software made.
    ///   - version: The RPC version of the module.
    ///   - last: What was told before, for members that a version below 5.0 demands.
    public init?(
        _ fix: Fix, origin: LocationOrigin = LocationOrigin(), version: RPCVersion = RPCVersion(8, 0),
        last: GPSData? = nil
    ) {
        guard let place = fix.coordinate else { return nil }
        self.init(longitudeDegrees: place.longitude, latitudeDegrees: place.latitude)
        setTime(fix.time)
        let direction = fix.heading ?? fix.course
        heading = direction.flatMap(Self.heading)
        compassDirection = direction.flatMap(Self.compassDirection)
        pdop = Self.dilution(fix.dilution.position, version)
        hdop = Self.dilution(fix.dilution.horizontal, version)
        vdop = Self.dilution(fix.dilution.vertical, version)
        actual = fix.quality.isMeasured && !origin.isSimulated
        satellites = fix.satellitesInView.map { min(max($0, 0), 31) }
        dimension =
            switch fix.dimension {
            case .noFix: .noFix
            case .twoDimensional: .fix2D
            case .threeDimensional: .fix3D
            }
        altitude = fix.altitude.flatMap { (-10_000...10_000).contains($0) ? $0 : nil }
        speed = fix.speed.map { $0 * 3.6 }.flatMap { (0...500).contains($0) ? $0 : nil }
        if version < RPCVersion(5, 0) { complete(from: last) }
    }

    private mutating func setTime(_ time: UTCTime?) {
        guard let time, (2010...2100).contains(time.date.year) else { return }
        utcYear = time.date.year
        utcMonth = time.date.month
        utcDay = time.date.day
        utcHours = time.timeOfDay.hour
        utcMinutes = time.timeOfDay.minute
        // The spec knows no leap second.
        utcSeconds = min(time.timeOfDay.second, 59)
    }

    /// Rounded first, then wrapped: 359.996 is north, not a value above the range.
    private static func heading(_ degrees: Double) -> Double? {
        guard degrees.isFinite else { return nil }
        let hundredths = (degrees * 100).rounded().truncatingRemainder(dividingBy: 36_000)
        return (hundredths < 0 ? hundredths + 36_000 : hundredths) / 100
    }

    private static func compassDirection(_ degrees: Double) -> CompassDirection? {
        guard let heading = heading(degrees) else { return nil }
        let rose: [CompassDirection] = [
            .north, .northeast, .east, .southeast, .south, .southwest, .west, .northwest,
        ]
        return rose[Int((heading / 45).rounded()) % 8]
    }

    private static func dilution(_ value: Double?, _ version: RPCVersion) -> Double? {
        guard let value, value.isFinite, value > 0 else { return nil }
        if version < RPCVersion(5, 0) { return min(value, 10) }
        return value <= 1000 ? value : nil
    }

    private mutating func complete(from last: GPSData?) {
        utcYear = utcYear ?? last?.utcYear ?? 2010
        utcMonth = utcMonth ?? last?.utcMonth ?? 1
        utcDay = utcDay ?? last?.utcDay ?? 1
        utcHours = utcHours ?? last?.utcHours ?? 0
        utcMinutes = utcMinutes ?? last?.utcMinutes ?? 0
        utcSeconds = utcSeconds ?? last?.utcSeconds ?? 0
        heading = heading ?? last?.heading ?? 0
        compassDirection = compassDirection ?? last?.compassDirection ?? .north
        pdop = pdop ?? 0
        hdop = hdop ?? 0
        vdop = vdop ?? 0
        satellites = satellites ?? 0
        altitude = altitude ?? last?.altitude ?? 0
        speed = speed ?? last?.speed ?? 0
    }
}
