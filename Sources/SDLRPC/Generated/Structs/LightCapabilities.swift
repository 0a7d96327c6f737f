// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What of a light apps may control.
///
/// Since RPC 5.0.
public struct LightCapabilities: RPCStructure {
    /// The light.
    public var name: LightName

    /// On and off.
    public var statusAvailable: Bool?

    /// The brightness.
    public var densityAvailable: Bool?

    /// The colour.
    public var rgbColorSpaceAvailable: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        name: LightName,
        statusAvailable: Bool? = nil,
        densityAvailable: Bool? = nil,
        rgbColorSpaceAvailable: Bool? = nil
    ) {
        self.name = name
        self.statusAvailable = statusAvailable
        self.densityAvailable = densityAvailable
        self.rgbColorSpaceAvailable = rgbColorSpaceAvailable
    }

    private static let keys: [StaticString] = ["densityAvailable", "name", "rgbColorSpaceAvailable", "statusAvailable"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.densityAvailable = decoder.optional("densityAvailable", &members, BooleanCodec())
        self.name = try decoder.required("name", &members, EnumCodec(LightName.self))
        self.rgbColorSpaceAvailable = decoder.optional("rgbColorSpaceAvailable", &members, BooleanCodec())
        self.statusAvailable = decoder.optional("statusAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("densityAvailable", densityAvailable)
        writer.member("name", name)
        writer.member("rgbColorSpaceAvailable", rgbColorSpaceAvailable)
        writer.member("statusAvailable", statusAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
