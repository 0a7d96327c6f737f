// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Asks the active service of a type for its data.
///
/// Since RPC 5.1.
public struct GetAppServiceData: RPCRequest {
    /// The message that answers it.
    public typealias Response = GetAppServiceDataResponse

    /// The function.
    public static let functionID = FunctionID.getAppServiceData

    /// The type.
    ///
    /// At least 1 characters.
    public var serviceType: String

    /// Whether to be told of changes; missing leaves it as it is.
    public var subscribe: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(serviceType: String, subscribe: Bool? = nil) {
        self.serviceType = serviceType
        self.subscribe = subscribe
    }

    private static let keys: [StaticString] = ["serviceType", "subscribe"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.serviceType = try decoder.required("serviceType", &members, TextCodec(1...Int.max))
        self.subscribe = decoder.optional("subscribe", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("serviceType", serviceType)
        writer.member("subscribe", subscribe)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer, with the data.
///
/// Since RPC 5.1.
public struct GetAppServiceDataResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.getAppServiceData

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

    /// The data.
    public var serviceData: AppServiceData?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(success: Bool, resultCode: ResultCode, info: String? = nil, serviceData: AppServiceData? = nil) {
        self.success = success
        self.resultCode = resultCode
        self.info = info
        self.serviceData = serviceData
    }

    private static let keys: [StaticString] = ["info", "resultCode", "serviceData", "success"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.serviceData = decoder.optional("serviceData", &members, StructCodec(AppServiceData.self))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("serviceData", serviceData)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
