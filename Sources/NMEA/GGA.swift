public import GNSS

/// GGA: time, position and quality of a fix.
public struct GGA: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// UTC time of day of the fix.
    @PackedTime public var time: TimeOfDay?
    /// The position.
    @PackedPosition public var position: ExactPosition?
    /// The quality; nil when the field is empty or unknown.
    public var quality: FixQuality?
    /// Number of satellites used, 0...99.
    @PackedInteger public var satellitesUsed: Int?
    /// Horizontal dilution of precision, as sent.
    @PackedNumber public var hdop: DecimalNumber?
    /// Height of the antenna above mean sea level in metres.
    @PackedNumber public var altitude: DecimalNumber?
    /// Height of the geoid above the ellipsoid in metres.
    @PackedNumber public var geoidSeparation: DecimalNumber?
    /// Age of the corrections in seconds.
    @PackedNumber public var correctionAge: DecimalNumber?
    /// Number of the reference station, 0...4095.
    @PackedInteger public var referenceStation: Int?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    @inline(__always)
    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 13...15 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        time = cursor.time()
        position = cursor.position()
        quality = GGA.quality(cursor.integer(0...9))
        satellitesUsed = cursor.integer(0...99)
        hdop = cursor.magnitude()
        altitude = cursor.height()
        geoidSeparation = cursor.height()
        correctionAge = cursor.magnitude()
        referenceStation = cursor.integer(0...4095)
        if cursor.isMalformed { return nil }
    }

    @inline(__always)
    private static func quality(_ number: Int?) -> FixQuality? {
        guard let number else { return nil }
        // 9 is a fix with satellite-based augmentation on some NovAtel receivers.
        return number == 9 ? .differential : FixQuality(rawValue: number)
    }
}

extension GGA: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "GGA")
        writer.time(time)
        writer.position(position)
        writer.integer(quality?.rawValue)
        writer.integer(satellitesUsed, digits: 2)
        writer.number(hdop)
        writer.number(altitude, unit: "M")
        writer.number(geoidSeparation, unit: "M")
        writer.number(correctionAge)
        writer.integer(referenceStation, digits: 4)
        return writer
    }
}
