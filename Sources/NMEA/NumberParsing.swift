import GNSS

extension Span where Element == UInt8 {
    /// The number that up to 18 digits spell; nil for an empty range or any other character.
    @inline(__always)
    func digits(_ start: Int, _ end: Int) -> UInt64? {
        let length = end &- start
        guard length > 0 else { return nil }
        guard length <= 8, end >= 8 else { return manyDigits(start, end) }
        // The field fills the upper lanes of the word that ends with it; what lies in front is blanked to zeros.
        let blank: UInt64 = ~0 &<< UInt64(truncatingIfNeeded: 64 &- length &<< 3)
        let lanes = (word(at: end &- 8) ^ ByteLanes.repeating(0x30)) & blank
        guard (lanes &+ ByteLanes.repeating(0x76)) & ByteLanes.highBits == 0 else { return nil }
        return ByteLanes.number(lanes)
    }

    /// The number that at most four digits spell, 0 for an empty field; `bad` is not zero for anything else.
    @inline(__always)
    func upToFourDigits(_ start: Int, _ end: Int) -> (value: UInt32, bad: UInt32) {
        let length = end &- start
        // The upper half of this word has as many bytes set as the field has, also for none.
        let blank = UInt32(truncatingIfNeeded: 0xFFFF_FFFF_0000_0000 &>> UInt64(truncatingIfNeeded: length &<< 3))
        let lanes = (half(at: end &- 4) ^ 0x3030_3030) & blank
        let pairs = lanes &* 10 &+ lanes &>> 8
        let value = (pairs & 0xFF) &* 100 &+ (pairs &>> 16 & 0xFF)
        return (value, (lanes &+ 0x7676_7676) & 0x8080_8080 | (length > 4 ? 1 : 0))
    }

    /// The number that one to four digits spell; nil for anything else, which may still be a number.
    @inline(__always)
    func shortInteger(_ start: Int, _ end: Int) -> Int? {
        let length = end &- start
        guard length > 0, length <= 4 else { return nil }
        let blank: UInt32 = ~0 &<< UInt32(truncatingIfNeeded: 32 &- length &<< 3)
        let lanes = (half(at: end &- 4) ^ 0x3030_3030) & blank
        guard (lanes &+ 0x7676_7676) & 0x8080_8080 == 0 else { return nil }
        let pairs = lanes &* 10 &+ lanes &>> 8
        return Int(truncatingIfNeeded: (pairs & 0xFF) &* 100 &+ (pairs &>> 16 & 0xFF))
    }

    /// The less common forms of a whole number: many digits, a sign, a point with zeros behind it.
    @inline(never)
    func integer(_ start: Int, _ end: Int) -> Int? {
        guard let number = longDecimal(start, end) else { return nil }
        let unit = PowersOfTen.integer(number.scale)
        return number.mantissa % unit == 0 ? Int(number.mantissa / unit) : nil
    }

