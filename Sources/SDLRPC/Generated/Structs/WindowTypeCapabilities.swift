// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// How many windows of a kind there may be.
///
/// Since RPC 6.0.
public struct WindowTypeCapabilities: RPCStructure {
    /// The kind.
    public var type: WindowType

    /// The number.
    public var maximumNumberOfWindows: Int

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(type: WindowType, maximumNumberOfWindows: Int) {
        self.type = type
        self.maximumNumberOfWindows = maximumNumberOfWindows
    }

    private static let keys: [StaticString] = ["maximumNumberOfWindows", "type"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.maximumNumberOfWindows = try decoder.required("maximumNumberOfWindows", &members, IntegerCodec(Int64.min...2147483647))
        self.type = try decoder.required("type", &members, EnumCodec(WindowType.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("maximumNumberOfWindows", maximumNumberOfWindows)
        writer.member("type", type)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
