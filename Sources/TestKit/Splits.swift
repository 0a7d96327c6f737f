/// One way to cut a stream of bytes into pieces.
public struct Split: Sendable, CustomStringConvertible {
    /// What was done, for the test log: "whole", "one by one", "cut at 7", "random 3".
    public let name: String
    /// The pieces in order; joined they are the stream.
    public let pieces: [[UInt8]]

    /// The name.
    public var description: String { name }

    /// Makes a split.
    public init(name: String, pieces: [[UInt8]]) {
        self.name = name
        self.pieces = pieces
    }
}

/// Ways to cut a stream: an incremental parser must give the same result for each of them.
public enum Splits: Sendable {
    /// Everything in one piece.
    public static func whole(_ bytes: [UInt8]) -> Split {
        Split(name: "whole", pieces: [bytes])
    }

    /// One byte a piece.
    public static func oneByOne(_ bytes: [UInt8]) -> Split {
        Split(name: "one by one", pieces: bytes.map { [$0] })
    }

    /// Pieces of a fixed size, the last one shorter.
    public static func every(_ size: Int, _ bytes: [UInt8]) -> Split {
        let step = max(1, size)
        let pieces = stride(from: 0, to: bytes.count, by: step).map { start in
            Array(bytes[start..<min(start + step, bytes.count)])
        }
        return Split(name: "every \(step)", pieces: pieces)
    }

    /// Two pieces, cut before the byte at `offset`.
    public static func cut(at offset: Int, _ bytes: [UInt8]) -> Split {
        let place = min(max(0, offset), bytes.count)
        return Split(name: "cut at \(place)", pieces: [Array(bytes[..<place]), Array(bytes[place...])])
    }

    /// Pieces of random sizes between one byte and `longest`.
    public static func random(
        _ bytes: [UInt8], longest: Int, name: String = "random", using generator: inout SplitMix64
    ) -> Split {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let length = Int.random(in: 1...max(1, longest), using: &generator)
            let end = min(bytes.count, start + length)
            pieces.append(Array(bytes[start..<end]))
            start = end
        }
        return Split(name: name, pieces: pieces)
    }

    /// All ways that are affordable: whole, one by one, random ones, and (for streams up to `cutLimit` bytes) one cut
    /// at each offset.
    ///
    /// - Parameters:
    ///   - bytes: The stream.
    ///   - cutLimit: The longest stream that is cut at each of its offsets, in bytes.
    ///   - oneByOneLimit: The longest stream that is also given byte by byte.
    ///   - randomCount: How many random ways.
    ///   - seed: The seed of the random ways.
    public static func all(
        _ bytes: [UInt8], cutLimit: Int = 600, oneByOneLimit: Int = 20_000, randomCount: Int = 3, seed: UInt64 = 1
    ) -> [Split] {
        var result = [whole(bytes)]
        if bytes.count <= oneByOneLimit { result.append(oneByOne(bytes)) }
        if bytes.count <= cutLimit {
            result += (1..<max(1, bytes.count)).map { cut(at: $0, bytes) }
        }
        var generator = SplitMix64(seed: seed)
        for number in 0..<max(0, randomCount) {
            let longest = max(2, bytes.count / (2 << number))
            result.append(random(bytes, longest: longest, name: "random \(number)", using: &generator))
        }
        return result
    }
}
