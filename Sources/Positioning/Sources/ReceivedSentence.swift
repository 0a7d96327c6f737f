public import NMEA

/// A sentence as a receiver sent it.
public struct ReceivedSentence: Hashable, Sendable {
    /// What it says.
    public let sentence: Sentence
    /// Its bytes from the start character to the line end, CR LF always.
    public let bytes: [UInt8]

    /// Makes a sentence.
    public init(sentence: Sentence, bytes: [UInt8]) {
        self.sentence = sentence
        self.bytes = bytes
    }

    /// Its text without the line end.
    public var text: String { String(decoding: bytes.dropLast(2), as: UTF8.self) }
}
