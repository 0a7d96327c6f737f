// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// An entry of the help for voice commands.
///
/// Since RPC 2.0.
public struct VrHelpItem: RPCStructure {
    /// The text.
    ///
    /// 1 to 500 characters.
    public var text: String

    /// An image.
    public var image: Image?

    /// Its place in the list, from 1.
    ///
    /// 1 to 100.
    public var position: Int

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(text: String, position: Int, image: Image? = nil) {
        self.text = text
        self.image = image
        self.position = position
    }

    private static let keys: [StaticString] = ["image", "position", "text"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.image = decoder.optional("image", &members, StructCodec(Image.self))
        self.position = try decoder.required("position", &members, IntegerCodec(1...100))
        self.text = try decoder.required("text", &members, TextCodec(1...500))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image", image)
        writer.member("position", position)
        writer.member("text", text)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
