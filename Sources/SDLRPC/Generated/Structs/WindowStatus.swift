// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of a vehicle's window.
///
/// Since RPC 7.0.
public struct WindowStatus: RPCStructure {
    /// Where it is.
    public var location: Grid

    /// How far it is open.
    public var state: WindowState

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(location: Grid, state: WindowState) {
        self.location = location
        self.state = state
    }

    private static let keys: [StaticString] = ["location", "state"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.location = try decoder.required("location", &members, StructCodec(Grid.self))
        self.state = try decoder.required("state", &members, StructCodec(WindowState.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("location", location)
        writer.member("state", state)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
