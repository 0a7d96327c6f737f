/// What a receiver knew at one instant: position, motion, quality.
///
/// Every value belongs to the same epoch. A value that the receiver did not send is absent, never zero.
public struct Fix: Hashable, Sendable {
    /// The instant; nil when the receiver told no time, or no date and none could be inferred.
    public var time: UTCTime?

    /// The time of day, also when the date is unknown.
    public var timeOfDay: TimeOfDay?

    /// The position; nil when there is no fix.
    public var coordinate: GeodeticCoordinate?

    /// How the position was obtained.
    public var quality: FixQuality

    /// Whether height was measured.
    public var dimension: FixDimension

    /// Height of the antenna above mean sea level (the receiver's geoid) in metres; held, not measured, in two dimensions.
    public var altitude: Double?

    /// Height of the antenna above the WGS 84 ellipsoid in metres.
    public var ellipsoidalHeight: Double?

    /// Height of the geoid above the ellipsoid in metres, as the receiver sent it.
    public var geoidSeparation: Double?

    /// Speed over ground in metres a second.
    public var speed: Double?

    /// Course over ground in degrees from true north, 0..<360; absent when standing, because it means nothing then.
    public var course: Double?

    /// Vertical speed in metres a second, up positive.
    public var climb: Double?

    /// Direction of the vehicle's bow in degrees from true north, 0..<360; never filled from the course.
    public var heading: Double?

    /// Magnetic variation in degrees, east positive.
    public var magneticVariation: Double?

    /// Dilution of precision.
    public var dilution: DilutionOfPrecision

    /// Accuracy with its origin.
    public var accuracy: PositionAccuracy?

    /// Number of satellites used in the position.
    public var satellitesUsed: Int?

    /// Number of different satellites in view.
    public var satellitesInView: Int?

    /// Age of the corrections in seconds.
    public var correctionAge: Double?

    /// Number of the reference station, 0...4095.
    public var referenceStation: Int?

    /// The datum when it is not WGS 84 (code of NMEA DTM, for example `W72`).
    public var datum: String?

    /// Whether the receiver repeats an old position with a frozen time stamp.
    public var isStale: Bool

    /// Creates a fix without position; set what is known.
    public init(
        time: UTCTime? = nil,
        coordinate: GeodeticCoordinate? = nil,
        quality: FixQuality = .none,
        dimension: FixDimension = .noFix
    ) {
        self.time = time
        timeOfDay = time?.timeOfDay
        self.coordinate = coordinate
        self.quality = quality
        self.dimension = dimension
        dilution = DilutionOfPrecision()
        isStale = false
    }

    /// Whether the position was made by a simulator.
    public var isSimulated: Bool { quality == .simulated }
}
