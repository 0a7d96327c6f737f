// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What the lines of text mean.
///
/// Since RPC 4.5.
public struct MetadataTags: RPCStructure {
    /// The first line.
    ///
    /// 0 to 5 elements.
    public var mainField1: [MetadataType]?

    /// The second line.
    ///
    /// 0 to 5 elements.
    public var mainField2: [MetadataType]?

    /// The third line.
    ///
    /// 0 to 5 elements.
    public var mainField3: [MetadataType]?

    /// The fourth line.
    ///
    /// 0 to 5 elements.
    public var mainField4: [MetadataType]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        mainField1: [MetadataType]? = nil,
        mainField2: [MetadataType]? = nil,
        mainField3: [MetadataType]? = nil,
        mainField4: [MetadataType]? = nil
    ) {
        self.mainField1 = mainField1
        self.mainField2 = mainField2
        self.mainField3 = mainField3
        self.mainField4 = mainField4
    }

    private static let keys: [StaticString] = ["mainField1", "mainField2", "mainField3", "mainField4"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.mainField1 = decoder.optional("mainField1", &members, ListCodec(EnumCodec(MetadataType.self), 0...5))
        self.mainField2 = decoder.optional("mainField2", &members, ListCodec(EnumCodec(MetadataType.self), 0...5))
        self.mainField3 = decoder.optional("mainField3", &members, ListCodec(EnumCodec(MetadataType.self), 0...5))
        self.mainField4 = decoder.optional("mainField4", &members, ListCodec(EnumCodec(MetadataType.self), 0...5))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("mainField1", mainField1)
        writer.member("mainField2", mainField2)
        writer.member("mainField3", mainField3)
        writer.member("mainField4", mainField4)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
