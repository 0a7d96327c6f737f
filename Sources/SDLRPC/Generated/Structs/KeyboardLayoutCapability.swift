// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A layout of the keyboard.
///
/// Since RPC 7.1.
public struct KeyboardLayoutCapability: RPCStructure {
    /// The layout.
    public var keyboardLayout: KeyboardLayout

    /// How many keys an app may choose.
    ///
    /// 0 to 10.
    public var numConfigurableKeys: Int

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(keyboardLayout: KeyboardLayout, numConfigurableKeys: Int) {
        self.keyboardLayout = keyboardLayout
        self.numConfigurableKeys = numConfigurableKeys
    }

    private static let keys: [StaticString] = ["keyboardLayout", "numConfigurableKeys"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.keyboardLayout = try decoder.required("keyboardLayout", &members, EnumCodec(KeyboardLayout.self))
        self.numConfigurableKeys = try decoder.required("numConfigurableKeys", &members, IntegerCodec(0...10))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("keyboardLayout", keyboardLayout)
        writer.member("numConfigurableKeys", numConfigurableKeys)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
