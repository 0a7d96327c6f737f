// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A button on the screen.
///
/// Since RPC 2.0.
public struct SoftButton: RPCStructure {
    /// What it shows.
    public var type: SoftButtonType

    /// The text, if it shows one.
    ///
    /// 0 to 500 characters.
    public var text: String?

    /// The image, if it shows one.
    public var image: Image?

    /// Whether it stands out.
    ///
    /// Default `false`.
    public var isHighlighted: Bool?

    /// The app's number for it.
    ///
    /// 0 to 65535.
    public var softButtonID: Int

    /// What the head unit does when it is pressed.
    ///
    /// Default `DEFAULT_ACTION`.
    public var systemAction: SystemAction?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        type: SoftButtonType,
        softButtonID: Int,
        text: String? = nil,
        image: Image? = nil,
        isHighlighted: Bool? = nil,
        systemAction: SystemAction? = nil
    ) {
        self.type = type
        self.text = text
        self.image = image
        self.isHighlighted = isHighlighted
        self.softButtonID = softButtonID
        self.systemAction = systemAction
    }

    private static let keys: [StaticString] = ["image", "isHighlighted", "softButtonID", "systemAction", "text", "type"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.image = decoder.optional("image", &members, StructCodec(Image.self))
        self.isHighlighted = decoder.optional("isHighlighted", &members, BooleanCodec())
        self.softButtonID = try decoder.required("softButtonID", &members, IntegerCodec(0...65535))
        self.systemAction = decoder.optional("systemAction", &members, EnumCodec(SystemAction.self))
        self.text = decoder.optional("text", &members, TextCodec(0...500))
        self.type = try decoder.required("type", &members, EnumCodec(SoftButtonType.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image", image)
        writer.member("isHighlighted", isHighlighted)
        writer.member("softButtonID", softButtonID)
        writer.member("systemAction", systemAction)
        writer.member("text", text)
        writer.member("type", type)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
