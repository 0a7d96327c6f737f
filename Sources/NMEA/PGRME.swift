/// PGRME: estimated position error (Garmin), believed to be 50 % figures.
public struct PGRME: Hashable, Sendable {
    /// Horizontal error in metres.
    @PackedNumber public var horizontalError: DecimalNumber?
    /// Vertical error in metres.
    @PackedNumber public var verticalError: DecimalNumber?
    /// Spherical error in metres.
    @PackedNumber public var sphericalError: DecimalNumber?

    /// Creates a sentence; set the fields that are known.
    public init() {}

    init?(_ source: FieldCursor, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard cursor.fieldCount == 6 else { return nil }
        horizontalError = cursor.magnitude(unit: UInt8(ascii: "M"))
        verticalError = cursor.magnitude(unit: UInt8(ascii: "M"))
        sphericalError = cursor.magnitude(unit: UInt8(ascii: "M"))
    }
}

extension PGRME: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter("PGRME")
        writer.number(horizontalError, unit: "M")
        writer.number(verticalError, unit: "M")
        writer.number(sphericalError, unit: "M")
        return writer
    }
}
