/// A day of the Gregorian calendar.
public struct CalendarDate: Hashable, Comparable, Sendable {
    /// Year, 1...9999.
    public let year: Int

    /// Month, 1...12.
    public let month: Int

    /// Day of the month, 1...31 and never beyond the end of the month.
    public let day: Int

    /// Creates a date, or nil when there is no such day (31 February, month 13, year 0).
    @inlinable
    public init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= CalendarDate.days(in: month, of: year) else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the date that lies a number of days after 1970-01-01, or nil outside the years 1...9999.
    public init?(daysSince1970 days: Int) {
        guard -719_162...2_932_896 ~= days else { return nil }
        self.init(uncheckedDaysSince1970: days)
    }

    init(uncheckedDaysSince1970 days: Int) {
        // Count in years that begin on 1 March: the leap day is then the last day and months have a regular pattern.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01, negative before.
    public var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear / 400
        let yearOfEra = marchYear % 400
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date a number of days later (or earlier, when negative); nil outside the years 1...9999.
    public func adding(days: Int) -> CalendarDate? {
        guard -4_000_000...4_000_000 ~= days else { return nil }
        return CalendarDate(daysSince1970: daysSince1970 + days)
    }

    /// The earlier date is the smaller one.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    @usableFromInline
    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate: CustomStringConvertible {
    /// The date as in ISO 8601, for example `2021-12-23`.
    public var description: String {
        var text: [UInt8] = []
        appendISO8601(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    func appendISO8601(to text: inout [UInt8]) {
        text.append(decimal: year, digits: 4)
        text.append(UInt8(ascii: "-"))
        text.append(decimal: month, digits: 2)
        text.append(UInt8(ascii: "-"))
        text.append(decimal: day, digits: 2)
    }
}

extension [UInt8] {
    /// Appends a number that is not negative as exactly `digits` decimal digits, higher digits cut off.
    mutating func append(decimal value: Int, digits: Int) {
        var divisor = 1
        for _ in 1..<Swift.max(digits, 1) { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }
}
