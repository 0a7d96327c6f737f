/// BOD: bearing of a leg from its origin to its destination.
public struct BOD: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Bearing in degrees from true north, 0..<360.
    @PackedNumber public var bearing: DecimalNumber?
    /// Bearing in degrees from magnetic north, 0..<360.
    @PackedNumber public var magneticBearing: DecimalNumber?
    /// Name of the destination.
    public var destination: String = ""
    /// Name of the origin; empty when going straight to a waypoint.
    public var origin: String = ""

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 5...6 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        bearing = cursor.direction(reference: UInt8(ascii: "T"))
        magneticBearing = cursor.direction(reference: UInt8(ascii: "M"))
        destination = cursor.text()
        origin = cursor.text()
    }
}

extension BOD: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "BOD")
        writer.number(bearing, unit: "T")
        writer.number(magneticBearing, unit: "M")
        writer.text(destination)
        writer.text(origin)
        return writer
    }
}
