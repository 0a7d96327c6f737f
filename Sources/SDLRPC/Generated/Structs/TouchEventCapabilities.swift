// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The touches a screen tells.
///
/// Since RPC 3.0.
public struct TouchEventCapabilities: RPCStructure {
    /// Touches.
    public var pressAvailable: Bool

    /// Several at once.
    public var multiTouchAvailable: Bool

    /// Two in a row.
    public var doublePressAvailable: Bool

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(pressAvailable: Bool, multiTouchAvailable: Bool, doublePressAvailable: Bool) {
        self.pressAvailable = pressAvailable
        self.multiTouchAvailable = multiTouchAvailable
        self.doublePressAvailable = doublePressAvailable
    }

    private static let keys: [StaticString] = ["doublePressAvailable", "multiTouchAvailable", "pressAvailable"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.doublePressAvailable = try decoder.required("doublePressAvailable", &members, BooleanCodec())
        self.multiTouchAvailable = try decoder.required("multiTouchAvailable", &members, BooleanCodec())
        self.pressAvailable = try decoder.required("pressAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("doublePressAvailable", doublePressAvailable)
        writer.member("multiTouchAvailable", multiTouchAvailable)
        writer.member("pressAvailable", pressAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
