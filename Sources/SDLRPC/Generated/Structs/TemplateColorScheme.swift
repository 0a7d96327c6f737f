// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The colours of a layout.
///
/// Since RPC 5.0.
public struct TemplateColorScheme: RPCStructure {
    /// The main colour.
    public var primaryColor: RGBColor?

    /// The second colour.
    public var secondaryColor: RGBColor?

    /// The colour behind.
    public var backgroundColor: RGBColor?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(primaryColor: RGBColor? = nil, secondaryColor: RGBColor? = nil, backgroundColor: RGBColor? = nil) {
        self.primaryColor = primaryColor
        self.secondaryColor = secondaryColor
        self.backgroundColor = backgroundColor
    }

    private static let keys: [StaticString] = ["backgroundColor", "primaryColor", "secondaryColor"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.backgroundColor = decoder.optional("backgroundColor", &members, StructCodec(RGBColor.self))
        self.primaryColor = decoder.optional("primaryColor", &members, StructCodec(RGBColor.self))
        self.secondaryColor = decoder.optional("secondaryColor", &members, StructCodec(RGBColor.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("backgroundColor", backgroundColor)
        writer.member("primaryColor", primaryColor)
        writer.member("secondaryColor", secondaryColor)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
