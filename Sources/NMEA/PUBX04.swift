public import GNSS

/// PUBX,04: time of day, date, GPS week and leap seconds (u-blox).
public struct PUBX04: Hashable, Sendable {
    /// UTC time of day.
    @PackedTime public var time: TimeOfDay?
    /// The date.
    @PackedDate public var date: CalendarDate?
    /// UTC time of week in seconds.
    @PackedNumber public var timeOfWeek: DecimalNumber?
    /// GPS week, not cut to ten bits.
    public var week: Int?
    /// GPS time minus UTC in seconds.
    @PackedInteger public var leapSeconds: Int?
    /// Whether the leap seconds are only the firmware's default, not received yet.
    public var hasDefaultLeapSeconds: Bool = false
    /// Bias of the receiver clock in nanoseconds.
    @PackedNumber public var clockBias: DecimalNumber?
    /// Drift of the receiver clock in nanoseconds a second.
    @PackedNumber public var clockDrift: DecimalNumber?
    /// Granularity of the time pulse in nanoseconds.
    @PackedNumber public var timePulseGranularity: DecimalNumber?

    /// Creates a sentence; set the fields that are known.
    public init() {}

    init?(_ source: FieldCursor, defects: inout Int) {
        var cursor = source
        defer { defects &+= cursor.defects }
        guard 6...10 ~= cursor.fieldCount else { return nil }
        cursor.skip()
        time = cursor.time()
        date = cursor.date()
        timeOfWeek = cursor.magnitude()
        week = cursor.integer(0...99_999)
        (leapSeconds, hasDefaultLeapSeconds) = cursor.leapSeconds()
        clockBias = cursor.number()
        clockDrift = cursor.number()
        timePulseGranularity = cursor.number()
    }
}

extension PUBX04: SentenceContent {
    func write() -> SentenceWriter {
        var writer = SentenceWriter("PUBX")
        writer.integer(4, digits: 2)
        writer.time(time)
        writer.date(date)
        writer.number(timeOfWeek)
        writer.integer(week)
        writer.text(leapSeconds.map { "\($0)" + (hasDefaultLeapSeconds ? "D" : "") } ?? "")
        writer.number(clockBias)
        writer.number(clockDrift)
        writer.number(timePulseGranularity)
        return writer
    }
}

extension FieldCursor {
    /// Leap seconds, with a `D` behind them when they are the firmware's default.
    fileprivate mutating func leapSeconds() -> (seconds: Int?, isDefault: Bool) {
        let (start, end) = advance()
        guard start < end else { return (nil, false) }
        let isDefault = byte(at: end - 1) == UInt8(ascii: "D")
        guard let value = bytes.digits(start, isDefault ? end - 1 : end), value <= 999 else {
            markDefect()
            return (nil, false)
        }
        return (Int(value), isDefault)
    }
}
