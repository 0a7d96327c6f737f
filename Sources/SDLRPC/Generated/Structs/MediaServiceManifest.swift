// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What a MEDIA service says of itself; nothing so far.
///
/// Since RPC 5.1.
public struct MediaServiceManifest: RPCStructure {
    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init() {}

    private static let keys: [StaticString] = []

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard let members = cursor.members() else { throw decoder.notAnObject(cursor) }
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
