// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Whether something holds for a seat.
///
/// Since RPC 7.1.
public struct SeatStatus: RPCStructure {
    /// The seat.
    public var seatLocation: SeatLocation

    /// Whether it holds.
    public var conditionActive: Bool

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(seatLocation: SeatLocation, conditionActive: Bool) {
        self.seatLocation = seatLocation
        self.conditionActive = conditionActive
    }

    private static let keys: [StaticString] = ["conditionActive", "seatLocation"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.conditionActive = try decoder.required("conditionActive", &members, BooleanCodec())
        self.seatLocation = try decoder.required("seatLocation", &members, StructCodec(SeatLocation.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("conditionActive", conditionActive)
        writer.member("seatLocation", seatLocation)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
