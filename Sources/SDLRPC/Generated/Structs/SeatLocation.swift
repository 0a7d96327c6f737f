// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A place among the seats.
///
/// Since RPC 6.0.
public struct SeatLocation: RPCStructure {
    /// The box in the grid of seats.
    public var grid: Grid?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(grid: Grid? = nil) {
        self.grid = grid
    }

    private static let keys: [StaticString] = ["grid"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.grid = decoder.optional("grid", &members, StructCodec(Grid.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("grid", grid)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
