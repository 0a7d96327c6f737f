/// Where a complete sentence lies in a buffer.
struct SentenceFrame: Hashable, Sendable {
    /// What is known about the checksum.
    enum Checksum: Hashable, Sendable {
        case good
        case missing
        case wrong
    }

    /// Offset of the start character.
    var start: Int

    /// Offset of the star, or of the line end of a sentence without checksum.
    var bodyEnd: Int

    /// Offset behind the last byte of the sentence, line end not included.
    var end: Int

    /// Whether the checksum was there and good.
    var checksum: Checksum
}
