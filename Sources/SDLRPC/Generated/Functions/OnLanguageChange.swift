// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Tells that the head unit speaks another language now.
///
/// Since RPC 2.0.
public struct OnLanguageChange: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onLanguageChange

    /// The language of voice.
    public var language: Language

    /// The language of texts.
    public var hmiDisplayLanguage: Language

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(language: Language, hmiDisplayLanguage: Language) {
        self.language = language
        self.hmiDisplayLanguage = hmiDisplayLanguage
    }

    private static let keys: [StaticString] = ["hmiDisplayLanguage", "language"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.hmiDisplayLanguage = try decoder.required("hmiDisplayLanguage", &members, EnumCodec(Language.self))
        self.language = try decoder.required("language", &members, EnumCodec(Language.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("hmiDisplayLanguage", hmiDisplayLanguage)
        writer.member("language", language)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
