/// The two letters that say what kind of device sent a sentence, for example `GN`.
public struct Talker: Hashable, Sendable {
    /// The letters as two ASCII bytes, the first one in the high byte.
    public let code: UInt16

    @inline(__always)
    init(code: UInt16) {
        self.code = code
    }

    /// Creates a talker from two capital letters or digits; nil for anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 2, bytes.allSatisfy(\.isAddressCharacter) else { return nil }
        code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }

    private init(letters first: Unicode.Scalar, _ second: Unicode.Scalar) {
        code = UInt16(UInt8(ascii: first)) << 8 | UInt16(UInt8(ascii: second))
    }

    /// GPS.
    public static let gps = Talker(letters: "G", "P")
    /// GLONASS.
    public static let glonass = Talker(letters: "G", "L")
    /// Galileo.
    public static let galileo = Talker(letters: "G", "A")
    /// BeiDou, since 4.11.
    public static let beidou = Talker(letters: "G", "B")
    /// BeiDou in older firmware.
    public static let beidouOld = Talker(letters: "B", "D")
    /// QZSS, since 4.11.
    public static let qzss = Talker(letters: "G", "Q")
    /// QZSS in older firmware.
    public static let qzssOld = Talker(letters: "Q", "Z")
    /// NavIC.
    public static let navic = Talker(letters: "G", "I")
    /// A solution from several systems.
    public static let combined = Talker(letters: "G", "N")
    /// BeiDou and QZSS of Quectel modems, with the system id in an extra field.
    public static let quectel = Talker(letters: "P", "Q")
    /// Indoor transmitters (IMES).
    public static let indoor = Talker(letters: "I", "M")
    /// Integrated instruments.
    public static let instruments = Talker(letters: "I", "I")
    /// An electronic chart display.
    public static let chart = Talker(letters: "E", "C")
}

extension Talker: CustomStringConvertible {
    /// The two letters.
    public var description: String {
        String(decoding: [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)], as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte may stand in an address: a capital letter or a digit.
    @inline(__always)
    var isAddressCharacter: Bool {
        (self &- 0x41) < 26 || (self &- 0x30) < 10
    }

    /// The value of a hexadecimal digit of either case; nil for anything else.
    @inline(__always)
    var hexadecimalValue: UInt8? {
        let digit = self &- 0x30
        if digit < 10 { return digit }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}
