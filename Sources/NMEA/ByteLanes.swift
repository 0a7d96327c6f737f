/// Arithmetic on eight bytes at once inside a 64-bit word, first byte in the lowest lane.
enum ByteLanes {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    static func repeating(_ byte: UInt8) -> UInt64 { ones &* UInt64(byte) }

    /// High bit of each lane that holds `byte`; all lanes must be below 0x80, others give wrong answers there only.
    @inline(__always)
    static func equal(_ word: UInt64, to byte: UInt8) -> UInt64 {
        let difference = word ^ repeating(byte)
        return ~((difference & ~highBits) &+ ~highBits) & highBits
    }

    /// All bits of the first lanes, fewer than eight.
    @inline(__always)
    static func first(_ count: UInt64) -> UInt64 { (1 &<< (count &<< 3)) &- 1 }

    /// Whether the first five lanes hold capital letters and the sixth a comma; all lanes must be below 0x80.
    @inline(__always)
    static func isFiveLetterAddress(_ word: UInt64) -> Bool {
        let letters: UInt64 = 0x80_8080_8080
        let fromA = word &+ repeating(0x80 - 0x41)
        let beyondZ = word &+ repeating(0x80 - 0x5B)
        return fromA & ~beyondZ & letters == letters && word &>> 40 & 0xFF == UInt64(UInt8(ascii: ","))
    }

    /// The exclusive or of all lanes.
    @inline(__always)
    static func fold(_ word: UInt64) -> UInt8 {
        var value = word ^ word &>> 32
        value ^= value &>> 16
        value ^= value &>> 8
        return UInt8(truncatingIfNeeded: value)
    }

    /// The number that eight lanes with values 0...9 spell, first lane most significant.
    @inline(__always)
    static func number(_ digits: UInt64) -> UInt64 {
        let pairs = digits &* 10 &+ digits &>> 8
        let even = pairs & 0x0000_00FF_0000_00FF
        let odd = (pairs &>> 16) & 0x0000_00FF_0000_00FF
        return (even &* 0x000F_4240_0000_0064 &+ odd &* 0x0000_2710_0000_0001) &>> 32
    }
}

extension Span where Element == UInt8 {
    /// Eight bytes from `offset` on, first byte in the lowest lane; zero when they do not all exist.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        guard offset >= 0, offset <= count &- 8 else { return 0 }
        // In bounds by the guard above; a word of plain bits needs no alignment with this call.
        let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    /// Up to eight bytes from `offset` on, first byte in the lowest lane; zeros where the bytes end before.
    @inline(__always)
    func paddedWord(at offset: Int) -> UInt64 {
        offset <= count &- 8 ? word(at: offset) : lastBytes(from: offset)
    }

    @inline(never)
    private func lastBytes(from offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in offset..<Swift.max(offset, Swift.min(count, offset + 8)) {
            word |= UInt64(self[index]) << UInt64(8 * (index - offset))
        }
        return word
    }

    /// Four bytes from `offset` on, first byte in the lowest lane; zero when they do not all exist.
    @inline(__always)
    func half(at offset: Int) -> UInt32 {
        guard offset >= 0, offset <= count &- 4 else { return 0 }
        // In bounds by the guard above; a word of plain bits needs no alignment with this call.
        let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return UInt32(littleEndian: word)
    }
}
