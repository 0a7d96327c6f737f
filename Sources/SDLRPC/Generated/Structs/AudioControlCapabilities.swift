// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What of an audio module apps may control.
///
/// Since RPC 5.0.
public struct AudioControlCapabilities: RPCStructure {
    /// A short name of the module, for people.
    ///
    /// 1 to 100 characters.
    public var moduleName: String

    /// Which of several modules this is.
    ///
    /// Since RPC 6.0.
    public var moduleInfo: ModuleInfo?

    /// The source.
    public var sourceAvailable: Bool?

    /// Whether the current app stays on the screen when the source changes.
    public var keepContextAvailable: Bool?

    /// The volume.
    public var volumeAvailable: Bool?

    /// The equalizer.
    public var equalizerAvailable: Bool?

    /// The number of the equalizer's last channel.
    ///
    /// 1 to 100.
    public var equalizerMaxChannelId: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        moduleName: String,
        moduleInfo: ModuleInfo? = nil,
        sourceAvailable: Bool? = nil,
        keepContextAvailable: Bool? = nil,
        volumeAvailable: Bool? = nil,
        equalizerAvailable: Bool? = nil,
        equalizerMaxChannelId: Int? = nil
    ) {
        self.moduleName = moduleName
        self.moduleInfo = moduleInfo
        self.sourceAvailable = sourceAvailable
        self.keepContextAvailable = keepContextAvailable
        self.volumeAvailable = volumeAvailable
        self.equalizerAvailable = equalizerAvailable
        self.equalizerMaxChannelId = equalizerMaxChannelId
    }

    private static let keys: [StaticString] = [
        "equalizerAvailable", "equalizerMaxChannelId", "keepContextAvailable", "moduleInfo", "moduleName",
        "sourceAvailable", "volumeAvailable",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.equalizerAvailable = decoder.optional("equalizerAvailable", &members, BooleanCodec())
        self.equalizerMaxChannelId = decoder.optional("equalizerMaxChannelId", &members, IntegerCodec(1...100))
        self.keepContextAvailable = decoder.optional("keepContextAvailable", &members, BooleanCodec())
        self.moduleInfo = decoder.optional("moduleInfo", &members, StructCodec(ModuleInfo.self))
        self.moduleName = try decoder.required("moduleName", &members, TextCodec(1...100))
        self.sourceAvailable = decoder.optional("sourceAvailable", &members, BooleanCodec())
        self.volumeAvailable = decoder.optional("volumeAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("equalizerAvailable", equalizerAvailable)
        writer.member("equalizerMaxChannelId", equalizerMaxChannelId)
        writer.member("keepContextAvailable", keepContextAvailable)
        writer.member("moduleInfo", moduleInfo)
        writer.member("moduleName", moduleName)
        writer.member("sourceAvailable", sourceAvailable)
        writer.member("volumeAvailable", volumeAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
