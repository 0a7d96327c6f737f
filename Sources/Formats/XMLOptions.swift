/// How much XML a reader takes.
public struct XMLOptions: Hashable, Sendable {
    /// The longest text in bytes.
    public var maximumBytes: Int
    /// How deep elements may nest.
    public var maximumDepth: Int
    /// The most elements in one text.
    public var maximumElements: Int

    /// Makes options.
    public init(maximumBytes: Int = 16 << 20, maximumDepth: Int = 64, maximumElements: Int = 500_000) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumElements = maximumElements
    }
}
