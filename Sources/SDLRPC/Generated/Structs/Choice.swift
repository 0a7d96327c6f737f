// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A choice to pick from.
///
/// Since RPC 1.0.
public struct Choice: RPCStructure {
    /// The app's number for it.
    ///
    /// 0 to 65535.
    public var choiceID: Int

    /// The text shown.
    ///
    /// 1 to 500 characters.
    public var menuName: String

    /// What the driver may say to pick it.
    ///
    /// 1 to 100 elements; each 1 to 99 characters; since RPC 1.0; in this form since RPC 5.0.
    public var vrCommands: [String]?

    /// An image shown with it.
    ///
    /// Since RPC 2.0.
    public var image: Image?

    /// A second line.
    ///
    /// 1 to 500 characters; since RPC 3.0.
    public var secondaryText: String?

    /// A third line.
    ///
    /// 1 to 500 characters; since RPC 3.0.
    public var tertiaryText: String?

    /// A second image.
    ///
    /// Since RPC 3.0.
    public var secondaryImage: Image?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        choiceID: Int,
        menuName: String,
        vrCommands: [String]? = nil,
        image: Image? = nil,
        secondaryText: String? = nil,
        tertiaryText: String? = nil,
        secondaryImage: Image? = nil
    ) {
        self.choiceID = choiceID
        self.menuName = menuName
        self.vrCommands = vrCommands
        self.image = image
        self.secondaryText = secondaryText
        self.tertiaryText = tertiaryText
        self.secondaryImage = secondaryImage
    }

    private static let keys: [StaticString] = [
        "choiceID", "image", "menuName", "secondaryImage", "secondaryText", "tertiaryText", "vrCommands",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.choiceID = try decoder.required("choiceID", &members, IntegerCodec(0...65535))
        self.image = decoder.optional("image", &members, StructCodec(Image.self))
        self.menuName = try decoder.required("menuName", &members, TextCodec(1...500))
        self.secondaryImage = decoder.optional("secondaryImage", &members, StructCodec(Image.self))
        self.secondaryText = decoder.optional("secondaryText", &members, TextCodec(1...500))
        self.tertiaryText = decoder.optional("tertiaryText", &members, TextCodec(1...500))
        self.vrCommands = decoder.optional("vrCommands", &members, ListCodec(TextCodec(1...99), 1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("choiceID", choiceID)
        writer.member("image", image)
        writer.member("menuName", menuName)
        writer.member("secondaryImage", secondaryImage)
        writer.member("secondaryText", secondaryText)
        writer.member("tertiaryText", tertiaryText)
        writer.member("vrCommands", vrCommands)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
