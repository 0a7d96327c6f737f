// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What the navigation does for apps.
///
/// Since RPC 4.5.
public struct NavigationCapability: RPCStructure {
    /// Whether it takes locations (SendLocation).
    public var sendLocationEnabled: Bool?

    /// Whether it gives its waypoints (GetWayPoints and subscription).
    public var getWayPointsEnabled: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(sendLocationEnabled: Bool? = nil, getWayPointsEnabled: Bool? = nil) {
        self.sendLocationEnabled = sendLocationEnabled
        self.getWayPointsEnabled = getWayPointsEnabled
    }

    private static let keys: [StaticString] = ["getWayPointsEnabled", "sendLocationEnabled"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.getWayPointsEnabled = decoder.optional("getWayPointsEnabled", &members, BooleanCodec())
        self.sendLocationEnabled = decoder.optional("sendLocationEnabled", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("getWayPointsEnabled", getWayPointsEnabled)
        writer.member("sendLocationEnabled", sendLocationEnabled)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
