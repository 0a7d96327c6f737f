// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// How a subscription to one kind of vehicle data went.
///
/// Since RPC 2.0.
public struct VehicleDataResult: RPCStructure {
    /// The kind; missing for a maker's own data.
    public var dataType: VehicleDataType

    /// How it went.
    public var resultCode: VehicleDataResultCode

    /// The kind, for a maker's own data.
    ///
    /// At least 1 characters; since RPC 6.0.
    public var oemCustomDataType: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(dataType: VehicleDataType, resultCode: VehicleDataResultCode, oemCustomDataType: String? = nil) {
        self.dataType = dataType
        self.resultCode = resultCode
        self.oemCustomDataType = oemCustomDataType
    }

    private static let keys: [StaticString] = ["dataType", "oemCustomDataType", "resultCode"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.dataType = try decoder.required("dataType", &members, EnumCodec(VehicleDataType.self))
        self.oemCustomDataType = decoder.optional("oemCustomDataType", &members, TextCodec(1...Int.max))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(VehicleDataResultCode.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("dataType", dataType)
        writer.member("oemCustomDataType", oemCustomDataType)
        writer.member("resultCode", resultCode)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
