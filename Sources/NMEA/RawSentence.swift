/// A sentence without a type of its own here: its bytes and its fields as text.
public struct RawSentence: Hashable, Sendable {
    /// All bytes from the start character to the last field, without checksum and line end.
    public let bytes: [UInt8]

    /// Creates a sentence from its bytes, start character included, checksum and line end not.
    ///
    /// Nil when the first byte is not `$` or `!`, or a byte is not printable.
    public init?(bytes: [UInt8]) {
        guard let first = bytes.first, first == UInt8(ascii: "$") || first == UInt8(ascii: "!") else { return nil }
        guard bytes.dropFirst().allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "$") && $0 != UInt8(ascii: "!") })
        else { return nil }
        self.bytes = bytes
    }

    init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the start character is `!`: the payload is packed (AIS and others).
    public var isEncapsulated: Bool { bytes.first == UInt8(ascii: "!") }

    /// The address field: talker and formatter, or the name of a maker's sentence.
    public var address: String { fields[0] }

    /// The talker, when the address is two letters and a three-letter formatter.
    public var talker: Talker? {
        let address = address
        guard address.utf8.count == 5, !address.hasPrefix("P") || address.hasPrefix("PQ") else { return nil }
        return Talker(String(address.prefix(2)))
    }

    /// The three-letter formatter, when the address has one.
    public var formatter: String? {
        talker == nil ? nil : String(address.suffix(3))
    }

    /// All fields as text, the address first; `^hh` escapes are kept.
    public var fields: [String] {
        bytes.dropFirst().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The sentence with checksum and line end.
    public func encoded() -> [UInt8] {
        let checksum = bytes.dropFirst().reduce(0, ^)
        let digits = Array("0123456789ABCDEF".utf8)
        return bytes + [UInt8(ascii: "*"), digits[Int(checksum >> 4)], digits[Int(checksum & 15)], 0x0D, 0x0A]
    }
}
