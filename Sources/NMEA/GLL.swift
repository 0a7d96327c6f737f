public import GNSS

/// GLL: position and time.
public struct GLL: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// The position.
    @PackedPosition public var position: ExactPosition?
    /// UTC time of day of the fix.
    @PackedTime public var time: TimeOfDay?
    /// Whether the data are valid; nil in old layouts without status.
    public var status: DataStatus?
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
        guard 4...7 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        position = cursor.position()
        time = cursor.time()
        status = cursor.status()
        mode = cursor.mode()
        if cursor.isMalformed { return nil }
    }
}

extension GLL: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "GLL")
        writer.position(position)
        writer.time(time)
        writer.status(status)
        if let mode { writer.mode(mode) }
        return writer
    }
}
