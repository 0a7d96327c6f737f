// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Sets prompts, help, menu and keyboard of a window.
///
/// Since RPC 1.0.
public struct SetGlobalProperties: RPCRequest {
    /// The message that answers it.
    public typealias Response = SetGlobalPropertiesResponse

    /// The function.
    public static let functionID = FunctionID.setGlobalProperties

    /// Where the app's user sits.
    ///
    /// Since RPC 6.0.
    public var userLocation: SeatLocation?

    /// What is spoken as help.
    ///
    /// 1 to 100 elements; since RPC 1.0.
    public var helpPrompt: [TTSChunk]?

    /// What is spoken when the driver says nothing.
    ///
    /// 1 to 100 elements; since RPC 1.0.
    public var timeoutPrompt: [TTSChunk]?

    /// The title of the help for voice commands.
    ///
    /// 1 to 500 characters; since RPC 2.0.
    public var vrHelpTitle: String?

    /// The entries of that help.
    ///
    /// 1 to 100 elements; since RPC 2.0.
    public var vrHelp: [VrHelpItem]?

    /// The title of the app's menu.
    ///
    /// 1 to 500 characters; since RPC 3.0.
    public var menuTitle: String?

    /// The image of the app's menu.
    ///
    /// Since RPC 3.0.
    public var menuIcon: Image?

    /// How the keyboard shall be.
    ///
    /// Since RPC 3.0.
    public var keyboardProperties: KeyboardProperties?

    /// How the menu is shown.
    ///
    /// Since RPC 6.0.
    public var menuLayout: MenuLayout?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        userLocation: SeatLocation? = nil,
        helpPrompt: [TTSChunk]? = nil,
        timeoutPrompt: [TTSChunk]? = nil,
        vrHelpTitle: String? = nil,
        vrHelp: [VrHelpItem]? = nil,
        menuTitle: String? = nil,
        menuIcon: Image? = nil,
        keyboardProperties: KeyboardProperties? = nil,
        menuLayout: MenuLayout? = nil
    ) {
        self.userLocation = userLocation
        self.helpPrompt = helpPrompt
        self.timeoutPrompt = timeoutPrompt
        self.vrHelpTitle = vrHelpTitle
        self.vrHelp = vrHelp
        self.menuTitle = menuTitle
        self.menuIcon = menuIcon
        self.keyboardProperties = keyboardProperties
        self.menuLayout = menuLayout
    }

    private static let keys: [StaticString] = [
        "helpPrompt", "keyboardProperties", "menuIcon", "menuLayout", "menuTitle", "timeoutPrompt", "userLocation",
        "vrHelp", "vrHelpTitle",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.helpPrompt = decoder.optional("helpPrompt", &members, ListCodec(StructCodec(TTSChunk.self), 1...100))
        self.keyboardProperties = decoder.optional("keyboardProperties", &members, StructCodec(KeyboardProperties.self))
        self.menuIcon = decoder.optional("menuIcon", &members, StructCodec(Image.self))
        self.menuLayout = decoder.optional("menuLayout", &members, EnumCodec(MenuLayout.self))
        self.menuTitle = decoder.optional("menuTitle", &members, TextCodec(1...500))
        self.timeoutPrompt = decoder.optional("timeoutPrompt", &members, ListCodec(StructCodec(TTSChunk.self), 1...100))
        self.userLocation = decoder.optional("userLocation", &members, StructCodec(SeatLocation.self))
        self.vrHelp = decoder.optional("vrHelp", &members, ListCodec(StructCodec(VrHelpItem.self), 1...100))
        self.vrHelpTitle = decoder.optional("vrHelpTitle", &members, TextCodec(1...500))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("helpPrompt", helpPrompt)
        writer.member("keyboardProperties", keyboardProperties)
        writer.member("menuIcon", menuIcon)
        writer.member("menuLayout", menuLayout)
        writer.member("menuTitle", menuTitle)
        writer.member("timeoutPrompt", timeoutPrompt)
        writer.member("userLocation", userLocation)
        writer.member("vrHelp", vrHelp)
        writer.member("vrHelpTitle", vrHelpTitle)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 1.0.
public struct SetGlobalPropertiesResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.setGlobalProperties

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `UNSUPPORTED_RESOURCE`, `WARNINGS`, `DISALLOWED`.
    public var resultCode: ResultCode

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(success: Bool, resultCode: ResultCode, info: String? = nil) {
        self.success = success
        self.resultCode = resultCode
        self.info = info
    }

    private static let keys: [StaticString] = ["info", "resultCode", "success"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
