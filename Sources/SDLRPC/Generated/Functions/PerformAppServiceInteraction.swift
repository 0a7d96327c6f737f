// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Asks a service to do something that only it understands.
///
/// Since RPC 5.1.
public struct PerformAppServiceInteraction: RPCRequest {
    /// The message that answers it.
    public typealias Response = PerformAppServiceInteractionResponse

    /// The function.
    public static let functionID = FunctionID.performAppServiceInteraction

    /// What to do, as a URI that begins with the service's scheme.
    ///
    /// At least 1 characters.
    public var serviceUri: String

    /// The service.
    ///
    /// At least 1 characters.
    public var serviceID: String

    /// The id of the app that asks.
    ///
    /// At least 1 characters.
    public var originApp: String

    /// Whether the service shall become the active one.
    public var requestServiceActive: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(serviceUri: String, serviceID: String, originApp: String, requestServiceActive: Bool? = nil) {
        self.serviceUri = serviceUri
        self.serviceID = serviceID
        self.originApp = originApp
        self.requestServiceActive = requestServiceActive
    }

    private static let keys: [StaticString] = ["originApp", "requestServiceActive", "serviceID", "serviceUri"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.originApp = try decoder.required("originApp", &members, TextCodec(1...Int.max))
        self.requestServiceActive = decoder.optional("requestServiceActive", &members, BooleanCodec())
        self.serviceID = try decoder.required("serviceID", &members, TextCodec(1...Int.max))
        self.serviceUri = try decoder.required("serviceUri", &members, TextCodec(1...Int.max))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("originApp", originApp)
        writer.member("requestServiceActive", requestServiceActive)
        writer.member("serviceID", serviceID)
        writer.member("serviceUri", serviceUri)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 5.1.
public struct PerformAppServiceInteractionResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.performAppServiceInteraction

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    public var resultCode: ResultCode

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// What came of it, as only the service knows.
    ///
    /// At least 1 characters.
    public var serviceSpecificResult: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(success: Bool, resultCode: ResultCode, info: String? = nil, serviceSpecificResult: String? = nil) {
        self.success = success
        self.resultCode = resultCode
        self.info = info
        self.serviceSpecificResult = serviceSpecificResult
    }

    private static let keys: [StaticString] = ["info", "resultCode", "serviceSpecificResult", "success"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.serviceSpecificResult = decoder.optional("serviceSpecificResult", &members, TextCodec(1...Int.max))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("serviceSpecificResult", serviceSpecificResult)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
