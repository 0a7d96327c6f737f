// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Tells that the waypoints changed.
///
/// Since RPC 4.1.
public struct OnWayPointChange: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onWayPointChange

    /// The destination first, then the stops in the order of the route.
    ///
    /// 1 to 10 elements.
    public var wayPoints: [LocationDetails]

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(wayPoints: [LocationDetails]) {
        self.wayPoints = wayPoints
    }

    private static let keys: [StaticString] = ["wayPoints"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.wayPoints = try decoder.required("wayPoints", &members, ListCodec(StructCodec(LocationDetails.self), 1...10))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("wayPoints", wayPoints)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
