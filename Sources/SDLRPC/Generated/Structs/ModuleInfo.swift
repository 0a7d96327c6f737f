// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Which of several modules of a kind this is.
///
/// Since RPC 6.0.
public struct ModuleInfo: RPCStructure {
    /// Its id.
    ///
    /// 1 to 100 characters.
    public var moduleId: String

    /// Where it is.
    public var location: Grid?

    /// Where it works.
    public var serviceArea: Grid?

    /// Whether several apps may use it at once.
    ///
    /// Default `true`.
    public var allowMultipleAccess: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(moduleId: String, location: Grid? = nil, serviceArea: Grid? = nil, allowMultipleAccess: Bool? = nil) {
        self.moduleId = moduleId
        self.location = location
        self.serviceArea = serviceArea
        self.allowMultipleAccess = allowMultipleAccess
    }

    private static let keys: [StaticString] = ["allowMultipleAccess", "location", "moduleId", "serviceArea"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.allowMultipleAccess = decoder.optional("allowMultipleAccess", &members, BooleanCodec())
        self.location = decoder.optional("location", &members, StructCodec(Grid.self))
        self.moduleId = try decoder.required("moduleId", &members, TextCodec(1...100))
        self.serviceArea = decoder.optional("serviceArea", &members, StructCodec(Grid.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("allowMultipleAccess", allowMultipleAccess)
        writer.member("location", location)
        writer.member("moduleId", moduleId)
        writer.member("serviceArea", serviceArea)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
