import GNSS

/// A set of satellites as bits: 192 numbers for each constellation.
struct SatelliteSet: Hashable, Sendable {
    private static let wordsPerConstellation = 3

    private var words = [27 of UInt64](repeating: 0)

    @inline(__always)
    private static func place(_ constellation: Constellation, _ number: Int?) -> (word: Int, bit: UInt64)? {
        guard let number, 0..<192 ~= number else { return nil }
        let word = Int(constellation.rawValue) &* wordsPerConstellation &+ number &>> 6
        return (word, 1 &<< UInt64(truncatingIfNeeded: number & 63))
    }

    /// Adds a satellite; those without a number are not told apart and left out.
    @inline(__always)
    mutating func insert(_ constellation: Constellation, _ number: Int?) {
        guard let place = Self.place(constellation, number) else { return }
        words[place.word] |= place.bit
    }

    @inline(__always)
    func contains(_ constellation: Constellation, _ number: Int?) -> Bool {
        guard let place = Self.place(constellation, number) else { return false }
        return words[place.word] & place.bit != 0
    }

    mutating func formUnion(_ other: SatelliteSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// Number of satellites.
    var count: Int {
        var count = 0
        for index in words.indices { count += words[index].nonzeroBitCount }
        return count
    }

    /// The satellites, by constellation and number.
    var members: [SatelliteIdentity.Satellite] {
        Constellation.allCases.flatMap { constellation in
            (0..<192).filter { contains(constellation, $0) }
                .map { SatelliteIdentity.Satellite(constellation: constellation, number: $0) }
        }
    }

    static func == (left: SatelliteSet, right: SatelliteSet) -> Bool {
        left.words.indices.allSatisfy { left.words[$0] == right.words[$0] }
    }

    func hash(into hasher: inout Hasher) {
        for index in words.indices { hasher.combine(words[index]) }
    }
}
