// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Brings data for the system, such as a policy update.
///
/// Since RPC 3.0.
public struct SystemRequest: RPCRequest {
    /// The message that answers it.
    public typealias Response = SystemRequestResponse

    /// The function.
    public static let functionID = FunctionID.systemRequest

    /// What it is about.
    public var requestType: RequestType

    /// More about that, known to the maker.
    ///
    /// 1 to 255 characters; since RPC 5.0.
    public var requestSubType: String?

    /// The name of the file in the bulk data.
    ///
    /// 1 to 255 characters.
    public var fileName: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(requestType: RequestType, requestSubType: String? = nil, fileName: String? = nil) {
        self.requestType = requestType
        self.requestSubType = requestSubType
        self.fileName = fileName
    }

    private static let keys: [StaticString] = ["fileName", "requestSubType", "requestType"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.fileName = decoder.optional("fileName", &members, TextCodec(1...255))
        self.requestSubType = decoder.optional("requestSubType", &members, TextCodec(1...255))
        self.requestType = try decoder.required("requestType", &members, EnumCodec(RequestType.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fileName", fileName)
        writer.member("requestSubType", requestSubType)
        writer.member("requestType", requestType)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 3.0.
public struct SystemRequestResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.systemRequest

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `INVALID_CERT`, `EXPIRED_CERT`,
    /// `UNSUPPORTED_REQUEST`, `UNSUPPORTED_RESOURCE`, `DISALLOWED`, `ABORTED`, `WARNINGS`, `TIMED_OUT`, `IGNORED`.
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
