public import GNSS

/// PGRMZ: altitude in feet (Garmin), possibly from a barometer.
public struct PGRMZ: Hashable, Sendable {
    /// Altitude in feet (0.3048 m).
    @PackedNumber public var altitudeInFeet: DecimalNumber?
    /// The mode; two dimensions may mean a barometer.
    public var dimension: FixDimension?

    /// Creates a sentence; set the fields that are known.
    public init() {}

    init?(_ source: FieldCursor, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 2...3 ~= cursor.fieldCount else { return nil }
        altitudeInFeet = cursor.number(unit: UInt8(ascii: "f"))
        dimension = cursor.integer(1...3).flatMap { FixDimension(rawValue: $0) }
    }
}

extension PGRMZ: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter("PGRMZ")
        writer.number(altitudeInFeet, unit: "f")
        writer.integer(dimension?.rawValue)
        return writer
    }
}
