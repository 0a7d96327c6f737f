// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Announces a turn.
///
/// Since RPC 2.0.
public struct AlertManeuver: RPCRequest {
    /// The message that answers it.
    public typealias Response = AlertManeuverResponse

    /// The function.
    public static let functionID = FunctionID.alertManeuver

    /// What is spoken.
    ///
    /// 1 to 100 elements.
    public var ttsChunks: [TTSChunk]?

    /// The soft buttons.
    ///
    /// 0 to 3 elements.
    public var softButtons: [SoftButton]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(ttsChunks: [TTSChunk]? = nil, softButtons: [SoftButton]? = nil) {
        self.ttsChunks = ttsChunks
        self.softButtons = softButtons
    }

    private static let keys: [StaticString] = ["softButtons", "ttsChunks"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.softButtons = decoder.optional("softButtons", &members, ListCodec(StructCodec(SoftButton.self), 0...3))
        self.ttsChunks = decoder.optional("ttsChunks", &members, ListCodec(StructCodec(TTSChunk.self), 1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("softButtons", softButtons)
        writer.member("ttsChunks", ttsChunks)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 2.0.
public struct AlertManeuverResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.alertManeuver

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `IGNORED`, `DISALLOWED`, `UNSUPPORTED_REQUEST`,
    /// `UNSUPPORTED_RESOURCE`, `ABORTED`, `WARNINGS`.
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
