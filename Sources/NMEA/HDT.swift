/// HDT: heading from true north.
public struct HDT: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// Heading in degrees from true north, 0..<360.
    @PackedNumber public var heading: DecimalNumber?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 1...2 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        heading = cursor.direction(reference: UInt8(ascii: "T"))
    }
}

extension HDT: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "HDT")
        writer.number(heading, unit: "T")
        return writer
    }
}
