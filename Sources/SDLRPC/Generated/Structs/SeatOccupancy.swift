// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Who sits where, and is belted.
///
/// Since RPC 7.1.
public struct SeatOccupancy: RPCStructure {
    /// Which seats are taken.
    ///
    /// 0 to 100 elements.
    public var seatsOccupied: [SeatStatus]?

    /// At which seats a belt is closed.
    ///
    /// 0 to 100 elements.
    public var seatsBelted: [SeatStatus]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(seatsOccupied: [SeatStatus]? = nil, seatsBelted: [SeatStatus]? = nil) {
        self.seatsOccupied = seatsOccupied
        self.seatsBelted = seatsBelted
    }

    private static let keys: [StaticString] = ["seatsBelted", "seatsOccupied"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.seatsBelted = decoder.optional("seatsBelted", &members, ListCodec(StructCodec(SeatStatus.self), 0...100))
        self.seatsOccupied = decoder.optional("seatsOccupied", &members, ListCodec(StructCodec(SeatStatus.self), 0...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("seatsBelted", seatsBelted)
        writer.member("seatsOccupied", seatsOccupied)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
