/// An instant of Coordinated Universal Time, counted in nanoseconds since 1970-01-01T00:00:00Z without leap seconds.
///
/// A leap second has no number of its own in that count: 23:59:60.25 carries the number of 23:59:59.25 and
/// `isLeapSecond`. Order and differences take the flag into account, so that time never steps back.
/// The range is 1677-09-22 to 2262-04-10 (whole days that fit 64 bits).
public struct UTCTime: Hashable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z, each day counted as 86 400 s.
    public let nanosecondsSince1970: Int64

    /// Whether the instant lies in the second 23:59:60 after the counted one.
    public let isLeapSecond: Bool

    /// Creates an instant from its number.
    public init(nanosecondsSince1970: Int64) {
        self.nanosecondsSince1970 = nanosecondsSince1970
        isLeapSecond = false
    }

    /// Creates an instant from whole seconds, or nil when 64 bits of nanoseconds do not hold it.
    public init?(secondsSince1970 seconds: Int64) {
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return nil }
        self.init(nanosecondsSince1970: nanoseconds)
    }

    /// Creates an instant from a date and a time of day, or nil outside the years 1678 to 2261.
    public init?(date: CalendarDate, time: TimeOfDay) {
        let days = Int64(date.daysSince1970)
        guard -106_751...106_750 ~= days else { return nil }
        isLeapSecond = time.isLeapSecond
        nanosecondsSince1970 =
            days * TimeOfDay.nanosecondsPerDay + time.nanoseconds - (time.isLeapSecond ? 1_000_000_000 : 0)
    }

    /// The day of this instant.
    public var date: CalendarDate {
        // Every Int64 of nanoseconds lies between the years 1677 and 2262, inside the calendar's range.
        CalendarDate(uncheckedDaysSince1970: Int(daysSince1970))
    }

    /// The time of day of this instant; 23:59:60 and a fraction in a leap second.
    public var timeOfDay: TimeOfDay {
        // On the first day of the range the product wraps round; the difference is right all the same.
        let intoDay = nanosecondsSince1970 &- daysSince1970 &* TimeOfDay.nanosecondsPerDay
        return TimeOfDay(unchecked: isLeapSecond ? intoDay + 1_000_000_000 : intoDay)
    }

    /// Nanoseconds from another instant to this one; a leap second counts once, differences saturate at 64 bits.
    public func nanoseconds(since other: UTCTime) -> Int64 {
        let (difference, overflow) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        guard !overflow else { return nanosecondsSince1970 < 0 ? .min : .max }
        let leap: Int64 = (isLeapSecond ? 1_000_000_000 : 0) - (other.isLeapSecond ? 1_000_000_000 : 0)
        let (sum, sumOverflow) = difference.addingReportingOverflow(leap)
        guard !sumOverflow else { return leap < 0 ? .min : .max }
        return sum
    }

    /// Seconds from another instant to this one.
    public func seconds(since other: UTCTime) -> Double {
        Double(nanoseconds(since: other)) / 1e9
    }

    /// The instant that lies a number of nanoseconds later; nil when 64 bits do not hold it.
    ///
    /// Leap seconds are not counted.
    public func adding(nanoseconds: Int64) -> UTCTime? {
        let (sum, overflow) = nanosecondsSince1970.addingReportingOverflow(nanoseconds)
        return overflow ? nil : UTCTime(nanosecondsSince1970: sum)
    }

    private var daysSince1970: Int64 {
        let (quotient, remainder) = nanosecondsSince1970.quotientAndRemainder(dividingBy: TimeOfDay.nanosecondsPerDay)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension UTCTime: Comparable {
    /// The earlier instant is the smaller one; a leap second lies after 23:59:59 and before midnight.
    public static func < (left: UTCTime, right: UTCTime) -> Bool {
        guard left.isLeapSecond != right.isLeapSecond else {
            return left.nanosecondsSince1970 < right.nanosecondsSince1970
        }
        return (left.second, left.isLeapSecond ? 1 : 0) < (right.second, right.isLeapSecond ? 1 : 0)
    }

    private var second: Int64 {
        let (quotient, remainder) = nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
