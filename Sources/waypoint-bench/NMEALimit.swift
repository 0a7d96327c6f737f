import Glibc

/// The least work that framing and checking can be: what a parser is measured against.
enum NMEALimit {
    /// Looks for line ends only; gives the number of lines.
    static func findLines(_ bytes: [UInt8]) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            var lines = 0
            var offset = 0
            // Offsets stay inside the buffer: memchr is told how many bytes are left and answers inside them.
            while offset < buffer.count, let base = buffer.baseAddress {
                guard let end = unsafe memchr(base + offset, 0x0A, buffer.count - offset) else { break }
                offset = unsafe UnsafeRawPointer(end) - base + 1
                lines &+= 1
            }
            return lines
        }
    }

    /// Looks for line ends, computes the checksum of each line eight bytes at a time and compares it.
    ///
    /// Gives the number of good lines of the form `$…*hh` CR LF.
    static func checkLines(_ bytes: [UInt8]) -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            var good = 0
            var offset = 0
            while offset < buffer.count, let base = buffer.baseAddress {
                guard let end = unsafe memchr(base + offset, 0x0A, buffer.count - offset) else { break }
                let next = unsafe UnsafeRawPointer(end) - base + 1
                let star = next - 5
                var position = offset + 1
                offset = next
                guard star > position else { continue }
                // Every load below begins before the star; the last one may reach beyond it, but not beyond the buffer,
                // and what lies behind the star is cut off.
                var word: UInt64 = 0
                while position &+ 8 <= star {
                    word ^= unsafe buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                    position &+= 8
                }
                let left = UInt64(truncatingIfNeeded: star &- position)
                if position &+ 8 <= buffer.count {
                    word ^=
                        unsafe buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                        & ((1 &<< (left &<< 3)) &- 1)
                }
                word ^= word &>> 32
                word ^= word &>> 16
                word ^= word &>> 8
                let checksum = UInt8(truncatingIfNeeded: word)
                let high = hexadecimal(checksum >> 4)
                let low = hexadecimal(checksum & 15)
                if unsafe buffer[star + 1] == high, unsafe buffer[star + 2] == low { good &+= 1 }
            }
            return good
        }
    }

    @inline(__always)
    private static func hexadecimal(_ value: UInt8) -> UInt8 {
        value &+ 0x30 &+ ((9 &- value) &>> 7) &* 7
    }
}
