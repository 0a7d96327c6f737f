extension UTCTime: CustomStringConvertible {
    /// The instant as in ISO 8601 with the digits of the fraction that are needed, for example `2021-12-23T01:45:00Z`.
    public var description: String { iso8601() }

    /// The instant as in ISO 8601, for example `2021-12-23T01:45:00.000Z` with three digits of fraction.
    ///
    /// - Parameter fractionDigits: 0...9 digits of the second's fraction (cut, not rounded); nil for as many as needed.
    public func iso8601(fractionDigits: Int? = nil) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(30)
        date.appendISO8601(to: &text)
        text.append(UInt8(ascii: "T"))
        timeOfDay.appendISO8601(to: &text, fractionDigits: fractionDigits)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads an instant from ISO 8601 text: `YYYY-MM-DDThh:mm:ss`, an optional fraction, then `Z` or an offset `±hh:mm`.
    ///
    /// Digits of the fraction beyond the ninth are cut. Nil for anything else, and for dates that do not exist.
    public init?(iso8601 text: some StringProtocol) {
        var reader = ISO8601Reader(bytes: Array(text.utf8))
        guard
            let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(digits: 2), reader.skip(":"),
            let minute = reader.number(digits: 2), reader.skip(":"),
            let second = reader.number(digits: 2),
            let nanosecond = reader.fraction(),
            let offset = reader.offset(), reader.isAtEnd,
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        // 23:59:60 is a UTC time; with an offset the second 60 falls on another hour, so it is added afterwards.
        guard
            let time = TimeOfDay(hour: hour, minute: minute, second: min(second, 59), nanosecond: nanosecond),
            second <= 60,
            let local = UTCTime(date: date, time: time),
            let instant = local.adding(nanoseconds: Int64(-offset) * 60_000_000_000)
        else { return nil }
        guard second == 60 else {
            self = instant
            return
        }
        let utc = instant.timeOfDay
        guard
            let leap = TimeOfDay(hour: utc.hour, minute: utc.minute, second: 60, nanosecond: utc.nanosecond),
            let leapInstant = UTCTime(date: instant.date, time: leap)
        else { return nil }
        self = leapInstant
    }
}

private struct ISO8601Reader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func digit() -> Int? {
        guard position < bytes.count else { return nil }
        let value = Int(bytes[position]) - 48
        guard 0...9 ~= value else { return nil }
        position += 1
        return value
    }

    mutating func number(digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Nanoseconds of an optional fraction; nil when a point has no digit behind it.
    mutating func fraction() -> Int? {
        guard skip(".") || skip(",") else { return 0 }
        guard var value = digit() else { return nil }
        var count = 1
        while let digit = digit() {
            guard count < 9 else { continue }
            value = value * 10 + digit
            count += 1
        }
        while count < 9 {
            value *= 10
            count += 1
        }
        return value
    }

    /// Minutes that local time is ahead of UTC.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2) else { return nil }
        guard hours <= 23, minutes <= 59 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
