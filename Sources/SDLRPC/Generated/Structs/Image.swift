// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// An image by name.
///
/// Since RPC 2.0.
public struct Image: RPCStructure {
    /// The number of a built-in image, or the name of a file.
    ///
    /// 0 to 65535 characters.
    public var value: String

    /// Which of the two.
    public var imageType: ImageType

    /// Whether the head unit may colour it.
    ///
    /// Since RPC 5.0.
    public var isTemplate: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(value: String, imageType: ImageType, isTemplate: Bool? = nil) {
        self.value = value
        self.imageType = imageType
        self.isTemplate = isTemplate
    }

    private static let keys: [StaticString] = ["imageType", "isTemplate", "value"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.imageType = try decoder.required("imageType", &members, EnumCodec(ImageType.self))
        self.isTemplate = decoder.optional("isTemplate", &members, BooleanCodec())
        self.value = try decoder.required("value", &members, TextCodec(0...65535))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("imageType", imageType)
        writer.member("isTemplate", isTemplate)
        writer.member("value", value)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
