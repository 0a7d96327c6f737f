/// WPL: the position of a waypoint.
public struct WPL: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// The position.
    @PackedPosition public var position: ExactPosition?
    /// The name.
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
        position = cursor.position()
        name = cursor.text()
        if cursor.isMalformed { return nil }
    }
}

extension WPL: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "WPL")
        writer.position(position)
        writer.text(name)
        return writer
    }
}
