/// HDG: magnetic heading with deviation and variation.
public struct HDG: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Heading of the sensor in degrees, 0..<360.
    @PackedNumber public var sensorHeading: DecimalNumber?
    /// Deviation in degrees, east positive: to be added to the sensor heading to get the magnetic heading.
    @PackedNumber public var deviation: DecimalNumber?
    /// Variation in degrees, east positive: to be added to the magnetic heading to get the true one.
    @PackedNumber public var variation: DecimalNumber?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard cursor.fieldCount == 5 else { return nil }
        self.talker = talker
        sensorHeading = cursor.direction()
        deviation = cursor.sided(plus: UInt8(ascii: "E"), minus: UInt8(ascii: "W"))
        variation = cursor.sided(plus: UInt8(ascii: "E"), minus: UInt8(ascii: "W"))
    }

    /// Heading in degrees from magnetic north, 0..<360; a missing deviation counts as none.
    public var magneticHeading: Double? {
        sensorHeading.map { ($0.value + (deviation?.value ?? 0)).wrappedDegrees }
    }

    /// Heading in degrees from true north, 0..<360; nil without variation.
    public var trueHeading: Double? {
        guard let magneticHeading, let variation else { return nil }
        return (magneticHeading + variation.value).wrappedDegrees
    }
}

extension HDG: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "HDG")
        writer.number(sensorHeading)
        writer.sided(deviation, plus: "E", minus: "W")
        writer.sided(variation, plus: "E", minus: "W")
        return writer
    }
}
