// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Stores a set of choices for later.
///
/// Since RPC 1.0.
public struct CreateInteractionChoiceSet: RPCRequest {
    /// The message that answers it.
    public typealias Response = CreateInteractionChoiceSetResponse

    /// The function.
    public static let functionID = FunctionID.createInteractionChoiceSet

    /// The app's number for the set.
    ///
    /// 0 to 2000000000.
    public var interactionChoiceSetID: Int

    /// The choices.
    ///
    /// 1 to 100 elements.
    public var choiceSet: [Choice]

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(interactionChoiceSetID: Int, choiceSet: [Choice]) {
        self.interactionChoiceSetID = interactionChoiceSetID
        self.choiceSet = choiceSet
    }

    private static let keys: [StaticString] = ["choiceSet", "interactionChoiceSetID"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.choiceSet = try decoder.required("choiceSet", &members, ListCodec(StructCodec(Choice.self), 1...100))
        self.interactionChoiceSetID = try decoder.required("interactionChoiceSetID", &members, IntegerCodec(0...2000000000))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("choiceSet", choiceSet)
        writer.member("interactionChoiceSetID", interactionChoiceSetID)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 1.0.
public struct CreateInteractionChoiceSetResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.createInteractionChoiceSet

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `INVALID_ID`, `DUPLICATE_NAME`,
    /// `UNSUPPORTED_RESOURCE`.
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
