/// APB: what an autopilot needs to follow a leg.
public struct APB: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Whether the data are valid.
    public var status: DataStatus?
    /// The second status: cycle lock.
    public var cycleLock: DataStatus?
    /// Distance off the leg in nautical miles.
    @PackedNumber public var crossTrackError: DecimalNumber?
    /// Where to steer to get back to the leg.
    public var steering: SteeringDirection?
    /// Whether the arrival circle was entered.
    public var hasEnteredCircle: Bool?
    /// Whether the perpendicular at the waypoint was passed.
    public var hasPassedPerpendicular: Bool?
    /// Bearing from origin to destination.
    public var legBearing: ReferencedBearing?
    /// Name of the destination.
    public var destination: String = ""
    /// Bearing from the present position to the destination.
    public var bearing: ReferencedBearing?
    /// Heading to steer.
    public var headingToSteer: ReferencedBearing?
    /// The mode (2.3 and later).
    public var mode: PositioningMode?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 14...15 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        status = cursor.status()
        cycleLock = cursor.status()
        let error = cursor.magnitude()
        steering = cursor.steering()
        crossTrackError = cursor.nauticalMiles(error)
        hasEnteredCircle = cursor.flag()
        hasPassedPerpendicular = cursor.flag()
        legBearing = cursor.referencedBearing()
        destination = cursor.text()
        bearing = cursor.referencedBearing()
        headingToSteer = cursor.referencedBearing()
        mode = cursor.mode()
    }
}

extension APB: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "APB")
        writer.status(status)
        writer.status(cycleLock)
        writer.number(crossTrackError)
        writer.letter(steering?.rawValue)
        writer.letter("N")
        writer.flag(hasEnteredCircle)
        writer.flag(hasPassedPerpendicular)
        writer.bearing(legBearing)
        writer.text(destination)
        writer.bearing(bearing)
        writer.bearing(headingToSteer)
        if let mode { writer.mode(mode) }
        return writer
    }
}
