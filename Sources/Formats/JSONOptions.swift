/// What a JSON reader accepts, and how much of it.
public struct JSONOptions: Hashable, Sendable {
    /// The two grammars.
    public enum Dialect: Hashable, Sendable {
        /// RFC 8259 to the letter, without duplicate keys.
        case strict
        /// What sdl_core's parser forgives, as recorded: anything behind the first value, a trailing comma, comments,
        /// leading zeros, duplicate keys (the last counts), invalid UTF-8 and control characters in texts,
        /// lone surrogates, and integers beyond `Int64` (read as ``JSONValue/double(_:)``).
        case lenient
    }

    /// The grammar.
    public var dialect: Dialect

    /// How deep lists and objects may nest, at least 1.
    public var maximumDepth: Int

    /// The longest text in bytes.
    public var maximumBytes: Int

    /// The most values in one text; bounds the memory that a short text can ask for.
    public var maximumValues: Int

    /// Makes options.
    public init(
        dialect: Dialect = .strict, maximumDepth: Int = 32, maximumBytes: Int = 8 << 20, maximumValues: Int = 100_000
    ) {
        self.dialect = dialect
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
        self.maximumValues = maximumValues
    }

    /// RFC 8259, depth 32, 8 MiB, 100,000 values.
    public static let strict = JSONOptions()

    /// What a stock sdl_core reads: the lenient dialect with room for deep nesting in members nobody looks at.
    public static let asCore = JSONOptions(dialect: .lenient, maximumDepth: 512)
}
