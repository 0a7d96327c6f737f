// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Sets texts and images of a window.
///
/// Since RPC 1.0.
public struct Show: RPCRequest {
    /// The message that answers it.
    public typealias Response = ShowResponse

    /// The function.
    public static let functionID = FunctionID.show

    /// The first line.
    ///
    /// 0 to 500 characters; since RPC 1.0.
    public var mainField1: String?

    /// The second line.
    ///
    /// 0 to 500 characters; since RPC 1.0.
    public var mainField2: String?

    /// The third line.
    ///
    /// 0 to 500 characters; since RPC 2.0.
    public var mainField3: String?

    /// The fourth line.
    ///
    /// 0 to 500 characters; since RPC 2.0.
    public var mainField4: String?

    /// Where the lines begin.
    ///
    /// Since RPC 1.0.
    public var alignment: TextAlignment?

    /// The text of the status bar.
    ///
    /// 0 to 500 characters; since RPC 1.0.
    public var statusBar: String?

    /// The media clock; use SetMediaClockTimer.
    ///
    /// 0 to 500 characters; since RPC 1.0; deprecated since RPC 7.1.
    public var mediaClock: String?

    /// The track that plays.
    ///
    /// 0 to 500 characters; since RPC 1.0.
    public var mediaTrack: String?

    /// The first image.
    ///
    /// Since RPC 3.0.
    public var graphic: Image?

    /// The second image.
    ///
    /// Since RPC 3.0.
    public var secondaryGraphic: Image?

    /// The soft buttons.
    ///
    /// 0 to 8 elements; since RPC 2.0.
    public var softButtons: [SoftButton]?

    /// The texts of the presets.
    ///
    /// 0 to 10 elements; each 1 to 500 characters; since RPC 3.0.
    public var customPresets: [String]?

    /// What the lines mean.
    ///
    /// Since RPC 4.5.
    public var metadataTags: MetadataTags?

    /// The title.
    ///
    /// 0 to 100 characters; since RPC 6.0.
    public var templateTitle: String?

    /// The window; the main window if missing.
    ///
    /// Since RPC 6.0.
    public var windowID: Int?

    /// The layout.
    ///
    /// Since RPC 6.0.
    public var templateConfiguration: TemplateConfiguration?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        mainField1: String? = nil,
        mainField2: String? = nil,
        mainField3: String? = nil,
        mainField4: String? = nil,
        alignment: TextAlignment? = nil,
        statusBar: String? = nil,
        mediaClock: String? = nil,
        mediaTrack: String? = nil,
        graphic: Image? = nil,
        secondaryGraphic: Image? = nil,
        softButtons: [SoftButton]? = nil,
        customPresets: [String]? = nil,
        metadataTags: MetadataTags? = nil,
        templateTitle: String? = nil,
        windowID: Int? = nil,
        templateConfiguration: TemplateConfiguration? = nil
    ) {
        self.mainField1 = mainField1
        self.mainField2 = mainField2
        self.mainField3 = mainField3
        self.mainField4 = mainField4
        self.alignment = alignment
        self.statusBar = statusBar
        self.mediaClock = mediaClock
        self.mediaTrack = mediaTrack
        self.graphic = graphic
        self.secondaryGraphic = secondaryGraphic
        self.softButtons = softButtons
        self.customPresets = customPresets
        self.metadataTags = metadataTags
        self.templateTitle = templateTitle
        self.windowID = windowID
        self.templateConfiguration = templateConfiguration
    }

    private static let keys: [StaticString] = [
        "alignment", "customPresets", "graphic", "mainField1", "mainField2", "mainField3", "mainField4", "mediaClock",
        "mediaTrack", "metadataTags", "secondaryGraphic", "softButtons", "statusBar", "templateConfiguration",
        "templateTitle", "windowID",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.alignment = decoder.optional("alignment", &members, EnumCodec(TextAlignment.self))
        self.customPresets = decoder.optional("customPresets", &members, ListCodec(TextCodec(1...500), 0...10))
        self.graphic = decoder.optional("graphic", &members, StructCodec(Image.self))
        self.mainField1 = decoder.optional("mainField1", &members, TextCodec(0...500))
        self.mainField2 = decoder.optional("mainField2", &members, TextCodec(0...500))
        self.mainField3 = decoder.optional("mainField3", &members, TextCodec(0...500))
        self.mainField4 = decoder.optional("mainField4", &members, TextCodec(0...500))
        self.mediaClock = decoder.optional("mediaClock", &members, TextCodec(0...500))
        self.mediaTrack = decoder.optional("mediaTrack", &members, TextCodec(0...500))
        self.metadataTags = decoder.optional("metadataTags", &members, StructCodec(MetadataTags.self))
        self.secondaryGraphic = decoder.optional("secondaryGraphic", &members, StructCodec(Image.self))
        self.softButtons = decoder.optional("softButtons", &members, ListCodec(StructCodec(SoftButton.self), 0...8))
        self.statusBar = decoder.optional("statusBar", &members, TextCodec(0...500))
        self.templateConfiguration = decoder.optional("templateConfiguration", &members, StructCodec(TemplateConfiguration.self))
        self.templateTitle = decoder.optional("templateTitle", &members, TextCodec(0...100))
        self.windowID = decoder.optional("windowID", &members, IntegerCodec(Int64.min...2147483647))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("alignment", alignment)
        writer.member("customPresets", customPresets)
        writer.member("graphic", graphic)
        writer.member("mainField1", mainField1)
        writer.member("mainField2", mainField2)
        writer.member("mainField3", mainField3)
        writer.member("mainField4", mainField4)
        writer.member("mediaClock", mediaClock)
        writer.member("mediaTrack", mediaTrack)
        writer.member("metadataTags", metadataTags)
        writer.member("secondaryGraphic", secondaryGraphic)
        writer.member("softButtons", softButtons)
        writer.member("statusBar", statusBar)
        writer.member("templateConfiguration", templateConfiguration)
        writer.member("templateTitle", templateTitle)
        writer.member("windowID", windowID)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 1.0.
public struct ShowResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.show

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `DISALLOWED`, `UNSUPPORTED_RESOURCE`, `WARNINGS`,
    /// `ABORTED`.
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
