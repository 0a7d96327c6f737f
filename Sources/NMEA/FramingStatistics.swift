/// What a framer took and dropped, by reason.
public struct FramingStatistics: Hashable, Sendable {
    /// Why the begin of a sentence did not become one.
    public enum Rejection: Int, Hashable, Sendable, CaseIterable {
        /// A new start character came before the end.
        case cut
        /// A byte outside the printable characters stood inside.
        case badCharacter
        /// The checksum does not fit.
        case badChecksum
        /// There is no checksum, and the policy wants one.
        case missingChecksum
        /// No end within 1024 bytes.
        case tooLong
        /// The part before the first comma is no address.
        case badAddress
        /// The input ended inside.
        case unfinished
    }

    /// Bytes given to the framer.
    public internal(set) var bytes = 0

    /// Sentences with a good checksum, or such as the policy lets pass.
    public internal(set) var sentences = 0

    /// Binary frames of other protocols with a good check of their own.
    public internal(set) var foreignFrames = 0

    /// TAG blocks with a good checksum.
    public internal(set) var tagBlocks = 0

    /// TAG blocks with a wrong checksum; they are handed on with a mark and not used.
    public internal(set) var badTagBlocks = 0

    /// Comment lines.
    public internal(set) var comments = 0

    /// Bytes that belong to nothing known: boot text, broken sentences, line noise.
    ///
    /// Line ends are not counted.
    public internal(set) var noiseBytes = 0

    private var rejections: [7 of Int] = [7 of Int](repeating: 0)

    /// Creates counters at zero.
    public init() {}

    /// How many begun sentences were rejected for a reason.
    public func rejected(_ reason: Rejection) -> Int { rejections[reason.rawValue] }

    /// How many begun sentences were rejected in all.
    public var rejected: Int { Rejection.allCases.reduce(0) { $0 + rejected($1) } }

    mutating func reject(_ reason: Rejection) { rejections[reason.rawValue] += 1 }

    /// Compares all counters.
    public static func == (left: FramingStatistics, right: FramingStatistics) -> Bool {
        left.counters == right.counters
    }

    /// Hashes all counters.
    public func hash(into hasher: inout Hasher) { hasher.combine(counters) }

    private var counters: [Int] {
        [bytes, sentences, foreignFrames, tagBlocks, badTagBlocks, comments, noiseBytes]
            + Rejection.allCases.map { rejected($0) }
    }
}
