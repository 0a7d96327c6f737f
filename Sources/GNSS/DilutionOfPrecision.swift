/// Dilution of precision: how much the geometry of the satellites multiplies the range error; without unit.
///
/// Absent means unknown. Filler values of receivers (99.99, 99.0, 0.0) never get here.
public struct DilutionOfPrecision: Hashable, Sendable {
    /// Position (three dimensions), PDOP.
    public var position: Double?

    /// Horizontal, HDOP.
    public var horizontal: Double?

    /// Vertical, VDOP.
    public var vertical: Double?

    /// Time, TDOP.
    public var time: Double?

    /// Creates a set of values, each optional.
    public init(position: Double? = nil, horizontal: Double? = nil, vertical: Double? = nil, time: Double? = nil) {
        self.position = position
        self.horizontal = horizontal
        self.vertical = vertical
        self.time = time
    }

    /// Whether every value is unknown.
    public var isEmpty: Bool { position == nil && horizontal == nil && vertical == nil && time == nil }
}
