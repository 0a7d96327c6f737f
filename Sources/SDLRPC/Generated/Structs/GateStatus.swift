// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of a trunk, hood or other gate.
///
/// Since RPC 7.1.
public struct GateStatus: RPCStructure {
    /// Where it is.
    public var location: Grid

    /// Its state.
    public var status: DoorStatusType

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(location: Grid, status: DoorStatusType) {
        self.location = location
        self.status = status
    }

    private static let keys: [StaticString] = ["location", "status"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.location = try decoder.required("location", &members, StructCodec(Grid.self))
        self.status = try decoder.required("status", &members, EnumCodec(DoorStatusType.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("location", location)
        writer.member("status", status)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
