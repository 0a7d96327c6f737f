/// A UTC time of day with a resolution of one nanosecond; the second 60 exists only as the leap second 23:59:60.
public struct TimeOfDay: Hashable, Comparable, Sendable {
    /// Nanoseconds since midnight, 0..<86_401_000_000_000; the last second of that range is the leap second.
    public let nanoseconds: Int64

    /// Nanoseconds of a day without leap second.
    public static let nanosecondsPerDay: Int64 = 86_400_000_000_000

    /// Midnight, the begin of the day.
    public static let midnight = TimeOfDay(unchecked: 0)

    /// Creates a time from its parts, or nil when a part is out of range.
    ///
    /// Second 60 is allowed at 23:59 only.
    @inlinable
    public init?(hour: Int, minute: Int, second: Int, nanosecond: Int = 0) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second, 0...999_999_999 ~= nanosecond else { return nil }
        guard second < 60 || (hour == 23 && minute == 59) else { return nil }
        nanoseconds = Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000 + Int64(nanosecond)
    }

    /// Creates a time from nanoseconds since midnight, or nil when out of range.
    @inlinable
    public init?(nanoseconds: Int64) {
        guard 0..<86_401_000_000_000 ~= nanoseconds else { return nil }
        self.nanoseconds = nanoseconds
    }

    init(unchecked nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Hour, 0...23.
    public var hour: Int { isLeapSecond ? 23 : Int(nanoseconds / 3_600_000_000_000) }

    /// Minute, 0...59.
    public var minute: Int { isLeapSecond ? 59 : Int(nanoseconds / 60_000_000_000 % 60) }

    /// Whole second, 0...60; 60 only in a leap second.
    public var second: Int { isLeapSecond ? 60 : Int(nanoseconds / 1_000_000_000 % 60) }

    /// Fraction of the second in nanoseconds, 0...999_999_999.
    public var nanosecond: Int { Int(nanoseconds % 1_000_000_000) }

    /// Whether this is the leap second 23:59:60.
    public var isLeapSecond: Bool { nanoseconds >= TimeOfDay.nanosecondsPerDay }

    /// Nanoseconds from another time of day to this one by the shorter way round the clock, -12 h...12 h.
    ///
    /// A leap second counts: from 23:59:60 to midnight it is one second.
    @inlinable
    public func nanoseconds(since other: TimeOfDay) -> Int64 {
        let ordinaryDay = TimeOfDay.nanosecondsPerDay
        let hasLeapSecond = nanoseconds >= ordinaryDay || other.nanoseconds >= ordinaryDay
        let day = hasLeapSecond ? ordinaryDay + 1_000_000_000 : ordinaryDay
        let difference = nanoseconds - other.nanoseconds
        if difference > day / 2 { return difference - day }
        if difference < -day / 2 { return difference + day }
        return difference
    }

    /// The time nearer to midnight is the smaller one.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension TimeOfDay: CustomStringConvertible {
    /// The time as `hh:mm:ss`, with the digits of the fraction that are needed.
    public var description: String {
        var text: [UInt8] = []
        appendISO8601(to: &text, fractionDigits: nil)
        return String(decoding: text, as: UTF8.self)
    }

    func appendISO8601(to text: inout [UInt8], fractionDigits: Int?) {
        text.append(decimal: hour, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.append(decimal: minute, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.append(decimal: second, digits: 2)
        var fraction = nanosecond
        var digits = 9
        if let fractionDigits {
            while digits > max(0, min(fractionDigits, 9)) {
                fraction /= 10
                digits -= 1
            }
        } else {
            while digits > 0, fraction % 10 == 0 {
                fraction /= 10
                digits -= 1
            }
        }
        guard digits > 0 else { return }
        text.append(UInt8(ascii: "."))
        text.append(decimal: fraction, digits: digits)
    }
}
