extension UInt8 {
    /// Whether the byte may stand in the name of a header as casters write it: of the characters of a token (RFC 9110)
    /// the letters, digits, `-` and `_`.
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Whether the byte may stand in the value of a header: printable, a tab, or beyond ASCII.
    var isHeaderText: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }
}

extension String {
    /// Reads UTF-8, or ISO 8859-1 where the bytes are no UTF-8.
    init(lenient bytes: [UInt8]) {
        self =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The text without blanks, tabs and line ends around it.
    var trimmed: String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" }
        let scalars = unicodeScalars.drop(while: isBlank)
        guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(String.UnicodeScalarView(scalars[...last]))
    }
}
