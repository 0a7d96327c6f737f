// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Asks to be told no more.
///
/// Since RPC 4.1.
public struct UnsubscribeWayPoints: RPCRequest {
    /// The message that answers it.
    public typealias Response = UnsubscribeWayPointsResponse

    /// The function.
    public static let functionID = FunctionID.unsubscribeWayPoints

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init() {}

    private static let keys: [StaticString] = []

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard let members = cursor.members() else { throw decoder.notAnObject(cursor) }
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 4.1.
public struct UnsubscribeWayPointsResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.unsubscribeWayPoints

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `GENERIC_ERROR`, `REJECTED`, `UNSUPPORTED_RESOURCE`, `IGNORED`,
    /// `DISALLOWED`.
    public var resultCode: ResultCode

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// Named by the spec, never sent.
    ///
    /// 1 to 10 elements.
    public var wayPoints: [LocationDetails]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(success: Bool, resultCode: ResultCode, info: String? = nil, wayPoints: [LocationDetails]? = nil) {
        self.success = success
        self.resultCode = resultCode
        self.info = info
        self.wayPoints = wayPoints
    }

    private static let keys: [StaticString] = ["info", "resultCode", "success", "wayPoints"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.success = try decoder.required("success", &members, BooleanCodec())
        self.wayPoints = decoder.optional("wayPoints", &members, ListCodec(StructCodec(LocationDetails.self), 1...10))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("success", success)
        writer.member("wayPoints", wayPoints)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
