// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What of the lights apps may control.
///
/// Since RPC 5.0.
public struct LightControlCapabilities: RPCStructure {
    /// A short name of the module, for people.
    ///
    /// 1 to 100 characters.
    public var moduleName: String

    /// Which of several modules this is.
    ///
    /// Since RPC 6.0.
    public var moduleInfo: ModuleInfo?

    /// The lights.
    ///
    /// 1 to 100 elements.
    public var supportedLights: [LightCapabilities]

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(moduleName: String, supportedLights: [LightCapabilities], moduleInfo: ModuleInfo? = nil) {
        self.moduleName = moduleName
        self.moduleInfo = moduleInfo
        self.supportedLights = supportedLights
    }

    private static let keys: [StaticString] = ["moduleInfo", "moduleName", "supportedLights"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.moduleInfo = decoder.optional("moduleInfo", &members, StructCodec(ModuleInfo.self))
        self.moduleName = try decoder.required("moduleName", &members, TextCodec(1...100))
        self.supportedLights = try decoder.required("supportedLights", &members, ListCodec(StructCodec(LightCapabilities.self), 1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("moduleInfo", moduleInfo)
        writer.member("moduleName", moduleName)
        writer.member("supportedLights", supportedLights)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
