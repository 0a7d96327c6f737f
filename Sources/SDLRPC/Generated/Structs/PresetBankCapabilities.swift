// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What the bank of presets can do.
///
/// Since RPC 2.0.
public struct PresetBankCapabilities: RPCStructure {
    /// Whether presets are shown on the screen.
    public var onScreenPresetsAvailable: Bool

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(onScreenPresetsAvailable: Bool) {
        self.onScreenPresetsAvailable = onScreenPresetsAvailable
    }

    private static let keys: [StaticString] = ["onScreenPresetsAvailable"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.onScreenPresetsAvailable = try decoder.required("onScreenPresetsAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("onScreenPresetsAvailable", onScreenPresetsAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
