// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A version of the RPC spec.
///
/// Since RPC 1.0.
public struct SyncMsgVersion: RPCStructure {
    /// The first number.
    ///
    /// 1 to 10.
    public var majorVersion: Int

    /// The second number.
    ///
    /// 0 to 1000.
    public var minorVersion: Int

    /// The third number.
    ///
    /// 0 to 1000; since RPC 4.3.
    public var patchVersion: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(majorVersion: Int, minorVersion: Int, patchVersion: Int? = nil) {
        self.majorVersion = majorVersion
        self.minorVersion = minorVersion
        self.patchVersion = patchVersion
    }

    private static let keys: [StaticString] = ["majorVersion", "minorVersion", "patchVersion"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.majorVersion = try decoder.required("majorVersion", &members, IntegerCodec(1...10))
        self.minorVersion = try decoder.required("minorVersion", &members, IntegerCodec(0...1000))
        self.patchVersion = decoder.optional("patchVersion", &members, IntegerCodec(0...1000))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("majorVersion", majorVersion)
        writer.member("minorVersion", minorVersion)
        writer.member("patchVersion", patchVersion)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
