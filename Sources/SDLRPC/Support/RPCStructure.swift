public import Formats

/// A group of members with a JSON form.
public protocol RPCStructure: Hashable, Sendable {
    /// Members that this version of the spec does not name, as they came.
    ///
    /// They are written again behind the others.
    var unrecognizedMembers: [String: JSONValue] { get set }

    /// Reads the JSON form.
    ///
    /// - Parameters:
    ///   - cursor: Where it stands.
    ///   - decoder: Collects what is wrong but can be lived with.
    /// - Throws: ``RPCDecodingError`` if a mandatory member is missing or of a wrong type.
    init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError)

    /// Writes the JSON form; the members come in alphabetical order.
    func encode(to writer: inout JSONWriter)
}
