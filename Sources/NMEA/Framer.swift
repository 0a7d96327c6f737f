/// Finds sentences, TAG blocks and binary frames in bytes.
///
/// Purpose: everything about *where* things are; what a sentence says is decided elsewhere.
/// The framer looks at a buffer and an offset and names the next thing. When the buffer ends before a decision is
/// possible it says so without having moved, so the caller keeps the rest and asks again with more bytes: the result
/// cannot depend on where the input is cut. It keeps only the state of the line (begin, comment) and counters.
///
/// A clean sentence that lies whole in the buffer takes the fast way, sixteen bytes at a time (`Framer+Scan`); anything
/// unusual takes the careful way byte by byte (`Framer+CarefulScan`) with the same result.
struct Framer: Sendable {
    /// What comes next in a buffer.
    enum Item: Hashable {
        /// The buffer does not reach: at least this many bytes from the offset on are wanted.
        case needMore(Int)
        /// A sentence; the offset was moved behind it.
        case sentence(SentenceFrame)
        /// A binary frame of this length; it ends at the offset.
        case foreign(ForeignFrame.Kind, Int)
        /// A TAG block; the range is what stands between the backslashes, without the checksum.
        case tagBlock(Range<Int>, isGood: Bool)
        /// Nothing is left.
        case end
    }

    /// What the last bytes mean for the next one.
    enum Line {
        case begin
        case inside
        case behindSentence
        case comment(remaining: Int)
    }

    /// No sentence is longer, start character and checksum included.
    static let maximumSentenceLength = 1024

    /// No binary frame is longer; a longer claimed length is taken for noise, or it would hold up the stream.
    static let maximumForeignLength = 8 + 8192

    static let maximumTagLength = 128

    var policy: ChecksumPolicy
    var statistics = FramingStatistics()

    /// Bit n of this bitmap is set when byte n behind the start character of the last sentence is a comma, or its end.
    var commas = [16 of UInt64](repeating: 0)

    /// Whether only line ends came since the last TAG block.
    var followsTagBlock = false

    var line = Line.begin

    init(policy: ChecksumPolicy) {
        self.policy = policy
    }

    /// Names the next thing at or behind `offset` and moves the offset behind it.
    ///
    /// - Parameter isFinal: no more bytes will follow, so everything can be decided.
    mutating func next(in bytes: Span<UInt8>, at offset: inout Int, isFinal: Bool) -> Item {
        let count = bytes.count
        while offset < count {
            let byte = bytes[offset]
            if case .comment(let remaining) = line {
                skipComment(byte, remaining: remaining, offset: &offset)
                continue
            }
            switch byte {
            case UInt8(ascii: "$"), UInt8(ascii: "!"):
                switch scanSentence(bytes, at: offset, isFinal: isFinal) {
                case .complete(let frame):
                    offset = frame.end
                    line = .behindSentence
                    statistics.sentences &+= 1
                    return .sentence(frame)
                case .needMore:
                    return .needMore(Framer.maximumSentenceLength)
                case .rejected(let reason):
                    if byte == UInt8(ascii: "$"), let item = scanForeign(bytes, at: &offset, isFinal: isFinal) {
                        return item
                    }
                    statistics.reject(reason)
                    skipNoise(&offset)
                }
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                line = .begin
                offset += 1
            case UInt8(ascii: "#"):
                if case .begin = line {
                    line = .comment(remaining: Framer.maximumSentenceLength)
                    statistics.comments &+= 1
                    offset += 1
                } else {
                    skipNoise(&offset)
                }
            case UInt8(ascii: "\\"):
                if let item = scanTagBlock(bytes, at: &offset, isFinal: isFinal) { return item }
            case 0xB5, 0xD3, 0xA0, 0xBA:
                if let item = scanForeign(bytes, at: &offset, isFinal: isFinal) { return item }
                skipNoise(&offset)
            default:
                skipNoise(&offset)
            }
        }
        return .end
    }

    private mutating func skipNoise(_ offset: inout Int) {
        offset += 1
        // What a logger appends to a sentence (time stamps, station names) is not noise.
        if case .behindSentence = line { return }
        statistics.noiseBytes &+= 1
        followsTagBlock = false
        line = .inside
    }

    private mutating func skipComment(_ byte: UInt8, remaining: Int, offset: inout Int) {
        if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
            line = .begin
        } else {
            line = remaining > 0 ? .comment(remaining: remaining - 1) : .inside
        }
        offset += 1
    }
}
