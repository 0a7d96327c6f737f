/// The 24-bit cyclic redundancy check of RTCM 3 frames.
///
/// Polynomial 0x1864CFB, start value 0, most significant bit first, no final inversion; the value of `123456789` is
/// 0xCDE703. Over a frame together with its check bytes it is 0.
public enum CRC24Q: Sendable {
    /// The check value of some bytes.
    public static func value(of bytes: Span<UInt8>) -> UInt32 {
        value(of: bytes, from: 0, to: bytes.count)
    }

    /// The check value of some bytes.
    public static func value(of bytes: [UInt8]) -> UInt32 {
        value(of: bytes.span)
    }

    /// The check value of the bytes from one offset to another, which must lie inside.
    static func value(of bytes: Span<UInt8>, from start: Int, to end: Int) -> UInt32 {
        // The 24 bits stand in the upper part of the word, so that no step has to mask. Eight bytes go through eight
        // tables at once: entry i of table k is the check value of the byte i followed by k zero bytes.
        let tables = Self.tables.span
        var value: UInt32 = 0
        var index = start
        while index &+ 8 <= end {
            let first = value ^ word(bytes, at: index)
            let second = word(bytes, at: index &+ 4)
            value = tables[1792 &+ Int(first >> 24)] ^ tables[1536 &+ Int(first >> 16 & 0xFF)]
            value ^= tables[1280 &+ Int(first >> 8 & 0xFF)] ^ tables[1024 &+ Int(first & 0xFF)]
            value ^= tables[768 &+ Int(second >> 24)] ^ tables[512 &+ Int(second >> 16 & 0xFF)]
            value ^= tables[256 &+ Int(second >> 8 & 0xFF)] ^ tables[Int(second & 0xFF)]
            index &+= 8
        }
        while index < end {
            value = value << 8 ^ tables[Int(value >> 24 ^ UInt32(bytes[index]))]
            index &+= 1
        }
        return value >> 8
    }

    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
        UInt32(bytes[index]) << 24 | UInt32(bytes[index &+ 1]) << 16 | UInt32(bytes[index &+ 2]) << 8
            | UInt32(bytes[index &+ 3])
    }

    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte) << 24
            for _ in 0..<8 { value = value & 0x8000_0000 != 0 ? value << 1 ^ 0x864C_FB00 : value << 1 }
            tables[byte] = value
        }
        for index in 256..<tables.count {
            let shorter = tables[index - 256]
            tables[index] = shorter << 8 ^ tables[Int(shorter >> 24)]
        }
        return tables
    }()
}
