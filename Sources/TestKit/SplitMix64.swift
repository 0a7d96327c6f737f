/// A small seeded generator: the same seed gives the same numbers on every machine.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood 2014): a counter in steps of the golden ratio, mixed by two
/// multiplications. It is for tests and drills, not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator.
    ///
    /// - Parameter seed: Any number; equal seeds give equal sequences.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Random bytes.
    ///
    /// - Parameter count: How many.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var word: UInt64 = 0
        for index in 0..<max(0, count) {
            if index % 8 == 0 { word = next() }
            result.append(UInt8(truncatingIfNeeded: word))
            word >>= 8
        }
        return result
    }
}
