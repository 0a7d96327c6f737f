/// A decimal number exactly as it stands in a sentence: digits and the place of the point.
///
/// `1.50` and `1.5` are different spellings and compare unequal; compare `value` when only the size matters.
public struct DecimalNumber: Hashable, Sendable {
    /// All digits as one integer, with the sign.
    public let mantissa: Int64

    /// How many of the digits stand behind the point, 0...18.
    public let scale: Int8

    /// Creates a number from its digits, or nil when the scale is outside 0...18.
    public init?(mantissa: Int64, scale: Int) {
        guard 0...18 ~= scale else { return nil }
        self.mantissa = mantissa
        self.scale = Int8(scale)
    }

    init(unchecked mantissa: Int64, scale: Int) {
        self.mantissa = mantissa
        self.scale = Int8(truncatingIfNeeded: scale)
    }

    /// Creates a whole number.
    public init(_ integer: Int) {
        mantissa = Int64(integer)
        scale = 0
    }

    /// Creates the number nearest to a value with the given count of decimals, or nil when it is not finite or too large.
    public init?(_ value: Double, decimals: Int) {
        guard 0...15 ~= decimals else { return nil }
        let scaled = (value * PowersOfTen.double(decimals)).rounded()
        guard abs(scaled) < 1e18 else { return nil }
        mantissa = Int64(scaled)
        scale = Int8(decimals)
    }

    /// The nearest Double; correctly rounded as long as the digits fit 53 bits.
    @inline(__always)
    public var value: Double {
        scale == 0 ? Double(mantissa) : Double(mantissa) / PowersOfTen.double(Int(scale))
    }
}

extension DecimalNumber: CustomStringConvertible {
    /// The number with a decimal point, never with an exponent.
    public var description: String {
        var text: [UInt8] = []
        text.append(self)
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a number with as many leading zeros as make `integerDigits` digits before the point.
    mutating func append(_ number: DecimalNumber, integerDigits: Int = 1) {
        if number.mantissa < 0 { append(UInt8(ascii: "-")) }
        append(magnitude: number.mantissa.magnitude, scale: Int(number.scale), integerDigits: integerDigits)
    }

    mutating func append(magnitude: UInt64, scale: Int, integerDigits: Int) {
        var digits = Array(String(magnitude).utf8)
        while digits.count < scale + Swift.max(integerDigits, 1) { digits.insert(UInt8(ascii: "0"), at: 0) }
        append(contentsOf: digits[..<(digits.count - scale)])
        guard scale > 0 else { return }
        append(UInt8(ascii: "."))
        append(contentsOf: digits[(digits.count - scale)...])
    }
}
