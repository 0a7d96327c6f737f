// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A service with what happened to it.
///
/// Since RPC 5.1.
public struct AppServiceCapability: RPCStructure {
    /// What happened; missing in full lists.
    public var updateReason: ServiceUpdateReason?

    /// The service.
    public var updatedAppServiceRecord: AppServiceRecord

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(updatedAppServiceRecord: AppServiceRecord, updateReason: ServiceUpdateReason? = nil) {
        self.updateReason = updateReason
        self.updatedAppServiceRecord = updatedAppServiceRecord
    }

    private static let keys: [StaticString] = ["updateReason", "updatedAppServiceRecord"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.updateReason = decoder.optional("updateReason", &members, EnumCodec(ServiceUpdateReason.self))
        self.updatedAppServiceRecord = try decoder.required("updatedAppServiceRecord", &members, StructCodec(AppServiceRecord.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("updateReason", updateReason)
        writer.member("updatedAppServiceRecord", updatedAppServiceRecord)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
