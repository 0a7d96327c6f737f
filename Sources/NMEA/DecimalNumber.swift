/// A decimal number exactly as it stands in a sentence: digits and the place of the point.
///
/// `1.50` and `1.5` are different spellings and compare unequal; compare `value` when only the size matters.
/// Digits are kept up to seventeen, more than any receiver sends.
@frozen
public struct DecimalNumber: Hashable, Sendable {
    /// The digits in the upper bits, the scale in the lowest five.
    @usableFromInline let packed: Int64

    /// The largest number of all digits taken together.
    public static let maximumMantissa: Int64 = 99_999_999_999_999_999

    /// Creates a number from its digits, or nil when there are more than seventeen or the scale is outside 0...18.
    public init?(mantissa: Int64, scale: Int) {
        guard 0...18 ~= scale, mantissa.magnitude <= DecimalNumber.maximumMantissa.magnitude else { return nil }
        self.init(unchecked: mantissa, scale: scale)
    }

    @inlinable
    @inline(__always)
    init(unchecked mantissa: Int64, scale: Int) {
        packed = mantissa &<< 5 | Int64(truncatingIfNeeded: scale)
    }

    @inlinable
    @inline(__always)
    init(packed: Int64) {
        self.packed = packed
    }

    /// Creates a whole number, at most seventeen digits.
    public init(_ integer: Int) {
        let limit = DecimalNumber.maximumMantissa
        self.init(unchecked: max(-limit, min(Int64(integer), limit)), scale: 0)
    }

    /// Creates the number nearest to a value with the given count of decimals, or nil when it is not finite or too large.
    public init?(_ value: Double, decimals: Int) {
        guard 0...15 ~= decimals else { return nil }
        let scaled = (value * PowersOfTen.double(decimals)).rounded()
        guard abs(scaled) < 9e16 else { return nil }
        self.init(unchecked: Int64(scaled), scale: decimals)
    }

    /// All digits as one integer, with the sign.
    @inlinable
    @inline(__always)
    public var mantissa: Int64 { packed &>> 5 }

    /// How many of the digits stand behind the point, 0...18.
    @inlinable
    @inline(__always)
    public var scale: Int { Int(truncatingIfNeeded: packed & 31) }

    /// The nearest Double; correctly rounded as long as the digits fit 53 bits.
    @inlinable
    @inline(__always)
    public var value: Double { Double(mantissa) / PowersOfTen.double(scale) }
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
        append(magnitude: number.mantissa.magnitude, scale: number.scale, integerDigits: integerDigits)
    }

    mutating func append(magnitude: UInt64, scale: Int, integerDigits: Int) {
        let digits = Array(String(magnitude).utf8)
        let zeros = repeatElement(
            UInt8(ascii: "0"), count: Swift.max(scale + Swift.max(integerDigits, 1) - digits.count, 0))
        append(contentsOf: zeros)
        append(contentsOf: digits)
        if scale > 0 { insert(UInt8(ascii: "."), at: count - scale) }
    }
}
