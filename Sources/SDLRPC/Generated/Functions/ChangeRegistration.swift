// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Changes languages and names of a registration.
///
/// Since RPC 2.0.
public struct ChangeRegistration: RPCRequest {
    /// The message that answers it.
    public typealias Response = ChangeRegistrationResponse

    /// The function.
    public static let functionID = FunctionID.changeRegistration

    /// The language of voice.
    public var language: Language

    /// The language of texts.
    public var hmiDisplayLanguage: Language

    /// The name shown.
    ///
    /// 1 to 100 characters; since RPC 3.0.
    public var appName: String?

    /// The name as it is spoken.
    ///
    /// 1 to 100 elements; since RPC 3.0.
    public var ttsName: [TTSChunk]?

    /// A short name for small displays.
    ///
    /// 1 to 100 characters; since RPC 3.0.
    public var ngnMediaScreenAppName: String?

    /// What the driver may say to start the app.
    ///
    /// 1 to 100 elements; each 1 to 40 characters; since RPC 3.0.
    public var vrSynonyms: [String]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        language: Language,
        hmiDisplayLanguage: Language,
        appName: String? = nil,
        ttsName: [TTSChunk]? = nil,
        ngnMediaScreenAppName: String? = nil,
        vrSynonyms: [String]? = nil
    ) {
        self.language = language
        self.hmiDisplayLanguage = hmiDisplayLanguage
        self.appName = appName
        self.ttsName = ttsName
        self.ngnMediaScreenAppName = ngnMediaScreenAppName
        self.vrSynonyms = vrSynonyms
    }

    private static let keys: [StaticString] = [
        "appName", "hmiDisplayLanguage", "language", "ngnMediaScreenAppName", "ttsName", "vrSynonyms",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.appName = decoder.optional("appName", &members, TextCodec(1...100))
        self.hmiDisplayLanguage = try decoder.required("hmiDisplayLanguage", &members, EnumCodec(Language.self))
        self.language = try decoder.required("language", &members, EnumCodec(Language.self))
        self.ngnMediaScreenAppName = decoder.optional("ngnMediaScreenAppName", &members, TextCodec(1...100))
        self.ttsName = decoder.optional("ttsName", &members, ListCodec(StructCodec(TTSChunk.self), 1...100))
        self.vrSynonyms = decoder.optional("vrSynonyms", &members, ListCodec(TextCodec(1...40), 1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("appName", appName)
        writer.member("hmiDisplayLanguage", hmiDisplayLanguage)
        writer.member("language", language)
        writer.member("ngnMediaScreenAppName", ngnMediaScreenAppName)
        writer.member("ttsName", ttsName)
        writer.member("vrSynonyms", vrSynonyms)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 2.0.
public struct ChangeRegistrationResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.changeRegistration

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `DISALLOWED`, `UNSUPPORTED_RESOURCE`.
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
