/// The cyclic redundancy checks of binary frames.
enum CyclicRedundancy {
    private static let table24Q: [UInt32] = (0..<256).map { index in
        var value = UInt32(index) << 16
        for _ in 0..<8 { value = value & 0x80_0000 != 0 ? value << 1 ^ 0x186_4CFB : value << 1 }
        return value & 0xFF_FFFF
    }

    /// CRC-24Q (polynomial 0x1864CFB); 0 over a frame together with its check bytes.
    static func crc24Q(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in start..<end {
            let entry = Int(value >> 16 ^ UInt32(bytes[index])) & 0xFF
            value = value << 8 & 0xFF_FFFF ^ table24Q[entry]
        }
        return value
    }

    /// CRC-16 CCITT (polynomial 0x1021, start value 0).
    static func ccitt(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> UInt16 {
        var value: UInt16 = 0
        for index in start..<end {
            value ^= UInt16(bytes[index]) << 8
            for _ in 0..<8 { value = value & 0x8000 != 0 ? value << 1 ^ 0x1021 : value << 1 }
        }
        return value
    }
}
