// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What the only display of an older head unit can show.
///
/// Since RPC 1.0; deprecated since RPC 6.0.
public struct DisplayCapabilities: RPCStructure {
    /// The kind of display.
    ///
    /// Since RPC 1.0; deprecated since RPC 5.0.
    public var displayType: DisplayType

    /// The name of the display.
    ///
    /// At least 1 characters; since RPC 5.0.
    public var displayName: String?

    /// The texts it can show.
    ///
    /// 1 to 100 elements.
    public var textFields: [TextField]

    /// The images it can show.
    ///
    /// 1 to 100 elements.
    public var imageFields: [ImageField]?

    /// How it can show the media clock.
    ///
    /// 0 to 100 elements.
    public var mediaClockFormats: [MediaClockFormat]

    /// Whether it shows images at all.
    ///
    /// Since RPC 2.0.
    public var graphicSupported: Bool

    /// The layouts it knows.
    ///
    /// 0 to 100 elements; each 1 to 100 characters; since RPC 3.0.
    public var templatesAvailable: [String]?

    /// The screen in pixels, and touches.
    ///
    /// Since RPC 3.0.
    public var screenParams: ScreenParams?

    /// How many presets it can show.
    ///
    /// 1 to 100; since RPC 3.0.
    public var numCustomPresetsAvailable: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        displayType: DisplayType,
        textFields: [TextField],
        mediaClockFormats: [MediaClockFormat],
        graphicSupported: Bool,
        displayName: String? = nil,
        imageFields: [ImageField]? = nil,
        templatesAvailable: [String]? = nil,
        screenParams: ScreenParams? = nil,
        numCustomPresetsAvailable: Int? = nil
    ) {
        self.displayType = displayType
        self.displayName = displayName
        self.textFields = textFields
        self.imageFields = imageFields
        self.mediaClockFormats = mediaClockFormats
        self.graphicSupported = graphicSupported
        self.templatesAvailable = templatesAvailable
        self.screenParams = screenParams
        self.numCustomPresetsAvailable = numCustomPresetsAvailable
    }

    private static let keys: [StaticString] = [
        "displayName", "displayType", "graphicSupported", "imageFields", "mediaClockFormats",
        "numCustomPresetsAvailable", "screenParams", "templatesAvailable", "textFields",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.displayName = decoder.optional("displayName", &members, TextCodec(1...Int.max))
        self.displayType = try decoder.required("displayType", &members, EnumCodec(DisplayType.self))
        self.graphicSupported = try decoder.required("graphicSupported", &members, BooleanCodec())
        self.imageFields = decoder.optional("imageFields", &members, ListCodec(StructCodec(ImageField.self), 1...100))
        self.mediaClockFormats = try decoder.required("mediaClockFormats", &members, ListCodec(EnumCodec(MediaClockFormat.self), 0...100))
        self.numCustomPresetsAvailable = decoder.optional("numCustomPresetsAvailable", &members, IntegerCodec(1...100))
        self.screenParams = decoder.optional("screenParams", &members, StructCodec(ScreenParams.self))
        self.templatesAvailable = decoder.optional("templatesAvailable", &members, ListCodec(TextCodec(1...100), 0...100))
        self.textFields = try decoder.required("textFields", &members, ListCodec(StructCodec(TextField.self), 1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("displayName", displayName)
        writer.member("displayType", displayType)
        writer.member("graphicSupported", graphicSupported)
        writer.member("imageFields", imageFields)
        writer.member("mediaClockFormats", mediaClockFormats)
        writer.member("numCustomPresetsAvailable", numCustomPresetsAvailable)
        writer.member("screenParams", screenParams)
        writer.member("templatesAvailable", templatesAvailable)
        writer.member("textFields", textFields)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