    @inline(never)
    private func manyDigits(_ start: Int, _ end: Int) -> UInt64? {
        guard end - start <= 18 else { return nil }
        var value: UInt64 = 0
        for index in start..<end {
            let digit = self[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + UInt64(digit)
        }
        return value
    }

    /// A decimal number: optional sign, digits, optional point, digits.
    @inline(__always)
    func decimal(_ start: Int, _ end: Int) -> DecimalNumber? {
        let length = end &- start
        guard length > 0, length <= 8, end >= 8 else { return longDecimal(start, end) }
        let blank: UInt64 = ~0 &<< UInt64(truncatingIfNeeded: 64 &- length &<< 3)
        let word = word(at: end &- 8)
        let points = ByteLanes.equal(word, to: UInt8(ascii: ".")) & blank
        var lanes = (word ^ ByteLanes.repeating(0x30)) & blank
        var scale = 0
        if points != 0 {
            guard length > 1 else { return nil }
            let bit = UInt64(truncatingIfNeeded: points.trailingZeroBitCount) & 0x38
            let before: UInt64 = (1 &<< bit) &- 1
            scale = 7 &- Int(truncatingIfNeeded: bit &>> 3)
            // Close the gap: what stands before the point moves over it.
            lanes = (lanes & (before &<< 8 | 0xFF) ^ lanes) | (lanes & before) &<< 8
        }
        guard (lanes &+ ByteLanes.repeating(0x76)) & ByteLanes.highBits == 0 else { return longDecimal(start, end) }
        return DecimalNumber(unchecked: Int64(truncatingIfNeeded: ByteLanes.number(lanes)), scale: scale)
    }

    /// Decimal numbers with a sign or more than eight characters; at most 17 digits.
    @inline(never)
    func longDecimal(_ start: Int, _ end: Int) -> DecimalNumber? {
        var position = start
        var isNegative = false
        if position < end, self[position] == UInt8(ascii: "-") || self[position] == UInt8(ascii: "+") {
            isNegative = self[position] == UInt8(ascii: "-")
            position += 1
        }
        var value: Int64 = 0
        var digitCount = 0
        var scale: Int?
        while position < end {
            let byte = self[position]
            position += 1
            if byte == UInt8(ascii: ".") {
                guard scale == nil else { return nil }
                scale = 0
                continue
            }
            let digit = byte &- 0x30
            guard digit < 10 else { return nil }
            // Leading zeros do not use up the digits that fit.
            guard value < 10_000_000_000_000_000 else { return nil }
            value = value * 10 + Int64(digit)
            digitCount += 1
            if let places = scale {
                guard places < 18 else { return nil }
                scale = places + 1
            }
        }
        guard digitCount > 0 else { return nil }
        return DecimalNumber(unchecked: isNegative ? -value : value, scale: scale ?? 0)
    }

    /// A time of day `hhmmss`, `hhmmss.` or `hhmmss.f…` with up to nine digits of fraction.
    @inline(__always)
    func time(_ start: Int, _ end: Int) -> TimeOfDay? {
        let length = end &- start
        guard length >= 6, let clock = digits(start, start &+ 6) else { return nil }
        var nanosecond = 0
        if length > 6 {
            guard length <= 16, self[start &+ 6] == UInt8(ascii: ".") else { return nil }
            if length > 7 {
                guard let fraction = digits(start &+ 7, end) else { return nil }
                nanosecond = Int(truncatingIfNeeded: fraction) &* Int(PowersOfTen.integer(16 &- length))
            }
        }
        let number = UInt32(truncatingIfNeeded: clock)
        let hour = number / 10_000
        let minute = number / 100 % 100
        return TimeOfDay(hour: Int(hour), minute: Int(minute), second: Int(number % 100), nanosecond: nanosecond)
    }

    /// Degrees and minutes `dddmm.m…` as scaled minutes; nil when something else stands there or beyond `limit` degrees.
    ///
    /// The two digits left of the point are whole minutes and everything left of them degrees. At most ten decimals.
    @inline(__always)
    func minutes(_ start: Int, _ end: Int, limit: UInt64) -> (mantissa: Int64, scale: Int)? {
        let point = point(start, end)
        guard let whole = digits(start, point), whole < 100_000_000 else { return nil }
        let degrees = whole / 100
        let wholeMinutes = whole &- degrees &* 100
        guard wholeMinutes < 60, degrees <= limit else { return nil }
        let scale = point < end ? end &- point &- 1 : 0
        guard scale <= 10 else { return nil }
        var fraction: UInt64 = 0
        if scale > 0 {
            guard let digits = digits(point &+ 1, end) else { return nil }
            fraction = digits
        }
        guard degrees < limit || (wholeMinutes == 0 && fraction == 0) else { return nil }
        let minutes = Int64(truncatingIfNeeded: degrees &* 60 &+ wholeMinutes)
        return (
            minutes &* PowersOfTen.integer(scale) &+ Int64(truncatingIfNeeded: fraction),
            scale
        )
    }

    /// Where the first decimal point of a field stands; `end` when it has none.
    @inline(__always)
    private func point(_ start: Int, _ end: Int) -> Int {
        if start &+ 8 <= count {
            let points = ByteLanes.equal(word(at: start), to: UInt8(ascii: "."))
            if points != 0 { return Swift.min(end, start &+ points.trailingZeroBitCount &>> 3) }
        }
        var position = start
        while position < end, self[position] != UInt8(ascii: ".") { position &+= 1 }
        return position
    }

    /// Bytes as text; `^hh` stands for a character of ISO 8859-1.
    func text(_ start: Int, _ end: Int) -> String {
        var scalars = String.UnicodeScalarView()
        var position = start
        while position < end {
            let byte = self[position]
            if byte == UInt8(ascii: "^"), position + 2 < end,
                let high = self[position + 1].hexadecimalValue, let low = self[position + 2].hexadecimalValue
            {
                scalars.append(Unicode.Scalar(high << 4 | low))
                position += 3
            } else {
                scalars.append(Unicode.Scalar(byte))
                position += 1
            }
        }
        return String(scalars)
    }
}
