// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Asks for a capability, and to be told when it changes.
///
/// Since RPC 4.5.
public struct GetSystemCapability: RPCRequest {
    /// The message that answers it.
    public typealias Response = GetSystemCapabilityResponse

    /// The function.
    public static let functionID = FunctionID.getSystemCapability

    /// Which one.
    public var systemCapabilityType: SystemCapabilityType

    /// Whether to be told of changes; missing leaves it as it is.
    ///
    /// Since RPC 5.1.
    public var subscribe: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(systemCapabilityType: SystemCapabilityType, subscribe: Bool? = nil) {
        self.systemCapabilityType = systemCapabilityType
        self.subscribe = subscribe
    }

    private static let keys: [StaticString] = ["subscribe", "systemCapabilityType"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.subscribe = decoder.optional("subscribe", &members, BooleanCodec())
        self.systemCapabilityType = try decoder.required("systemCapabilityType", &members, EnumCodec(SystemCapabilityType.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("subscribe", subscribe)
        writer.member("systemCapabilityType", systemCapabilityType)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer, with the capability.
///
/// Since RPC 4.5.
public struct GetSystemCapabilityResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.getSystemCapability

    /// The capability.
    public var systemCapability: SystemCapability?

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `IGNORED`, `DISALLOWED`, `USER_DISALLOWED`,
    /// `UNSUPPORTED_RESOURCE`, `DATA_NOT_AVAILABLE`.
    public var resultCode: ResultCode

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// Whether the request was carried out.
    public var success: Bool

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(resultCode: ResultCode, success: Bool, systemCapability: SystemCapability? = nil, info: String? = nil) {
        self.systemCapability = systemCapability
        self.resultCode = resultCode
        self.info = info
        self.success = success
    }

    private static let keys: [StaticString] = ["info", "resultCode", "success", "systemCapability"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.success = try decoder.required("success", &members, BooleanCodec())
        self.systemCapability = decoder.optional("systemCapability", &members, StructCodec(SystemCapability.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("success", success)
        writer.member("systemCapability", systemCapability)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
