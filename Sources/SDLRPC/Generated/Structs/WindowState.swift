// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// How far a vehicle's window is open.
///
/// Since RPC 7.0.
public struct WindowState: RPCStructure {
    /// The position in percent, 100 being open.
    ///
    /// 0 to 100.
    public var approximatePosition: Int

    /// By how much the position may be wrong, in percent.
    ///
    /// 0 to 100.
    public var deviation: Int

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(approximatePosition: Int, deviation: Int) {
        self.approximatePosition = approximatePosition
        self.deviation = deviation
    }

    private static let keys: [StaticString] = ["approximatePosition", "deviation"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.approximatePosition = try decoder.required("approximatePosition", &members, IntegerCodec(0...100))
        self.deviation = try decoder.required("deviation", &members, IntegerCodec(0...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("approximatePosition", approximatePosition)
        writer.member("deviation", deviation)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
