/// Why a JSON text was refused, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of refusal.
    public enum Code: Hashable, Sendable {
        /// There is no value: the text is empty, blank or only comments.
        case empty
        /// The text is longer than ``JSONOptions/maximumBytes``.
        case tooLarge
        /// Lists and objects nest deeper than ``JSONOptions/maximumDepth``.
        case tooDeep
        /// There are more values than ``JSONOptions/maximumValues``.
        case tooManyValues
        /// The text begins with a byte order mark.
        case byteOrderMark
        /// A byte stands where the grammar has no place for it (also single quotes, NaN, Infinity, comments).
        case unexpectedByte(UInt8)
        /// The text ends inside the value.
        case truncated
        /// Something other than white space follows the value.
        case trailingBytes
        /// A number does not follow the grammar, such as `01`, `1.` or `-`.
        case invalidNumber
        /// An integer lies outside `Int64`, or another number outside the finite `Double`s.
        case numberOutOfRange
        /// A text holds a raw control character.
        case controlCharacter(UInt8)
        /// A backslash begins no known escape.
        case invalidEscape
        /// An escape is one half of a surrogate pair without the other.
        case loneSurrogate
        /// A key holds U+0000, which the parser below cannot keep.
        case nulInKey
        /// The bytes are not UTF-8.
        case invalidUTF8
        /// An object holds the same key twice.
        case duplicateKey(String)
        /// The parser ran out of memory.
        case outOfMemory
        /// A number to be written is infinite or not a number.
        case notFinite
    }

    /// What is wrong.
    public let code: Code

    /// Where, as an offset in bytes from the start of the text; 0 when writing.
    public let offset: Int

    /// Makes an error.
    public init(_ code: Code, offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// The error in words, for logs.
    public var description: String { "JSON, byte \(offset): \(code)" }
}
