/// RMB: how to get to the active waypoint.
public struct RMB: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Whether the data are valid.
    public var status: DataStatus?
    /// Distance off the leg in nautical miles; 9.99 stands for more.
    @PackedNumber public var crossTrackError: DecimalNumber?
    /// Where to steer to get back to the leg.
    public var steering: SteeringDirection?
    /// Name of the waypoint where the leg begins.
    public var origin: String = ""
    /// Name of the waypoint headed for.
    public var destination: String = ""
    /// Position of the waypoint headed for.
    @PackedPosition public var position: ExactPosition?
    /// Distance to it in nautical miles; 999.9 stands for more.
    @PackedNumber public var range: DecimalNumber?
    /// Bearing to it in degrees from true north, 0..<360.
    @PackedNumber public var bearing: DecimalNumber?
    /// Speed towards it in knots, negative when moving away.
    @PackedNumber public var closingSpeed: DecimalNumber?
    /// Whether the arrival circle was entered or the perpendicular passed.
    public var hasArrived: Bool?
    /// The mode (2.3 and later).
    public var mode: PositioningMode?
    /// The navigational status (4.1 and later).
    public var navigationalStatus: NavigationalStatus?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 13...15 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        status = cursor.status()
        crossTrackError = cursor.magnitude()
        steering = cursor.steering()
        origin = cursor.text()
        destination = cursor.text()
        position = cursor.position()
        range = cursor.magnitude()
        bearing = cursor.direction()
        closingSpeed = cursor.number()
        hasArrived = cursor.flag()
        mode = cursor.mode()
        navigationalStatus = cursor.letter().flatMap { NavigationalStatus(rawValue: $0) }
        if cursor.isMalformed { return nil }
    }
}

extension RMB: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "RMB")
        writer.status(status)
        writer.number(crossTrackError)
        writer.letter(steering?.rawValue)
        writer.text(origin)
        writer.text(destination)
        writer.position(position)
        writer.number(range)
        writer.number(bearing)
        writer.number(closingSpeed)
        writer.flag(hasArrived)
        if mode != nil || navigationalStatus != nil { writer.mode(mode) }
        if let navigationalStatus { writer.letter(navigationalStatus.rawValue) }
        return writer
    }
}
