// Whole words are appended and read at once: the header of every frame passes here.

extension [UInt8] {
    /// Appends the four bytes of a number, highest first.
    mutating func append(bigEndian number: UInt32) {
        let swapped = number.bigEndian
        unsafe Swift.withUnsafeBytes(of: swapped) { unsafe append(contentsOf: $0) }
    }

    /// Appends the bytes of a number, lowest first.
    mutating func append(littleEndian number: some FixedWidthInteger) {
        let swapped = number.littleEndian
        unsafe Swift.withUnsafeBytes(of: swapped) { unsafe append(contentsOf: $0) }
    }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
    /// Four bytes as a number, highest first; the caller has checked that they exist.
    @inline(__always)
    func bigEndianWord(at index: Int) -> UInt32 {
        UInt32(self[index]) << 24 | UInt32(self[index + 1]) << 16
            | UInt32(self[index + 2]) << 8 | UInt32(self[index + 3])
    }
}
