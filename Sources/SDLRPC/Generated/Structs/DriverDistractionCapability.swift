// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Limits of menus while driving.
///
/// Since RPC 7.0.
public struct DriverDistractionCapability: RPCStructure {
    /// How many entries are shown.
    public var menuLength: Int?

    /// How deep menus may nest.
    ///
    /// At least 1.
    public var subMenuDepth: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(menuLength: Int? = nil, subMenuDepth: Int? = nil) {
        self.menuLength = menuLength
        self.subMenuDepth = subMenuDepth
    }

    private static let keys: [StaticString] = ["menuLength", "subMenuDepth"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.menuLength = decoder.optional("menuLength", &members, IntegerCodec(Int64.min...2147483647))
        self.subMenuDepth = decoder.optional("subMenuDepth", &members, IntegerCodec(1...4294967295))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("menuLength", menuLength)
        writer.member("subMenuDepth", subMenuDepth)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
