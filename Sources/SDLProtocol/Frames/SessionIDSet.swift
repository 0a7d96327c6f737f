/// A set of session ids, 0 to 255, in 32 bytes.
public struct SessionIDSet: Sendable, Hashable {
    private var words: SIMD4<UInt64> = .zero

    /// Makes a set.
    ///
    /// - Parameter ids: What is in it.
    public init(_ ids: some Sequence<UInt8> = []) {
        for id in ids { insert(id) }
    }

    /// Whether an id is in the set.
    public func contains(_ id: UInt8) -> Bool {
        words[Int(id >> 6)] & (1 << UInt64(id & 63)) != 0
    }

    /// Adds an id.
    public mutating func insert(_ id: UInt8) {
        words[Int(id >> 6)] |= 1 << UInt64(id & 63)
    }

    /// Takes an id out.
    public mutating func remove(_ id: UInt8) {
        words[Int(id >> 6)] &= ~(1 << UInt64(id & 63))
    }

    /// The lowest id from 1 upward that is not in the set; nil when all 255 are.
    public var lowestFree: UInt8? {
        for word in 0..<4 {
            let taken = word == 0 ? words[0] | 1 : words[word]  // 0 is never given
            if taken != .max { return UInt8(word * 64 + (~taken).trailingZeroBitCount) }
        }
        return nil
    }
}
