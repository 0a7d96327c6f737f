// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What a hard button can do.
///
/// Since RPC 1.0.
public struct ButtonCapabilities: RPCStructure {
    /// The button.
    public var name: ButtonName

    /// Which of several modules this is.
    ///
    /// Since RPC 6.0.
    public var moduleInfo: ModuleInfo?

    /// Whether short presses are told.
    public var shortPressAvailable: Bool

    /// Whether long presses are told.
    public var longPressAvailable: Bool

    /// Whether pressing and releasing are told apart.
    public var upDownAvailable: Bool

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        name: ButtonName,
        shortPressAvailable: Bool,
        longPressAvailable: Bool,
        upDownAvailable: Bool,
        moduleInfo: ModuleInfo? = nil
    ) {
        self.name = name
        self.moduleInfo = moduleInfo
        self.shortPressAvailable = shortPressAvailable
        self.longPressAvailable = longPressAvailable
        self.upDownAvailable = upDownAvailable
    }

    private static let keys: [StaticString] = [
        "longPressAvailable", "moduleInfo", "name", "shortPressAvailable", "upDownAvailable",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.longPressAvailable = try decoder.required("longPressAvailable", &members, BooleanCodec())
        self.moduleInfo = decoder.optional("moduleInfo", &members, StructCodec(ModuleInfo.self))
        self.name = try decoder.required("name", &members, EnumCodec(ButtonName.self))
        self.shortPressAvailable = try decoder.required("shortPressAvailable", &members, BooleanCodec())
        self.upDownAvailable = try decoder.required("upDownAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("longPressAvailable", longPressAvailable)
        writer.member("moduleInfo", moduleInfo)
        writer.member("name", name)
        writer.member("shortPressAvailable", shortPressAvailable)
        writer.member("upDownAvailable", upDownAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
