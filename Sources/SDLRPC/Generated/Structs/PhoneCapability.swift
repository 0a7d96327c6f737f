// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What the phone does for apps.
///
/// Since RPC 4.5.
public struct PhoneCapability: RPCStructure {
    /// Whether it dials numbers.
    public var dialNumberEnabled: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(dialNumberEnabled: Bool? = nil) {
        self.dialNumberEnabled = dialNumberEnabled
    }

    private static let keys: [StaticString] = ["dialNumberEnabled"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.dialNumberEnabled = decoder.optional("dialNumberEnabled", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("dialNumberEnabled", dialNumberEnabled)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
