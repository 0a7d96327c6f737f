// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of the key that limits its driver.
///
/// Since RPC 2.0.
public struct MyKey: RPCStructure {
    /// Whether the emergency call may override it.
    public var e911Override: VehicleDataStatus

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(e911Override: VehicleDataStatus) {
        self.e911Override = e911Override
    }

    private static let keys: [StaticString] = ["e911Override"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.e911Override = try decoder.required("e911Override", &members, EnumCodec(VehicleDataStatus.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("e911Override", e911Override)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
