/// What every typed sentence can do: become bytes again.
protocol SentenceContent: Hashable, Sendable {
    /// The sentence's fields, without checksum.
    func write() -> SentenceWriter
}
