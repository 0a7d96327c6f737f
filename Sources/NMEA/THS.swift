/// THS: heading from true north with its mode.
public struct THS: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Heading in degrees from true north, 0..<360.
    @PackedNumber public var heading: DecimalNumber?
    /// The mode; `void` means not valid.
    public var mode: PositioningMode?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 1...2 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        heading = cursor.direction()
        mode = cursor.mode()
    }
}

extension THS: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "THS")
        writer.number(heading)
        writer.mode(mode)
        return writer
    }
}
