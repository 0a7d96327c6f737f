/// How far a position may be off, in metres, with the source of the figure and what it means.
///
/// An unknown accuracy is absent; it is never zero.
public struct PositionAccuracy: Hashable, Sendable {
    /// Where the figures come from.
    public enum Origin: Hashable, Sendable, CaseIterable {
        /// u-blox PUBX,00: the receiver's own estimate.
        case receiverEstimate

        /// NMEA GST: standard deviations of latitude, longitude and height.
        case errorStatistics

        /// NMEA GBS: expected errors of the fault detection.
        case faultDetection

        /// Garmin PGRME: estimated position error.
        case garminEstimate

        /// Dilution of precision times the range error that is usual for the fix quality.
        case dilutionOfPrecision
    }

    /// What share of positions lies within the figure.
    public enum Level: Hashable, Sendable, CaseIterable {
        /// Half of all positions (circular error probable).
        case half

        /// One standard deviation: horizontally the distance root mean square, 63 to 68 %; vertically 68 %.
        case standardDeviation

        /// 95 % of all positions.
        case percent95
    }

    /// Radius around the position in metres, above zero.
    public var horizontal: Double?

    /// Error of the height in metres, above zero.
    public var vertical: Double?

    /// Standard deviation of the latitude in metres, when the source tells it.
    public var latitude: Double?

    /// Standard deviation of the longitude in metres, when the source tells it.
    public var longitude: Double?

    /// Where the figures come from.
    public var origin: Origin

    /// What share of positions lies within `horizontal` and `vertical`.
    public var level: Level

    /// Creates an accuracy.
    public init(
        horizontal: Double? = nil,
        vertical: Double? = nil,
        latitude: Double? = nil,
        longitude: Double? = nil,
        origin: Origin,
        level: Level
    ) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.latitude = latitude
        self.longitude = longitude
        self.origin = origin
        self.level = level
    }

    /// The same accuracy at another level, for errors that are normally distributed.
    ///
    /// Horizontal factors are those of a circular distribution with one standard deviation per axis: radius 1.18 for half,
    /// 1.41 for the distance root mean square, 2.45 for 95 % of positions.
    public func converted(to target: Level) -> PositionAccuracy {
        guard target != level else { return self }
        var result = self
        result.horizontal = horizontal.map { $0 / level.horizontalFactor * target.horizontalFactor }
        result.vertical = vertical.map { $0 / level.verticalFactor * target.verticalFactor }
        result.level = target
        return result
    }
}

extension PositionAccuracy.Level {
    fileprivate var horizontalFactor: Double {
        switch self {
        case .half: 1.177_410_022_515_474_7
        case .standardDeviation: 1.414_213_562_373_095_1
        case .percent95: 2.447_746_830_680_816_3
        }
    }

    fileprivate var verticalFactor: Double {
        switch self {
        case .half: 0.674_489_750_196_081_7
        case .standardDeviation: 1
        case .percent95: 1.959_963_984_540_054
        }
    }
}
