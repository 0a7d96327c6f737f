// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A place for an image.
///
/// Since RPC 3.0.
public struct ImageField: RPCStructure {
    /// The place.
    public var name: ImageFieldName

    /// The formats it takes.
    ///
    /// 1 to 100 elements.
    public var imageTypeSupported: [FileType]

    /// Its size.
    public var imageResolution: ImageResolution?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(name: ImageFieldName, imageTypeSupported: [FileType], imageResolution: ImageResolution? = nil) {
        self.name = name
        self.imageTypeSupported = imageTypeSupported
        self.imageResolution = imageResolution
    }

    private static let keys: [StaticString] = ["imageResolution", "imageTypeSupported", "name"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.imageResolution = decoder.optional("imageResolution", &members, StructCodec(ImageResolution.self))
        self.imageTypeSupported = try decoder.required("imageTypeSupported", &members, ListCodec(EnumCodec(FileType.self), 1...100))
        self.name = try decoder.required("name", &members, EnumCodec(ImageFieldName.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("imageResolution", imageResolution)
        writer.member("imageTypeSupported", imageTypeSupported)
        writer.member("name", name)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
