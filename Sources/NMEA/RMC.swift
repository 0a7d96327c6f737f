public import GNSS

/// RMC: time, date, position and motion.
public struct RMC: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// UTC time of day of the fix.
    @PackedTime public var time: TimeOfDay?
    /// Whether the data are valid.
    public var status: DataStatus?
    /// The position; also given when the status is void, if it was sent.
    @PackedPosition public var position: ExactPosition?
    /// Speed over ground in knots.
    @PackedNumber public var speedInKnots: DecimalNumber?
    /// Course over ground in degrees from true north, 0..<360.
    @PackedNumber public var course: DecimalNumber?
    /// The date.
    @PackedDate public var date: CalendarDate?
    /// Magnetic variation in degrees, east positive.
    @PackedNumber public var magneticVariation: DecimalNumber?
    /// The mode (2.3 and later).
    public var mode: PositioningMode?
    /// The navigational status (4.1 and later).
    public var navigationalStatus: NavigationalStatus?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    @inline(__always)
    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 11...13 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        time = cursor.time()
        status = cursor.status()
        position = cursor.position()
        speedInKnots = cursor.magnitude()
        course = cursor.direction()
        date = cursor.date()
        magneticVariation = cursor.sided(plus: UInt8(ascii: "E"), minus: UInt8(ascii: "W"))
        mode = cursor.mode()
        navigationalStatus = cursor.letter().flatMap { NavigationalStatus(rawValue: $0) }
        if cursor.isMalformed { return nil }
    }
}

extension RMC: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "RMC")
        writer.time(time)
        writer.status(status)
        writer.position(position)
        writer.number(speedInKnots)
        writer.number(course)
        writer.date(date)
        writer.sided(magneticVariation, plus: "E", minus: "W")
        if mode != nil || navigationalStatus != nil { writer.mode(mode) }
        if let navigationalStatus { writer.letter(navigationalStatus.rawValue) }
        return writer
    }
}
