// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A box in the grid of seats; the driver's front left corner is the origin.
///
/// Since RPC 6.0.
public struct Grid: RPCStructure {
    /// The column, from the left.
    ///
    /// -1 to 100.
    public var col: Int

    /// The row, from the front.
    ///
    /// -1 to 100.
    public var row: Int

    /// The level, from below.
    ///
    /// -1 to 100; default `0`.
    public var level: Int?

    /// How many columns it spans.
    ///
    /// 1 to 100; default `1`.
    public var colspan: Int?

    /// How many rows it spans.
    ///
    /// 1 to 100; default `1`.
    public var rowspan: Int?

    /// How many levels it spans.
    ///
    /// 1 to 100; default `1`.
    public var levelspan: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        col: Int,
        row: Int,
        level: Int? = nil,
        colspan: Int? = nil,
        rowspan: Int? = nil,
        levelspan: Int? = nil
    ) {
        self.col = col
        self.row = row
        self.level = level
        self.colspan = colspan
        self.rowspan = rowspan
        self.levelspan = levelspan
    }

    private static let keys: [StaticString] = ["col", "colspan", "level", "levelspan", "row", "rowspan"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.col = try decoder.required("col", &members, IntegerCodec(-1...100))
        self.colspan = decoder.optional("colspan", &members, IntegerCodec(1...100))
        self.level = decoder.optional("level", &members, IntegerCodec(-1...100))
        self.levelspan = decoder.optional("levelspan", &members, IntegerCodec(1...100))
        self.row = try decoder.required("row", &members, IntegerCodec(-1...100))
        self.rowspan = decoder.optional("rowspan", &members, IntegerCodec(1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("col", col)
        writer.member("colspan", colspan)
        writer.member("level", level)
        writer.member("levelspan", levelspan)
        writer.member("row", row)
        writer.member("rowspan", rowspan)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
