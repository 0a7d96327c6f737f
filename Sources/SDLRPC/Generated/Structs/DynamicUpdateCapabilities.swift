// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What a window asks for only when it is needed.
///
/// Since RPC 7.0.
public struct DynamicUpdateCapabilities: RPCStructure {
    /// The images asked for one by one.
    ///
    /// At least 1 elements.
    public var supportedDynamicImageFieldNames: [ImageFieldName]?

    /// Whether submenus are asked for when opened.
    public var supportsDynamicSubMenus: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(supportedDynamicImageFieldNames: [ImageFieldName]? = nil, supportsDynamicSubMenus: Bool? = nil) {
        self.supportedDynamicImageFieldNames = supportedDynamicImageFieldNames
        self.supportsDynamicSubMenus = supportsDynamicSubMenus
    }

    private static let keys: [StaticString] = ["supportedDynamicImageFieldNames", "supportsDynamicSubMenus"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.supportedDynamicImageFieldNames = decoder.optional("supportedDynamicImageFieldNames", &members, ListCodec(EnumCodec(ImageFieldName.self), 1...Int.max))
        self.supportsDynamicSubMenus = decoder.optional("supportsDynamicSubMenus", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("supportedDynamicImageFieldNames", supportedDynamicImageFieldNames)
        writer.member("supportsDynamicSubMenus", supportsDynamicSubMenus)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
