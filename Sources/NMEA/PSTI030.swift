public import GNSS

/// PSTI,030: position, velocity and RTK state (SkyTraq).
public struct PSTI030: Hashable, Sendable {
    /// UTC time of day of the fix.
    @PackedTime public var time: TimeOfDay?
    /// Whether the data are valid.
    public var status: DataStatus?
    /// The position.
    @PackedPosition public var position: ExactPosition?
    /// Height above mean sea level in metres.
    @PackedNumber public var altitude: DecimalNumber?
    /// Velocity to the east in metres a second.
    @PackedNumber public var eastVelocity: DecimalNumber?
    /// Velocity to the north in metres a second.
    @PackedNumber public var northVelocity: DecimalNumber?
    /// Velocity upwards in metres a second.
    @PackedNumber public var upVelocity: DecimalNumber?
    /// The date.
    @PackedDate public var date: CalendarDate?
    /// The mode.
    public var mode: PositioningMode?
    /// Age of the RTK corrections in seconds.
    @PackedNumber public var correctionAge: DecimalNumber?
    /// Ratio of the ambiguity test.
    @PackedNumber public var ambiguityRatio: DecimalNumber?

    /// Creates a sentence; set the fields that are known.
    public init() {}

    init?(_ source: FieldCursor, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard cursor.fieldCount == 15 else { return nil }
        cursor.skip()
        time = cursor.time()
        status = cursor.status()
        position = cursor.position()
        altitude = cursor.number()
        eastVelocity = cursor.number()
        northVelocity = cursor.number()
        upVelocity = cursor.number()
        date = cursor.date()
        mode = cursor.mode()
        correctionAge = cursor.number()
        ambiguityRatio = cursor.number()
        if cursor.isMalformed { return nil }
    }
}

extension PSTI030: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter("PSTI")
        writer.integer(30, digits: 3)
        writer.time(time)
        writer.status(status)
        writer.position(position)
        writer.number(altitude)
        writer.number(eastVelocity)
        writer.number(northVelocity)
        writer.number(upVelocity)
        writer.date(date)
        writer.mode(mode)
        writer.number(correctionAge)
        writer.number(ambiguityRatio)
        return writer
    }
}
