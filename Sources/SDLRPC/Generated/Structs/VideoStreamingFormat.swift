// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A format of video.
///
/// Since RPC 4.5.
public struct VideoStreamingFormat: RPCStructure {
    /// How it is wrapped.
    public var `protocol`: VideoStreamingProtocol

    /// How it is coded.
    public var codec: VideoStreamingCodec

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(`protocol`: VideoStreamingProtocol, codec: VideoStreamingCodec) {
        self.`protocol` = `protocol`
        self.codec = codec
    }

    private static let keys: [StaticString] = ["codec", "protocol"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.codec = try decoder.required("codec", &members, EnumCodec(VideoStreamingCodec.self))
        self.`protocol` = try decoder.required("protocol", &members, EnumCodec(VideoStreamingProtocol.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("codec", codec)
        writer.member("protocol", `protocol`)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
