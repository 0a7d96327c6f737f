// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A place for a text.
///
/// Since RPC 1.0.
public struct TextField: RPCStructure {
    /// The place.
    public var name: TextFieldName

    /// The characters it can show.
    public var characterSet: CharacterSet

    /// How many characters fit.
    ///
    /// 1 to 500.
    public var width: Int

    /// How many rows it has.
    ///
    /// 1 to 8.
    public var rows: Int

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(name: TextFieldName, characterSet: CharacterSet, width: Int, rows: Int) {
        self.name = name
        self.characterSet = characterSet
        self.width = width
        self.rows = rows
    }

    private static let keys: [StaticString] = ["characterSet", "name", "rows", "width"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.characterSet = try decoder.required("characterSet", &members, EnumCodec(CharacterSet.self))
        self.name = try decoder.required("name", &members, EnumCodec(TextFieldName.self))
        self.rows = try decoder.required("rows", &members, IntegerCodec(1...8))
        self.width = try decoder.required("width", &members, IntegerCodec(1...500))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("characterSet", characterSet)
        writer.member("name", name)
        writer.member("rows", rows)
        writer.member("width", width)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
