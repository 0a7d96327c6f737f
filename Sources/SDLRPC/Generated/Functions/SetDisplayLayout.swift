// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Chooses a layout; newer head units take it with Show.
///
/// Since RPC 3.0; deprecated since RPC 6.0.
public struct SetDisplayLayout: RPCRequest {
    /// The message that answers it.
    public typealias Response = SetDisplayLayoutResponse

    /// The function.
    public static let functionID = FunctionID.setDisplayLayout

    /// The layout's name.
    ///
    /// 1 to 500 characters.
    public var displayLayout: String

    /// Colours by day.
    ///
    /// Since RPC 5.0.
    public var dayColorScheme: TemplateColorScheme?

    /// Colours by night.
    ///
    /// Since RPC 5.0.
    public var nightColorScheme: TemplateColorScheme?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        displayLayout: String,
        dayColorScheme: TemplateColorScheme? = nil,
        nightColorScheme: TemplateColorScheme? = nil
    ) {
        self.displayLayout = displayLayout
        self.dayColorScheme = dayColorScheme
        self.nightColorScheme = nightColorScheme
    }

    private static let keys: [StaticString] = ["dayColorScheme", "displayLayout", "nightColorScheme"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.dayColorScheme = decoder.optional("dayColorScheme", &members, StructCodec(TemplateColorScheme.self))
        self.displayLayout = try decoder.required("displayLayout", &members, TextCodec(1...500))
        self.nightColorScheme = decoder.optional("nightColorScheme", &members, StructCodec(TemplateColorScheme.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("dayColorScheme", dayColorScheme)
        writer.member("displayLayout", displayLayout)
        writer.member("nightColorScheme", nightColorScheme)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer, with what the layout can show.
///
/// Since RPC 3.0; deprecated since RPC 6.0.
public struct SetDisplayLayoutResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.setDisplayLayout

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `UNSUPPORTED_REQUEST`.
    public var resultCode: ResultCode

    /// The display.
    public var displayCapabilities: DisplayCapabilities?

    /// The hard buttons.
    ///
    /// 1 to 100 elements.
    public var buttonCapabilities: [ButtonCapabilities]?

    /// What soft buttons can do.
    ///
    /// 1 to 100 elements.
    public var softButtonCapabilities: [SoftButtonCapabilities]?

    /// What the bank of presets can do.
    public var presetBankCapabilities: PresetBankCapabilities?

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        success: Bool,
        resultCode: ResultCode,
        displayCapabilities: DisplayCapabilities? = nil,
        buttonCapabilities: [ButtonCapabilities]? = nil,
        softButtonCapabilities: [SoftButtonCapabilities]? = nil,
        presetBankCapabilities: PresetBankCapabilities? = nil,
        info: String? = nil
    ) {
        self.success = success
        self.resultCode = resultCode
        self.displayCapabilities = displayCapabilities
        self.buttonCapabilities = buttonCapabilities
        self.softButtonCapabilities = softButtonCapabilities
        self.presetBankCapabilities = presetBankCapabilities
        self.info = info
    }

    private static let keys: [StaticString] = [
        "buttonCapabilities", "displayCapabilities", "info", "presetBankCapabilities", "resultCode",
        "softButtonCapabilities", "success",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.buttonCapabilities = decoder.optional("buttonCapabilities", &members, ListCodec(StructCodec(ButtonCapabilities.self), 1...100))
        self.displayCapabilities = decoder.optional("displayCapabilities", &members, StructCodec(DisplayCapabilities.self))
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.presetBankCapabilities = decoder.optional("presetBankCapabilities", &members, StructCodec(PresetBankCapabilities.self))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.softButtonCapabilities = decoder.optional("softButtonCapabilities", &members, ListCodec(StructCodec(SoftButtonCapabilities.self), 1...100))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("buttonCapabilities", buttonCapabilities)
        writer.member("displayCapabilities", displayCapabilities)
        writer.member("info", info)
        writer.member("presetBankCapabilities", presetBankCapabilities)
        writer.member("resultCode", resultCode)
        writer.member("softButtonCapabilities", softButtonCapabilities)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
