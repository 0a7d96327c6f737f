// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A colour.
///
/// Since RPC 5.0.
public struct RGBColor: RPCStructure {
    /// The red part.
    ///
    /// 0 to 255.
    public var red: Int

    /// The green part.
    ///
    /// 0 to 255.
    public var green: Int

    /// The blue part.
    ///
    /// 0 to 255.
    public var blue: Int

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    private static let keys: [StaticString] = ["blue", "green", "red"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.blue = try decoder.required("blue", &members, IntegerCodec(0...255))
        self.green = try decoder.required("green", &members, IntegerCodec(0...255))
        self.red = try decoder.required("red", &members, IntegerCodec(0...255))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("blue", blue)
        writer.member("green", green)
        writer.member("red", red)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
