// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What of the HMI's settings apps may control.
///
/// Since RPC 5.0.
public struct HMISettingsControlCapabilities: RPCStructure {
    /// A short name of the module, for people.
    ///
    /// 1 to 100 characters.
    public var moduleName: String

    /// Which of several modules this is.
    ///
    /// Since RPC 6.0.
    public var moduleInfo: ModuleInfo?

    /// The unit of distance.
    public var distanceUnitAvailable: Bool?

    /// The unit of temperature.
    public var temperatureUnitAvailable: Bool?

    /// Day and night mode.
    public var displayModeUnitAvailable: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        moduleName: String,
        moduleInfo: ModuleInfo? = nil,
        distanceUnitAvailable: Bool? = nil,
        temperatureUnitAvailable: Bool? = nil,
        displayModeUnitAvailable: Bool? = nil
    ) {
        self.moduleName = moduleName
        self.moduleInfo = moduleInfo
        self.distanceUnitAvailable = distanceUnitAvailable
        self.temperatureUnitAvailable = temperatureUnitAvailable
        self.displayModeUnitAvailable = displayModeUnitAvailable
    }

    private static let keys: [StaticString] = [
        "displayModeUnitAvailable", "distanceUnitAvailable", "moduleInfo", "moduleName", "temperatureUnitAvailable",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.displayModeUnitAvailable = decoder.optional("displayModeUnitAvailable", &members, BooleanCodec())
        self.distanceUnitAvailable = decoder.optional("distanceUnitAvailable", &members, BooleanCodec())
        self.moduleInfo = decoder.optional("moduleInfo", &members, StructCodec(ModuleInfo.self))
        self.moduleName = try decoder.required("moduleName", &members, TextCodec(1...100))
        self.temperatureUnitAvailable = decoder.optional("temperatureUnitAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("displayModeUnitAvailable", displayModeUnitAvailable)
        writer.member("distanceUnitAvailable", distanceUnitAvailable)
        writer.member("moduleInfo", moduleInfo)
        writer.member("moduleName", moduleName)
        writer.member("temperatureUnitAvailable", temperatureUnitAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
