// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What of a radio apps may control or see.
///
/// Since RPC 4.5.
public struct RadioControlCapabilities: RPCStructure {
    /// A short name of the module, for people.
    ///
    /// 1 to 100 characters.
    public var moduleName: String

    /// Which of several modules this is.
    ///
    /// Since RPC 6.0.
    public var moduleInfo: ModuleInfo?

    /// On and off.
    public var radioEnableAvailable: Bool?

    /// The band.
    public var radioBandAvailable: Bool?

    /// The frequency.
    public var radioFrequencyAvailable: Bool?

    /// The HD channel.
    public var hdChannelAvailable: Bool?

    /// What the station says of itself.
    public var rdsDataAvailable: Bool?

    /// How many HD channels there are.
    ///
    /// Since RPC 4.5; deprecated since RPC 6.0.
    public var availableHDsAvailable: Bool?

    /// Which HD channels there are.
    ///
    /// Since RPC 6.0.
    public var availableHdChannelsAvailable: Bool?

    /// The state of tuning.
    public var stateAvailable: Bool?

    /// The strength of the signal.
    public var signalStrengthAvailable: Bool?

    /// The strength below which it looks for another.
    public var signalChangeThresholdAvailable: Bool?

    /// What the HD station says of itself.
    ///
    /// Since RPC 5.0.
    public var sisDataAvailable: Bool?

    /// HD on and off.
    ///
    /// Since RPC 5.0.
    public var hdRadioEnableAvailable: Bool?

    /// Satellite radio.
    ///
    /// Since RPC 5.0.
    public var siriusxmRadioAvailable: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        moduleName: String,
        moduleInfo: ModuleInfo? = nil,
        radioEnableAvailable: Bool? = nil,
        radioBandAvailable: Bool? = nil,
        radioFrequencyAvailable: Bool? = nil,
        hdChannelAvailable: Bool? = nil,
        rdsDataAvailable: Bool? = nil,
        availableHDsAvailable: Bool? = nil,
        availableHdChannelsAvailable: Bool? = nil,
        stateAvailable: Bool? = nil,
        signalStrengthAvailable: Bool? = nil,
        signalChangeThresholdAvailable: Bool? = nil,
        sisDataAvailable: Bool? = nil,
        hdRadioEnableAvailable: Bool? = nil,
        siriusxmRadioAvailable: Bool? = nil
    ) {
        self.moduleName = moduleName
        self.moduleInfo = moduleInfo
        self.radioEnableAvailable = radioEnableAvailable
        self.radioBandAvailable = radioBandAvailable
        self.radioFrequencyAvailable = radioFrequencyAvailable
        self.hdChannelAvailable = hdChannelAvailable
        self.rdsDataAvailable = rdsDataAvailable
        self.availableHDsAvailable = availableHDsAvailable
        self.availableHdChannelsAvailable = availableHdChannelsAvailable
        self.stateAvailable = stateAvailable
        self.signalStrengthAvailable = signalStrengthAvailable
        self.signalChangeThresholdAvailable = signalChangeThresholdAvailable
        self.sisDataAvailable = sisDataAvailable
        self.hdRadioEnableAvailable = hdRadioEnableAvailable
        self.siriusxmRadioAvailable = siriusxmRadioAvailable
    }

    private static let keys: [StaticString] = [
        "availableHDsAvailable", "availableHdChannelsAvailable", "hdChannelAvailable", "hdRadioEnableAvailable",
        "moduleInfo", "moduleName", "radioBandAvailable", "radioEnableAvailable", "radioFrequencyAvailable",
        "rdsDataAvailable", "signalChangeThresholdAvailable", "signalStrengthAvailable", "siriusxmRadioAvailable",
        "sisDataAvailable", "stateAvailable",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.availableHDsAvailable = decoder.optional("availableHDsAvailable", &members, BooleanCodec())
        self.availableHdChannelsAvailable = decoder.optional("availableHdChannelsAvailable", &members, BooleanCodec())
        self.hdChannelAvailable = decoder.optional("hdChannelAvailable", &members, BooleanCodec())
        self.hdRadioEnableAvailable = decoder.optional("hdRadioEnableAvailable", &members, BooleanCodec())
        self.moduleInfo = decoder.optional("moduleInfo", &members, StructCodec(ModuleInfo.self))
        self.moduleName = try decoder.required("moduleName", &members, TextCodec(1...100))
        self.radioBandAvailable = decoder.optional("radioBandAvailable", &members, BooleanCodec())
        self.radioEnableAvailable = decoder.optional("radioEnableAvailable", &members, BooleanCodec())
        self.radioFrequencyAvailable = decoder.optional("radioFrequencyAvailable", &members, BooleanCodec())
        self.rdsDataAvailable = decoder.optional("rdsDataAvailable", &members, BooleanCodec())
        self.signalChangeThresholdAvailable = decoder.optional("signalChangeThresholdAvailable", &members, BooleanCodec())
        self.signalStrengthAvailable = decoder.optional("signalStrengthAvailable", &members, BooleanCodec())
        self.siriusxmRadioAvailable = decoder.optional("siriusxmRadioAvailable", &members, BooleanCodec())
        self.sisDataAvailable = decoder.optional("sisDataAvailable", &members, BooleanCodec())
        self.stateAvailable = decoder.optional("stateAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("availableHDsAvailable", availableHDsAvailable)
        writer.member("availableHdChannelsAvailable", availableHdChannelsAvailable)
        writer.member("hdChannelAvailable", hdChannelAvailable)
        writer.member("hdRadioEnableAvailable", hdRadioEnableAvailable)
        writer.member("moduleInfo", moduleInfo)
        writer.member("moduleName", moduleName)
        writer.member("radioBandAvailable", radioBandAvailable)
        writer.member("radioEnableAvailable", radioEnableAvailable)
        writer.member("radioFrequencyAvailable", radioFrequencyAvailable)
        writer.member("rdsDataAvailable", rdsDataAvailable)
        writer.member("signalChangeThresholdAvailable", signalChangeThresholdAvailable)
        writer.member("signalStrengthAvailable", signalStrengthAvailable)
        writer.member("siriusxmRadioAvailable", siriusxmRadioAvailable)
        writer.member("sisDataAvailable", sisDataAvailable)
        writer.member("stateAvailable", stateAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
