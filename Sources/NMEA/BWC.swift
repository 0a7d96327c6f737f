public import GNSS

/// BWC: bearing and distance to a waypoint along the great circle.
public struct BWC: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// UTC time of day of the observation.
    @PackedTime public var time: TimeOfDay?
    /// Position of the waypoint.
    @PackedPosition public var position: ExactPosition?
    /// Bearing in degrees from true north, 0..<360.
    @PackedNumber public var bearing: DecimalNumber?
    /// Bearing in degrees from magnetic north, 0..<360.
    @PackedNumber public var magneticBearing: DecimalNumber?
    /// Distance in nautical miles.
    @PackedNumber public var distance: DecimalNumber?
    /// Name of the waypoint.
    public var name: String = ""
    /// The mode (2.3 and later).
    public var mode: PositioningMode?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 12...13 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        time = cursor.time()
        position = cursor.position()
        bearing = cursor.direction(reference: UInt8(ascii: "T"))
        magneticBearing = cursor.direction(reference: UInt8(ascii: "M"))
        distance = cursor.magnitude(unit: UInt8(ascii: "N"))
        name = cursor.text()
        mode = cursor.mode()
        if cursor.isMalformed { return nil }
    }
}

extension BWC: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "BWC")
        writer.time(time)
        writer.position(position)
        writer.number(bearing, unit: "T")
        writer.number(magneticBearing, unit: "M")
        writer.number(distance, unit: "N")
        writer.text(name)
        if let mode { writer.mode(mode) }
        return writer
    }
}
