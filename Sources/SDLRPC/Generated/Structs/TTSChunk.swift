// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Something to be spoken.
///
/// Since RPC 1.0.
public struct TTSChunk: RPCStructure {
    /// The text, phonemes or name of a file.
    ///
    /// 0 to 500 characters.
    public var text: String

    /// Which of them.
    public var type: SpeechCapabilities

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(text: String, type: SpeechCapabilities) {
        self.text = text
        self.type = type
    }

    private static let keys: [StaticString] = ["text", "type"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.text = try decoder.required("text", &members, TextCodec(0...500))
        self.type = try decoder.required("type", &members, EnumCodec(SpeechCapabilities.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("text", text)
        writer.member("type", type)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
