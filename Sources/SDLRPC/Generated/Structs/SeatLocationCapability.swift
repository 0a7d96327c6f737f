// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The map of the seats.
///
/// Since RPC 6.0.
public struct SeatLocationCapability: RPCStructure {
    /// How many rows there are.
    ///
    /// 1 to 100.
    public var rows: Int?

    /// How many columns there are.
    ///
    /// 1 to 100.
    public var columns: Int?

    /// How many levels there are.
    ///
    /// 1 to 100; default `1`.
    public var levels: Int?

    /// Where the seats are.
    public var seats: [SeatLocation]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(rows: Int? = nil, columns: Int? = nil, levels: Int? = nil, seats: [SeatLocation]? = nil) {
        self.rows = rows
        self.columns = columns
        self.levels = levels
        self.seats = seats
    }

    private static let keys: [StaticString] = ["columns", "levels", "rows", "seats"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.columns = decoder.optional("columns", &members, IntegerCodec(1...100))
        self.levels = decoder.optional("levels", &members, IntegerCodec(1...100))
        self.rows = decoder.optional("rows", &members, IntegerCodec(1...100))
        self.seats = decoder.optional("seats", &members, ListCodec(StructCodec(SeatLocation.self), 0...Int.max))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("columns", columns)
        writer.member("levels", levels)
        writer.member("rows", rows)
        writer.member("seats", seats)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
