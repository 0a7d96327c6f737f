import GNSS

/// VTG: course and speed over ground.
public struct VTG: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Course in degrees from true north, 0..<360.
    @PackedNumber public var course: DecimalNumber?
    /// Course in degrees from magnetic north, 0..<360.
    @PackedNumber public var magneticCourse: DecimalNumber?
    /// Speed in knots.
    @PackedNumber public var speedInKnots: DecimalNumber?
    /// Speed in kilometres an hour.
    @PackedNumber public var speedInKilometresPerHour: DecimalNumber?
    /// The mode (2.3 and later).
    public var mode: PositioningMode?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    @inline(__always)
    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        self.talker = talker
        // Before 2.0 the four numbers came without the letters of their units.
        if cursor.fieldCount == 4 {
            course = cursor.direction()
            magneticCourse = cursor.direction()
            speedInKnots = cursor.magnitude()
            speedInKilometresPerHour = cursor.magnitude()
            return
        }
        guard 8...9 ~= cursor.fieldCount else { return nil }
        course = cursor.direction(reference: UInt8(ascii: "T"))
        magneticCourse = cursor.direction(reference: UInt8(ascii: "M"))
        speedInKnots = cursor.magnitude(unit: UInt8(ascii: "N"))
        speedInKilometresPerHour = cursor.magnitude(unit: UInt8(ascii: "K"))
        mode = cursor.mode()
    }
}

extension VTG: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "VTG")
        writer.number(course, unit: "T")
        writer.number(magneticCourse, unit: "M")
        writer.number(speedInKnots, unit: "N")
        writer.number(speedInKilometresPerHour, unit: "K")
        if let mode { writer.mode(mode) }
        return writer
    }
}
