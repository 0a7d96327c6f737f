public import GNSS

/// PUBX,00: position with the receiver's own estimate of its accuracy (u-blox).
public struct PUBX00: Hashable, Sendable {
    /// UTC time of day of the fix.
    @PackedTime public var time: TimeOfDay?
    /// The position.
    @PackedPosition public var position: ExactPosition?
    /// Height above the ellipsoid of the datum in metres.
    @PackedNumber public var ellipsoidalHeight: DecimalNumber?
    /// The kind of fix; nil when unknown.
    public var status: PUBXStatus?
    /// Horizontal accuracy in metres, about one standard deviation.
    @PackedNumber public var horizontalAccuracy: DecimalNumber?
    /// Vertical accuracy in metres, about one standard deviation.
    @PackedNumber public var verticalAccuracy: DecimalNumber?
    /// Speed over ground in kilometres an hour.
    @PackedNumber public var speedInKilometresPerHour: DecimalNumber?
    /// Course over ground in degrees from true north, 0..<360.
    @PackedNumber public var course: DecimalNumber?
    /// Vertical speed in metres a second, **down** positive.
    @PackedNumber public var descent: DecimalNumber?
    /// Age of the corrections in seconds.
    @PackedNumber public var correctionAge: DecimalNumber?
    /// Horizontal dilution of precision, as sent.
    @PackedNumber public var hdop: DecimalNumber?
    /// Vertical dilution of precision, as sent.
    @PackedNumber public var vdop: DecimalNumber?
    /// Time dilution of precision, as sent.
    @PackedNumber public var tdop: DecimalNumber?
    /// Number of satellites used.
    @PackedInteger public var satellitesUsed: Int?
    /// The reserved field, as sent.
    @PackedInteger public var reserved: Int?
    /// Whether dead reckoning was used.
    public var usesDeadReckoning: Bool?

    /// Creates a sentence; set the fields that are known.
    public init() {}

    init?(_ source: FieldCursor, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 18...20 ~= cursor.fieldCount else { return nil }
        cursor.skip()
        time = cursor.time()
        position = cursor.position()
        ellipsoidalHeight = cursor.number()
        status = PUBXStatus(rawValue: cursor.text())
        horizontalAccuracy = cursor.magnitude()
        verticalAccuracy = cursor.magnitude()
        speedInKilometresPerHour = cursor.magnitude()
        course = cursor.direction()
        descent = cursor.number()
        correctionAge = cursor.magnitude()
        hdop = cursor.magnitude()
        vdop = cursor.magnitude()
        tdop = cursor.magnitude()
        satellitesUsed = cursor.integer(0...999)
        reserved = cursor.integer(0...999)
        usesDeadReckoning = cursor.integer(0...1).map { $0 == 1 }
        if cursor.isMalformed { return nil }
    }
}

extension PUBX00: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter("PUBX")
        writer.integer(0, digits: 2)
        writer.time(time)
        writer.position(position)
        writer.number(ellipsoidalHeight)
        writer.text(status?.rawValue ?? "")
        for number in [horizontalAccuracy, verticalAccuracy, speedInKilometresPerHour, course, descent, correctionAge] {
            writer.number(number)
        }
        writer.number(hdop)
        writer.number(vdop)
        writer.number(tdop)
        writer.integer(satellitesUsed)
        writer.integer(reserved)
        writer.integer(usesDeadReckoning.map { $0 ? 1 : 0 })
        return writer
    }
}
