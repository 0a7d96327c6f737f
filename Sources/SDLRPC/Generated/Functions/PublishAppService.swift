// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Offers a service to the head unit and other apps.
///
/// Since RPC 5.1.
public struct PublishAppService: RPCRequest {
    /// The message that answers it.
    public typealias Response = PublishAppServiceResponse

    /// The function.
    public static let functionID = FunctionID.publishAppService

    /// How it describes itself.
    public var appServiceManifest: AppServiceManifest

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(appServiceManifest: AppServiceManifest) {
        self.appServiceManifest = appServiceManifest
    }

    private static let keys: [StaticString] = ["appServiceManifest"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.appServiceManifest = try decoder.required("appServiceManifest", &members, StructCodec(AppServiceManifest.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("appServiceManifest", appServiceManifest)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer, with what the head unit keeps of it.
///
/// Since RPC 5.1.
public struct PublishAppServiceResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.publishAppService

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `REJECTED`, `DISALLOWED`, `INVALID_DATA`, `OUT_OF_MEMORY`,
    /// `TOO_MANY_PENDING_REQUESTS`, `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`.
    public var resultCode: ResultCode

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// The service as it is published.
    public var appServiceRecord: AppServiceRecord?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(success: Bool, resultCode: ResultCode, info: String? = nil, appServiceRecord: AppServiceRecord? = nil) {
        self.success = success
        self.resultCode = resultCode
        self.info = info
        self.appServiceRecord = appServiceRecord
    }

    private static let keys: [StaticString] = ["appServiceRecord", "info", "resultCode", "success"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.appServiceRecord = decoder.optional("appServiceRecord", &members, StructCodec(AppServiceRecord.self))
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("appServiceRecord", appServiceRecord)
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
