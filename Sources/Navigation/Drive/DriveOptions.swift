public import GNSS

extension DriveGenerator {
    /// How a drive goes and what its receiver sends.
    ///
    /// Values out of range count as the nearest one in range, values that are no numbers as the smallest.
    public struct Options: Hashable, Sendable {
        /// Seed of everything random.
        public var seed: UInt64 = 1

        /// When the drive begins.
        public var start = UTCTime(nanosecondsSince1970: 1_778_750_100_000_000_000)  // 2026-05-14T09:15:00Z

        /// Epochs a second, 0.1...50.
        public var rate = 1.0

        /// Highest speed in kilometres an hour, 1...500.
        public var speed = 50.0

        /// Acceleration in metres a second squared, 0.1...20.
        public var acceleration = 1.8

        /// Deceleration in metres a second squared, 0.1...20.
        public var braking = 2.2

        /// Acceleration to the side in bends in metres a second squared, 0.1...20.
        public var cornering = 2.5

        /// Seconds that the vehicle halts at each stop; 0 to drive through.
        public var haltAtStops = 0.0

        /// Seconds that the vehicle stands at the end.
        public var restAtEnd = 3.0

        /// Metres that are driven before the first stop of a route without shape.
        public var leadIn = 100.0

        /// Standard deviation of the position in metres for a dilution of 1, 0...1000; 0 for no error.
        public var noise = 1.2

        /// Parts of the way without reception, metres from its beginning.
        public var tunnels: [ClosedRange<Double>] = []

        /// Seconds from switching on the receiver to the first fix; the vehicle waits.
        public var coldStart = 0.0

        /// Systems that the receiver hears.
        public var constellations: Set<Constellation> = [.gps, .glonass, .galileo, .beidou]

        /// What the receiver sends in each epoch, in this order.
        public var sentences: [DriveSentence] = [.rmc, .gga, .gsa, .gsv]

        /// Seconds between two GSV lists, at least one epoch.
        public var satelliteInterval = 1.0

        /// Quality of the fixes; `simulated` marks the drive as what it is.
        public var quality = FixQuality.autonomous

        /// Height of the road above sea level in metres.
        public var altitude = 100.0

        /// Height of the geoid above the ellipsoid in metres.
        public var geoidSeparation = 45.0

        /// Digits behind the point of a minute of arc, 2...9.
        public var positionDecimals = 6

        /// Creates the usual options: 50 km/h, one epoch a second, four constellations.
        public init() {}
    }
}

/// A sentence that a generated drive can contain.
public enum DriveSentence: String, Hashable, Sendable, CaseIterable {
    /// Time, date, position, motion.
    case rmc = "RMC"
    /// Time, position, quality, height.
    case gga = "GGA"
    /// Satellites used.
    case gsa = "GSA"
    /// Satellites in view.
    case gsv = "GSV"
    /// Error statistics.
    case gst = "GST"
    /// Course and speed.
    case vtg = "VTG"
    /// Position and time.
    case gll = "GLL"
    /// Position with a mode for each system.
    case gns = "GNS"
    /// Time and date.
    case zda = "ZDA"
}
