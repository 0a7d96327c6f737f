// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A layout with its colours.
///
/// Since RPC 6.0.
public struct TemplateConfiguration: RPCStructure {
    /// The layout's name.
    ///
    /// 1 to 500 characters.
    public var template: String

    /// Colours by day.
    public var dayColorScheme: TemplateColorScheme?

    /// Colours by night.
    public var nightColorScheme: TemplateColorScheme?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        template: String,
        dayColorScheme: TemplateColorScheme? = nil,
        nightColorScheme: TemplateColorScheme? = nil
    ) {
        self.template = template
        self.dayColorScheme = dayColorScheme
        self.nightColorScheme = nightColorScheme
    }

    private static let keys: [StaticString] = ["dayColorScheme", "nightColorScheme", "template"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.dayColorScheme = decoder.optional("dayColorScheme", &members, StructCodec(TemplateColorScheme.self))
        self.nightColorScheme = decoder.optional("nightColorScheme", &members, StructCodec(TemplateColorScheme.self))
        self.template = try decoder.required("template", &members, TextCodec(1...500))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("dayColorScheme", dayColorScheme)
        writer.member("nightColorScheme", nightColorScheme)
        writer.member("template", template)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
