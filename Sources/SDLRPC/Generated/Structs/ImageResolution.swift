// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A size in pixels.
///
/// Since RPC 3.0.
public struct ImageResolution: RPCStructure {
    /// The width.
    ///
    /// 1 to 10000.
    public var resolutionWidth: Int

    /// The height.
    ///
    /// 1 to 10000.
    public var resolutionHeight: Int

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(resolutionWidth: Int, resolutionHeight: Int) {
        self.resolutionWidth = resolutionWidth
        self.resolutionHeight = resolutionHeight
    }

    private static let keys: [StaticString] = ["resolutionHeight", "resolutionWidth"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.resolutionHeight = try decoder.required("resolutionHeight", &members, IntegerCodec(1...10000))
        self.resolutionWidth = try decoder.required("resolutionWidth", &members, IntegerCodec(1...10000))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("resolutionHeight", resolutionHeight)
        writer.member("resolutionWidth", resolutionWidth)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
