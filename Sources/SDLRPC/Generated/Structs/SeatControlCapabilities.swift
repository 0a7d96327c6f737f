// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What of a seat apps may control.
///
/// Since RPC 5.0.
public struct SeatControlCapabilities: RPCStructure {
    /// A short name of the module, for people.
    ///
    /// 1 to 100 characters.
    public var moduleName: String

    /// Which of several modules this is.
    ///
    /// Since RPC 6.0.
    public var moduleInfo: ModuleInfo?

    /// Heating.
    public var heatingEnabledAvailable: Bool?

    /// Cooling.
    public var coolingEnabledAvailable: Bool?

    /// How much it heats.
    public var heatingLevelAvailable: Bool?

    /// How much it cools.
    public var coolingLevelAvailable: Bool?

    /// Forward and back.
    public var horizontalPositionAvailable: Bool?

    /// Up and down.
    public var verticalPositionAvailable: Bool?

    /// The front edge up and down.
    public var frontVerticalPositionAvailable: Bool?

    /// The rear edge up and down.
    public var backVerticalPositionAvailable: Bool?

    /// The angle of the back.
    public var backTiltAngleAvailable: Bool?

    /// The head rest forward and back.
    public var headSupportHorizontalPositionAvailable: Bool?

    /// The head rest up and down.
    public var headSupportVerticalPositionAvailable: Bool?

    /// Massage.
    public var massageEnabledAvailable: Bool?

    /// The mode of massage.
    public var massageModeAvailable: Bool?

    /// The firmness of the massage cushions.
    public var massageCushionFirmnessAvailable: Bool?

    /// Stored positions.
    public var memoryAvailable: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        moduleName: String,
        moduleInfo: ModuleInfo? = nil,
        heatingEnabledAvailable: Bool? = nil,
        coolingEnabledAvailable: Bool? = nil,
        heatingLevelAvailable: Bool? = nil,
        coolingLevelAvailable: Bool? = nil,
        horizontalPositionAvailable: Bool? = nil,
        verticalPositionAvailable: Bool? = nil,
        frontVerticalPositionAvailable: Bool? = nil,
        backVerticalPositionAvailable: Bool? = nil,
        backTiltAngleAvailable: Bool? = nil,
        headSupportHorizontalPositionAvailable: Bool? = nil,
        headSupportVerticalPositionAvailable: Bool? = nil,
        massageEnabledAvailable: Bool? = nil,
        massageModeAvailable: Bool? = nil,
        massageCushionFirmnessAvailable: Bool? = nil,
        memoryAvailable: Bool? = nil
    ) {
        self.moduleName = moduleName
        self.moduleInfo = moduleInfo
        self.heatingEnabledAvailable = heatingEnabledAvailable
        self.coolingEnabledAvailable = coolingEnabledAvailable
        self.heatingLevelAvailable = heatingLevelAvailable
        self.coolingLevelAvailable = coolingLevelAvailable
        self.horizontalPositionAvailable = horizontalPositionAvailable
        self.verticalPositionAvailable = verticalPositionAvailable
        self.frontVerticalPositionAvailable = frontVerticalPositionAvailable
        self.backVerticalPositionAvailable = backVerticalPositionAvailable
        self.backTiltAngleAvailable = backTiltAngleAvailable
        self.headSupportHorizontalPositionAvailable = headSupportHorizontalPositionAvailable
        self.headSupportVerticalPositionAvailable = headSupportVerticalPositionAvailable
        self.massageEnabledAvailable = massageEnabledAvailable
        self.massageModeAvailable = massageModeAvailable
        self.massageCushionFirmnessAvailable = massageCushionFirmnessAvailable
        self.memoryAvailable = memoryAvailable
    }

    private static let keys: [StaticString] = [
        "backTiltAngleAvailable", "backVerticalPositionAvailable", "coolingEnabledAvailable", "coolingLevelAvailable",
        "frontVerticalPositionAvailable", "headSupportHorizontalPositionAvailable",
        "headSupportVerticalPositionAvailable", "heatingEnabledAvailable", "heatingLevelAvailable",
        "horizontalPositionAvailable", "massageCushionFirmnessAvailable", "massageEnabledAvailable",
        "massageModeAvailable", "memoryAvailable", "moduleInfo", "moduleName", "verticalPositionAvailable",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.backTiltAngleAvailable = decoder.optional("backTiltAngleAvailable", &members, BooleanCodec())
        self.backVerticalPositionAvailable = decoder.optional("backVerticalPositionAvailable", &members, BooleanCodec())
        self.coolingEnabledAvailable = decoder.optional("coolingEnabledAvailable", &members, BooleanCodec())
        self.coolingLevelAvailable = decoder.optional("coolingLevelAvailable", &members, BooleanCodec())
        self.frontVerticalPositionAvailable = decoder.optional("frontVerticalPositionAvailable", &members, BooleanCodec())
        self.headSupportHorizontalPositionAvailable = decoder.optional("headSupportHorizontalPositionAvailable", &members, BooleanCodec())
        self.headSupportVerticalPositionAvailable = decoder.optional("headSupportVerticalPositionAvailable", &members, BooleanCodec())
        self.heatingEnabledAvailable = decoder.optional("heatingEnabledAvailable", &members, BooleanCodec())
        self.heatingLevelAvailable = decoder.optional("heatingLevelAvailable", &members, BooleanCodec())
        self.horizontalPositionAvailable = decoder.optional("horizontalPositionAvailable", &members, BooleanCodec())
        self.massageCushionFirmnessAvailable = decoder.optional("massageCushionFirmnessAvailable", &members, BooleanCodec())
        self.massageEnabledAvailable = decoder.optional("massageEnabledAvailable", &members, BooleanCodec())
        self.massageModeAvailable = decoder.optional("massageModeAvailable", &members, BooleanCodec())
        self.memoryAvailable = decoder.optional("memoryAvailable", &members, BooleanCodec())
        self.moduleInfo = decoder.optional("moduleInfo", &members, StructCodec(ModuleInfo.self))
        self.moduleName = try decoder.required("moduleName", &members, TextCodec(1...100))
        self.verticalPositionAvailable = decoder.optional("verticalPositionAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("backTiltAngleAvailable", backTiltAngleAvailable)
        writer.member("backVerticalPositionAvailable", backVerticalPositionAvailable)
        writer.member("coolingEnabledAvailable", coolingEnabledAvailable)
        writer.member("coolingLevelAvailable", coolingLevelAvailable)
        writer.member("frontVerticalPositionAvailable", frontVerticalPositionAvailable)
        writer.member("headSupportHorizontalPositionAvailable", headSupportHorizontalPositionAvailable)
        writer.member("headSupportVerticalPositionAvailable", headSupportVerticalPositionAvailable)
        writer.member("heatingEnabledAvailable", heatingEnabledAvailable)
        writer.member("heatingLevelAvailable", heatingLevelAvailable)
        writer.member("horizontalPositionAvailable", horizontalPositionAvailable)
        writer.member("massageCushionFirmnessAvailable", massageCushionFirmnessAvailable)
        writer.member("massageEnabledAvailable", massageEnabledAvailable)
        writer.member("massageModeAvailable", massageModeAvailable)
        writer.member("memoryAvailable", memoryAvailable)
        writer.member("moduleInfo", moduleInfo)
        writer.member("moduleName", moduleName)
        writer.member("verticalPositionAvailable", verticalPositionAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
