/// Why bytes are no BSON document, or why a document cannot be written.
public enum BSONError: Error, Sendable, Hashable {
    /// A document's length is below 5, negative, or beyond the data.
    case length(Int32)
    /// The data ends inside an element, or the final 0 is missing or not at the end.
    case truncated
    /// A type outside the subset.
    case type(UInt8)
    /// A string's length is below 1, above the limit or beyond the data.
    case stringLength(Int32)
    /// A string does not end in 0.
    case stringTermination
    /// Text or a key is not UTF-8.
    case encoding
    /// A key is longer than 254 bytes or, when writing, contains a 0.
    case key
    /// More than 16 levels of documents below the top.
    case depth
    /// More keys in one document than allowed: 256 when reading, 32 when writing (the most that bson_c_lib keeps).
    case count
}
