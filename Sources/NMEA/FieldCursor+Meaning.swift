import GNSS

extension FieldCursor {
    /// A time of day `hhmmss`, with an optional fraction; nil when empty or impossible.
    @inline(__always)
    mutating func time() -> TimeOfDay? {
        let (start, end) = advance()
        guard start < end else { return nil }
        guard let time = bytes.time(start, end) else {
            markDefect()
            return nil
        }
        return time
    }

    /// A date `ddmmyy`; years 80-99 lie in the last century.
    ///
    /// Nil when empty, all zero or impossible.
    @inline(__always)
    mutating func date() -> CalendarDate? {
        let (start, end) = advance()
        guard start < end else { return nil }
        guard end &- start == 6, let value = bytes.digits(start, end) else {
            markDefect()
            return nil
        }
        guard value > 0 else { return nil }
        let number = Int(truncatingIfNeeded: value)
        let year = number % 100
        let date = CalendarDate(
            year: year >= 80 ? 1900 + year : 2000 + year, month: number / 100 % 100, day: number / 10_000)
        if date == nil { markDefect() }
        return date
    }

    /// Four fields of a position: latitude, N or S, longitude, E or W.
    ///
    /// Nil when both numbers are empty. Anything else that is not a whole position makes the sentence malformed.
    @inline(__always)
    mutating func position() -> ExactPosition? {
        let latitude = advance()
        let north = advance()
        let longitude = advance()
        let east = advance()
        if latitude.start == latitude.end, longitude.start == longitude.end { return nil }
        guard
            let southern = side(north, UInt8(ascii: "N"), UInt8(ascii: "S")),
            let western = side(east, UInt8(ascii: "E"), UInt8(ascii: "W")),
            let latitudeMinutes = bytes.minutes(latitude.start, latitude.end, limit: 90),
            let longitudeMinutes = bytes.minutes(longitude.start, longitude.end, limit: 180)
        else {
            isMalformed = true
            return nil
        }
        return ExactPosition(
            latitude: ExactAngle(
                scaledMinutes: latitudeMinutes.mantissa, scale: latitudeMinutes.scale, isNegative: southern),
            longitude: ExactAngle(
                scaledMinutes: longitudeMinutes.mantissa, scale: longitudeMinutes.scale, isNegative: western))
    }

    @inline(__always)
    private func side(_ field: (start: Int, end: Int), _ positive: UInt8, _ negative: UInt8) -> Bool? {
        guard field.end &- field.start == 1 else { return nil }
        let letter = bytes[field.start]
        if letter == positive { return false }
        return letter == negative ? true : nil
    }

    /// An angle with its side in the next field (variation, deviation): positive for `plus`, negative for `minus`.
    ///
    /// Both fields or nothing.
    @inline(__always)
    mutating func sided(plus: UInt8, minus: UInt8) -> DecimalNumber? {
        let magnitude = magnitude()
        let side = letter()
        guard let magnitude, let side else { return nil }
        if side == plus { return magnitude }
        if side == minus { return DecimalNumber(unchecked: -magnitude.mantissa, scale: magnitude.scale) }
        markDefect()
        return nil
    }

    /// A number followed by the letter of its unit; nil when the letter is another one.
    @inline(__always)
    mutating func number(unit: UInt8) -> DecimalNumber? {
        let number = number()
        let letter = letter()
        guard let number, let letter else { return number }
        guard letter == unit else {
            markDefect()
            return nil
        }
        return number
    }

    /// A number that is not negative, followed by the letter of its unit.
    @inline(__always)
    mutating func magnitude(unit: UInt8) -> DecimalNumber? {
        guard let number = number(unit: unit) else { return nil }
        guard number.mantissa >= 0 else {
            markDefect()
            return nil
        }
        return number
    }

    /// A height followed by `M`; without that letter it may be feet, so it is absent.
    @inline(__always)
    mutating func height() -> DecimalNumber? {
        let number = number()
        let letter = letter()
        guard letter != UInt8(ascii: "M") else { return number }
        if number != nil || letter != nil { markDefect() }
        return nil
    }

    /// A direction in degrees, 0..<360; 360 reads as 0.
    @inline(__always)
    mutating func direction() -> DecimalNumber? {
        guard let number = magnitude() else { return nil }
        let turn = 360 * PowersOfTen.integer(min(number.scale, 15))
        guard number.mantissa >= turn else { return number }
        guard number.mantissa == turn else {
            markDefect()
            return nil
        }
        return DecimalNumber(unchecked: 0, scale: number.scale)
    }

    /// A direction followed by `T` or `M`.
    @inline(__always)
    mutating func direction(reference: UInt8) -> DecimalNumber? {
        let direction = direction()
        guard let letter = letter() else { return direction }
        guard letter == reference else {
            markDefect()
            return nil
        }
        return direction
    }

    /// `A` (valid) or anything else (not valid); nil when empty.
    @inline(__always)
    mutating func status() -> DataStatus? {
        let (start, end) = advance()
        guard start < end else { return nil }
        return end &- start == 1 && bytes[start] == UInt8(ascii: "A") ? .valid : .void
    }

    /// A mode letter; nil when empty or unknown.
    @inline(__always)
    mutating func mode() -> PositioningMode? {
        guard let letter = letter() else { return nil }
        guard let mode = PositioningMode(rawValue: letter) else {
            markDefect()
            return nil
        }
        return mode
    }
}
