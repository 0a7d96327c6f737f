/// AAM: arrival at a waypoint.
public struct AAM: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Whether the arrival circle was entered.
    public var hasEnteredCircle: Bool?
    /// Whether the perpendicular at the waypoint was passed.
    public var hasPassedPerpendicular: Bool?
    /// Radius of the arrival circle in nautical miles.
    @PackedNumber public var circleRadius: DecimalNumber?
    /// Name of the waypoint.
    public var name: String = ""

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard cursor.fieldCount == 5 else { return nil }
        self.talker = talker
        hasEnteredCircle = cursor.flag()
        hasPassedPerpendicular = cursor.flag()
        circleRadius = cursor.magnitude(unit: UInt8(ascii: "N"))
        name = cursor.text()
    }
}

extension AAM: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "AAM")
        writer.flag(hasEnteredCircle)
        writer.flag(hasPassedPerpendicular)
        writer.number(circleRadius, unit: "N")
        writer.text(name)
        return writer
    }
}
