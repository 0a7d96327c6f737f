/// Why an XML text was refused, and where.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of refusal.
    public enum Code: Hashable, Sendable {
        /// The text is longer than ``XMLOptions/maximumBytes``.
        case tooLarge
        /// Elements nest deeper than ``XMLOptions/maximumDepth``.
        case tooDeep
        /// There are more elements than ``XMLOptions/maximumElements``.
        case tooManyElements
        /// The text declares a document type; entities are how small texts grow huge, so none is read.
        case documentType
        /// The text is not well-formed; the parser's own words.
        case malformed(String)
        /// There is no element at all.
        case empty
    }

    /// What is wrong.
    public let code: Code

    /// The line, from 1; 0 if none is known.
    public let line: Int

    /// Makes an error.
    public init(_ code: Code, line: Int) {
        self.code = code
        self.line = line
    }

    /// The error in words, for logs.
    public var description: String { "XML, line \(line): \(code)" }
}
