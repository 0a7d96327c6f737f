public import GNSS

/// ZDA: time, date and the offset of local time.
public struct ZDA: Hashable, Sendable {
    /// Who sent it.
    public var talker: Talker
    /// UTC time of day; may be the moment of sending, not of a fix.
    @PackedTime public var time: TimeOfDay?
    /// The date.
    @PackedDate public var date: CalendarDate?
    /// Hours to add to local time to get UTC, -13...13.
    @PackedInteger public var zoneHours: Int?
    /// Minutes to add, with the same sign, -59...59.
    @PackedInteger public var zoneMinutes: Int?

    /// Creates a sentence; set the fields that are known.
    public init(talker: Talker) {
        self.talker = talker
    }

    init?(_ source: FieldCursor, talker: Talker, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 4...6 ~= cursor.fieldCount else { return nil }
        self.talker = talker
        time = cursor.time()
        let day = cursor.integer(0...31)
        let month = cursor.integer(0...12)
        let year = cursor.integer(0...9999)
        if let day, let month, let year, day != 0 || month != 0 {
            date = CalendarDate(year: year, month: month, day: day)
            if date == nil { cursor.markDefect() }
        }
        zoneHours = cursor.integer(-13...13)
        zoneMinutes = cursor.integer(-59...59)
    }
}

extension ZDA: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter(talker, "ZDA")
        writer.time(time)
        writer.integer(date?.day, digits: 2)
        writer.integer(date?.month, digits: 2)
        writer.integer(date?.year, digits: 4)
        writer.integer(zoneHours, digits: 2)
        writer.integer(zoneMinutes, digits: 2)
        return writer
    }
}
