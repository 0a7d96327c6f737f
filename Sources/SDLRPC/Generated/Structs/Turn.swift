// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A turn of a list.
///
/// Since RPC 2.0.
public struct Turn: RPCStructure {
    /// The text.
    ///
    /// 1 to 500 characters.
    public var navigationText: String?

    /// The image.
    public var turnIcon: Image?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(navigationText: String? = nil, turnIcon: Image? = nil) {
        self.navigationText = navigationText
        self.turnIcon = turnIcon
    }

    private static let keys: [StaticString] = ["navigationText", "turnIcon"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.navigationText = decoder.optional("navigationText", &members, TextCodec(1...500))
        self.turnIcon = decoder.optional("turnIcon", &members, StructCodec(Image.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("navigationText", navigationText)
        writer.member("turnIcon", turnIcon)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
