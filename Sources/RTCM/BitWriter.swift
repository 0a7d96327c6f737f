/// Collects numbers of any width into bytes, most significant bit first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var freeBits = 0

    /// Appends the lowest `width` bits of a number.
    mutating func unsigned(_ value: UInt64, _ width: Int) {
        for bit in stride(from: width - 1, through: 0, by: -1) {
            if freeBits == 0 {
                bytes.append(0)
                freeBits = 8
            }
            freeBits -= 1
            if value >> UInt64(bit) & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(freeBits) }
        }
    }

    mutating func signed(_ value: Int64, _ width: Int) {
        unsigned(UInt64(bitPattern: value), width)
    }

    mutating func flag(_ value: Bool) {
        unsigned(value ? 1 : 0, 1)
    }
}
