/// Reads numbers of any width from the bits of a payload, most significant bit first.
///
/// Reading past the end gives zeros and is remembered.
struct BitReader {
    private let bytes: ArraySlice<UInt8>
    private var position = 0
    /// Whether more bits were asked for than there are.
    private(set) var isShort = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var remainingBits: Int { bytes.count * 8 - position }

    /// A number without sign of at most 64 bits.
    mutating func unsigned(_ width: Int) -> UInt64 {
        guard width <= remainingBits else {
            isShort = true
            position = bytes.count * 8
            return 0
        }
        var value: UInt64 = 0
        var left = width
        while left > 0 {
            let byte = UInt64(bytes[bytes.startIndex + position >> 3])
            let available = 8 - position & 7
            let taken = min(available, left)
            let bits = byte >> UInt64(available - taken) & (1 << UInt64(taken) - 1)
            value = value << UInt64(taken) | bits
            position += taken
            left -= taken
        }
        return value
    }

    /// A small number without sign, of at most 32 bits.
    mutating func integer(_ width: Int) -> Int {
        Int(truncatingIfNeeded: unsigned(width))
    }

    /// A number in two's complement, of at most 63 bits.
    mutating func signed(_ width: Int) -> Int64 {
        let value = Int64(bitPattern: unsigned(width))
        let sign = Int64(1) << Int64(width - 1)
        return value & sign == 0 ? value : value - sign - sign
    }

    mutating func flag() -> Bool {
        unsigned(1) == 1
    }

    /// A run of bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        guard count * 8 <= remainingBits else {
            isShort = true
            position = bytes.count * 8
            return []
        }
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: unsigned(8)) }
    }

    mutating func skip(_ width: Int) {
        if width <= remainingBits {
            position += width
        } else {
            isShort = true
            position = bytes.count * 8
        }
    }
}
