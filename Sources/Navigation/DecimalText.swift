/// Numbers as XML's `decimal` wants them: digits and a point, never an exponent.
enum DecimalText {
    /// The shortest text that reads as the same number; nil for infinity and what is no number.
    static func text(_ number: Double) -> String? {
        guard number.isFinite else { return nil }
        let parts = "\(number)".split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return "\(number)" }
        let isNegative = parts[0].hasPrefix("-")
        let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
        let whole = String(mantissa.first ?? "0")
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
        let digits = whole + fraction
        let point = whole.count + exponent
        let text =
            if point <= 0 {
                "0." + String(repeating: "0", count: -point) + digits
            } else {
                digits + String(repeating: "0", count: max(0, point - digits.count))
            }
        return (isNegative ? "-" : "") + text
    }

    /// The number of a text of digits, with a sign, a point and a decimal exponent allowed; nil for anything else.
    ///
    /// Exponents are read although they must not be written: programs that print small numbers carelessly do.
    static func number(_ text: String) -> Double? {
        let isUsual = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        guard isUsual, text.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return Double(text)
    }
}
