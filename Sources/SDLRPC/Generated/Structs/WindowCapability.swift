// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What a window can show.
///
/// Since RPC 6.0.
public struct WindowCapability: RPCStructure {
    /// The window; the main window if missing.
    public var windowID: Int?

    /// The texts it can show.
    ///
    /// 1 to 100 elements.
    public var textFields: [TextField]?

    /// The images it can show.
    ///
    /// 1 to 100 elements.
    public var imageFields: [ImageField]?

    /// Where its images may come from.
    ///
    /// 0 to 1000 elements.
    public var imageTypeSupported: [ImageType]?

    /// The layouts it knows.
    ///
    /// 0 to 100 elements; each 1 to 100 characters.
    public var templatesAvailable: [String]?

    /// How many presets it can show.
    ///
    /// 1 to 100.
    public var numCustomPresetsAvailable: Int?

    /// The hard buttons it has.
    ///
    /// 1 to 100 elements.
    public var buttonCapabilities: [ButtonCapabilities]?

    /// What its soft buttons can do.
    ///
    /// 1 to 100 elements.
    public var softButtonCapabilities: [SoftButtonCapabilities]?

    /// The ways it can show menus.
    ///
    /// 1 to 1000 elements; since RPC 6.0.
    public var menuLayoutsAvailable: [MenuLayout]?

    /// What it asks for only when it is needed.
    ///
    /// Since RPC 7.0.
    public var dynamicUpdateCapabilities: DynamicUpdateCapabilities?

    /// What its keyboard can do.
    ///
    /// Since RPC 7.1.
    public var keyboardCapabilities: KeyboardCapabilities?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        windowID: Int? = nil,
        textFields: [TextField]? = nil,
        imageFields: [ImageField]? = nil,
        imageTypeSupported: [ImageType]? = nil,
        templatesAvailable: [String]? = nil,
        numCustomPresetsAvailable: Int? = nil,
        buttonCapabilities: [ButtonCapabilities]? = nil,
        softButtonCapabilities: [SoftButtonCapabilities]? = nil,
        menuLayoutsAvailable: [MenuLayout]? = nil,
        dynamicUpdateCapabilities: DynamicUpdateCapabilities? = nil,
        keyboardCapabilities: KeyboardCapabilities? = nil
    ) {
        self.windowID = windowID
        self.textFields = textFields
        self.imageFields = imageFields
        self.imageTypeSupported = imageTypeSupported
        self.templatesAvailable = templatesAvailable
        self.numCustomPresetsAvailable = numCustomPresetsAvailable
        self.buttonCapabilities = buttonCapabilities
        self.softButtonCapabilities = softButtonCapabilities
        self.menuLayoutsAvailable = menuLayoutsAvailable
        self.dynamicUpdateCapabilities = dynamicUpdateCapabilities
        self.keyboardCapabilities = keyboardCapabilities
    }

    private static let keys: [StaticString] = [
        "buttonCapabilities", "dynamicUpdateCapabilities", "imageFields", "imageTypeSupported", "keyboardCapabilities",
        "menuLayoutsAvailable", "numCustomPresetsAvailable", "softButtonCapabilities", "templatesAvailable",
        "textFields", "windowID",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.buttonCapabilities = decoder.optional("buttonCapabilities", &members, ListCodec(StructCodec(ButtonCapabilities.self), 1...100))
        self.dynamicUpdateCapabilities = decoder.optional("dynamicUpdateCapabilities", &members, StructCodec(DynamicUpdateCapabilities.self))
        self.imageFields = decoder.optional("imageFields", &members, ListCodec(StructCodec(ImageField.self), 1...100))
        self.imageTypeSupported = decoder.optional("imageTypeSupported", &members, ListCodec(EnumCodec(ImageType.self), 0...1000))
        self.keyboardCapabilities = decoder.optional("keyboardCapabilities", &members, StructCodec(KeyboardCapabilities.self))
        self.menuLayoutsAvailable = decoder.optional("menuLayoutsAvailable", &members, ListCodec(EnumCodec(MenuLayout.self), 1...1000))
        self.numCustomPresetsAvailable = decoder.optional("numCustomPresetsAvailable", &members, IntegerCodec(1...100))
        self.softButtonCapabilities = decoder.optional("softButtonCapabilities", &members, ListCodec(StructCodec(SoftButtonCapabilities.self), 1...100))
        self.templatesAvailable = decoder.optional("templatesAvailable", &members, ListCodec(TextCodec(1...100), 0...100))
        self.textFields = decoder.optional("textFields", &members, ListCodec(StructCodec(TextField.self), 1...100))
        self.windowID = decoder.optional("windowID", &members, IntegerCodec(Int64.min...2147483647))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("buttonCapabilities", buttonCapabilities)
        writer.member("dynamicUpdateCapabilities", dynamicUpdateCapabilities)
        writer.member("imageFields", imageFields)
        writer.member("imageTypeSupported", imageTypeSupported)
        writer.member("keyboardCapabilities", keyboardCapabilities)
        writer.member("menuLayoutsAvailable", menuLayoutsAvailable)
        writer.member("numCustomPresetsAvailable", numCustomPresetsAvailable)
        writer.member("softButtonCapabilities", softButtonCapabilities)
        writer.member("templatesAvailable", templatesAvailable)
        writer.member("textFields", textFields)
        writer.member("windowID", windowID)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
