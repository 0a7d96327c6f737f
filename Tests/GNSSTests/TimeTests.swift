import GNSS
import TestKit
import Testing

@Suite("Time")
struct TimeTests {
    @Test(
        "days and dates belong together",
        arguments: [
            (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (11_017, 2000, 3, 1), (3657, 1980, 1, 6),
            (18_628, 2021, 1, 1), (-719_162, 1, 1, 1), (2_932_896, 9999, 12, 31), (-25_509, 1900, 2, 28),
            (-25_508, 1900, 3, 1),
        ])
    func days(days: Int, year: Int, month: Int, day: Int) throws {
        let date = try #require(CalendarDate(year: year, month: month, day: day))
        #expect(date.daysSince1970 == days)
        #expect(CalendarDate(daysSince1970: days) == date)
    }

    @Test("every day of eight centuries is found again, in order")
    func everyDay() throws {
        var previous = try #require(CalendarDate(daysSince1970: -140_001))
        for days in stride(from: -140_000, through: 150_000, by: 1) {
            let date = try #require(CalendarDate(daysSince1970: days))
            guard date.daysSince1970 == days, previous < date else {
                Issue.record("\(date)")
                return
            }
            previous = date
        }
    }

    @Test(
        "days that do not exist are refused",
        arguments: [(2023, 2, 29), (1900, 2, 29), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31), (2024, 1, 0), (0, 1, 1)])
    func noSuchDay(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test("dates beyond the calendar are refused, not overflowed")
    func beyond() {
        #expect(CalendarDate(daysSince1970: .max) == nil)
        #expect(CalendarDate(year: 2024, month: 1, day: 1)?.adding(days: .min) == nil)
        #expect(CalendarDate(year: 2024, month: 2, day: 28)?.adding(days: 2)?.description == "2024-03-01")
    }

    @Test("the second 60 exists at 23:59 only")
    func leapSecond() throws {
        #expect(TimeOfDay(hour: 12, minute: 59, second: 60) == nil)
        let leap = try #require(TimeOfDay(hour: 23, minute: 59, second: 60, nanosecond: 500_000_000))
        #expect(leap.isLeapSecond && leap.hour == 23 && leap.minute == 59 && leap.second == 60)
        #expect(leap.description == "23:59:60.5")
        let date = try #require(CalendarDate(year: 2016, month: 12, day: 31))
        let before = try #require(UTCTime(iso8601: "2016-12-31T23:59:59.75Z"))
        let inside = try #require(UTCTime(date: date, time: leap))
        let after = try #require(UTCTime(iso8601: "2017-01-01T00:00:00Z"))
        #expect(before < inside && inside < after && !(inside < before))
        #expect(inside.iso8601(fractionDigits: 3) == "2016-12-31T23:59:60.500Z")
        #expect(UTCTime(iso8601: "2016-12-31T23:59:60.5Z") == inside)
        #expect(inside.nanoseconds(since: before) == 750_000_000)
    }

    @Test(
        "ISO 8601 is read and written",
        arguments: [
            ("2021-12-23T01:45:00Z", "2021-12-23T01:45:00Z"), ("1969-12-31T23:59:59.999999999Z", nil),
            ("2021-12-23T01:45:00.250+02:00", "2021-12-22T23:45:00.25Z"),
            ("2017-01-01T00:59:60+01:00", "2016-12-31T23:59:60Z"),
            ("2021-12-23t01:45:00,5z", "2021-12-23T01:45:00.5Z"),
        ] as [(String, String?)])
    func iso(text: String, expected: String?) {
        #expect(UTCTime(iso8601: text)?.iso8601() == expected ?? text)
    }

    @Test(
        "other texts are refused",
        arguments: [
            "", "2021-12-23", "2021-12-23T01:45:00", "2021-12-23T24:00:00Z", "2021-02-30T00:00:00Z",
            "2021-12-23T01:45:00.Z",
            "2021-12-23T01:45:00Zx", "2021-12-23T12:00:60Z", "21-12-23T01:45:00Z", "2021-12-23T01:45:00+25:00",
        ])
    func notISO(text: String) {
        #expect(UTCTime(iso8601: text) == nil)
    }

    @Test("instants before 1970 and at the ends of the range")
    func ends() {
        #expect(UTCTime(nanosecondsSince1970: -1).description == "1969-12-31T23:59:59.999999999Z")
        #expect(UTCTime(nanosecondsSince1970: .min).date.year == 1677)
        #expect(UTCTime(nanosecondsSince1970: .max).date.year == 2262)
        #expect(UTCTime(nanosecondsSince1970: .max).adding(nanoseconds: 1) == nil)
        #expect(UTCTime(secondsSince1970: .max) == nil)
        #expect(UTCTime(nanosecondsSince1970: .max).nanoseconds(since: UTCTime(nanosecondsSince1970: .min)) == .max)
        #expect(CalendarDate(year: 1600, month: 1, day: 1).flatMap { UTCTime(date: $0, time: .midnight) } == nil)
    }

    @Test("random instants are found again")
    func random() {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<2000 {
            let instant = UTCTime(
                nanosecondsSince1970: Int64.random(
                    in: -9_000_000_000_000_000_000...9_000_000_000_000_000_000, using: &generator))
            #expect(UTCTime(date: instant.date, time: instant.timeOfDay) == instant)
            #expect(UTCTime(iso8601: instant.description) == instant)
        }
    }

    @Test("the shorter way round the clock")
    func roundTheClock() throws {
        let late = try #require(TimeOfDay(hour: 23, minute: 59, second: 59))
        #expect(TimeOfDay.midnight.nanoseconds(since: late) == 1_000_000_000)
        #expect(late.nanoseconds(since: .midnight) == -1_000_000_000)
    }
}
