// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What the keyboard on the screen can do.
///
/// Since RPC 7.1.
public struct KeyboardCapabilities: RPCStructure {
    /// Whether it can hide what is typed.
    public var maskInputCharactersSupported: Bool?

    /// The layouts it has.
    ///
    /// 1 to 1000 elements.
    public var supportedKeyboards: [KeyboardLayoutCapability]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(maskInputCharactersSupported: Bool? = nil, supportedKeyboards: [KeyboardLayoutCapability]? = nil) {
        self.maskInputCharactersSupported = maskInputCharactersSupported
        self.supportedKeyboards = supportedKeyboards
    }

    private static let keys: [StaticString] = ["maskInputCharactersSupported", "supportedKeyboards"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.maskInputCharactersSupported = decoder.optional("maskInputCharactersSupported", &members, BooleanCodec())
        self.supportedKeyboards = decoder.optional("supportedKeyboards", &members, ListCodec(StructCodec(KeyboardLayoutCapability.self), 1...1000))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("maskInputCharactersSupported", maskInputCharactersSupported)
        writer.member("supportedKeyboards", supportedKeyboards)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
