// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What of a climate module apps may control or see.
///
/// Since RPC 4.5.
public struct ClimateControlCapabilities: RPCStructure {
    /// A short name of the module, for people.
    ///
    /// 1 to 100 characters.
    public var moduleName: String

    /// Which of several modules this is.
    ///
    /// Since RPC 6.0.
    public var moduleInfo: ModuleInfo?

    /// The temperature inside.
    ///
    /// Since RPC 5.0.
    public var currentTemperatureAvailable: Bool?

    /// The fan.
    public var fanSpeedAvailable: Bool?

    /// The temperature wanted.
    public var desiredTemperatureAvailable: Bool?

    /// Air conditioning.
    public var acEnableAvailable: Bool?

    /// Air conditioning at its most.
    public var acMaxEnableAvailable: Bool?

    /// Recirculation.
    public var circulateAirEnableAvailable: Bool?

    /// The automatic mode.
    public var autoModeEnableAvailable: Bool?

    /// Two zones.
    public var dualModeEnableAvailable: Bool?

    /// Defrosting.
    public var defrostZoneAvailable: Bool?

    /// The windows that can be defrosted.
    ///
    /// 1 to 100 elements.
    public var defrostZone: [DefrostZone]?

    /// Where air is blown to.
    public var ventilationModeAvailable: Bool?

    /// The ways air can be blown.
    ///
    /// 1 to 100 elements.
    public var ventilationMode: [VentilationMode]?

    /// Heating of the steering wheel.
    ///
    /// Since RPC 5.0.
    public var heatedSteeringWheelAvailable: Bool?

    /// Heating of the windshield.
    ///
    /// Since RPC 5.0.
    public var heatedWindshieldAvailable: Bool?

    /// Heating of the rear window.
    ///
    /// Since RPC 5.0.
    public var heatedRearWindowAvailable: Bool?

    /// Heating of the mirrors.
    ///
    /// Since RPC 5.0.
    public var heatedMirrorsAvailable: Bool?

    /// The module as a whole.
    ///
    /// Since RPC 6.0.
    public var climateEnableAvailable: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        moduleName: String,
        moduleInfo: ModuleInfo? = nil,
        currentTemperatureAvailable: Bool? = nil,
        fanSpeedAvailable: Bool? = nil,
        desiredTemperatureAvailable: Bool? = nil,
        acEnableAvailable: Bool? = nil,
        acMaxEnableAvailable: Bool? = nil,
        circulateAirEnableAvailable: Bool? = nil,
        autoModeEnableAvailable: Bool? = nil,
        dualModeEnableAvailable: Bool? = nil,
        defrostZoneAvailable: Bool? = nil,
        defrostZone: [DefrostZone]? = nil,
        ventilationModeAvailable: Bool? = nil,
        ventilationMode: [VentilationMode]? = nil,
        heatedSteeringWheelAvailable: Bool? = nil,
        heatedWindshieldAvailable: Bool? = nil,
        heatedRearWindowAvailable: Bool? = nil,
        heatedMirrorsAvailable: Bool? = nil,
        climateEnableAvailable: Bool? = nil
    ) {
        self.moduleName = moduleName
        self.moduleInfo = moduleInfo
        self.currentTemperatureAvailable = currentTemperatureAvailable
        self.fanSpeedAvailable = fanSpeedAvailable
        self.desiredTemperatureAvailable = desiredTemperatureAvailable
        self.acEnableAvailable = acEnableAvailable
        self.acMaxEnableAvailable = acMaxEnableAvailable
        self.circulateAirEnableAvailable = circulateAirEnableAvailable
        self.autoModeEnableAvailable = autoModeEnableAvailable
        self.dualModeEnableAvailable = dualModeEnableAvailable
        self.defrostZoneAvailable = defrostZoneAvailable
        self.defrostZone = defrostZone
        self.ventilationModeAvailable = ventilationModeAvailable
        self.ventilationMode = ventilationMode
        self.heatedSteeringWheelAvailable = heatedSteeringWheelAvailable
        self.heatedWindshieldAvailable = heatedWindshieldAvailable
        self.heatedRearWindowAvailable = heatedRearWindowAvailable
        self.heatedMirrorsAvailable = heatedMirrorsAvailable
        self.climateEnableAvailable = climateEnableAvailable
    }

    private static let keys: [StaticString] = [
        "acEnableAvailable", "acMaxEnableAvailable", "autoModeEnableAvailable", "circulateAirEnableAvailable",
        "climateEnableAvailable", "currentTemperatureAvailable", "defrostZone", "defrostZoneAvailable",
        "desiredTemperatureAvailable", "dualModeEnableAvailable", "fanSpeedAvailable", "heatedMirrorsAvailable",
        "heatedRearWindowAvailable", "heatedSteeringWheelAvailable", "heatedWindshieldAvailable", "moduleInfo",
        "moduleName", "ventilationMode", "ventilationModeAvailable",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.acEnableAvailable = decoder.optional("acEnableAvailable", &members, BooleanCodec())
        self.acMaxEnableAvailable = decoder.optional("acMaxEnableAvailable", &members, BooleanCodec())
        self.autoModeEnableAvailable = decoder.optional("autoModeEnableAvailable", &members, BooleanCodec())
        self.circulateAirEnableAvailable = decoder.optional("circulateAirEnableAvailable", &members, BooleanCodec())
        self.climateEnableAvailable = decoder.optional("climateEnableAvailable", &members, BooleanCodec())
        self.currentTemperatureAvailable = decoder.optional("currentTemperatureAvailable", &members, BooleanCodec())
        self.defrostZone = decoder.optional("defrostZone", &members, ListCodec(EnumCodec(DefrostZone.self), 1...100))
        self.defrostZoneAvailable = decoder.optional("defrostZoneAvailable", &members, BooleanCodec())
        self.desiredTemperatureAvailable = decoder.optional("desiredTemperatureAvailable", &members, BooleanCodec())
        self.dualModeEnableAvailable = decoder.optional("dualModeEnableAvailable", &members, BooleanCodec())
        self.fanSpeedAvailable = decoder.optional("fanSpeedAvailable", &members, BooleanCodec())
        self.heatedMirrorsAvailable = decoder.optional("heatedMirrorsAvailable", &members, BooleanCodec())
        self.heatedRearWindowAvailable = decoder.optional("heatedRearWindowAvailable", &members, BooleanCodec())
        self.heatedSteeringWheelAvailable = decoder.optional("heatedSteeringWheelAvailable", &members, BooleanCodec())
        self.heatedWindshieldAvailable = decoder.optional("heatedWindshieldAvailable", &members, BooleanCodec())
        self.moduleInfo = decoder.optional("moduleInfo", &members, StructCodec(ModuleInfo.self))
        self.moduleName = try decoder.required("moduleName", &members, TextCodec(1...100))
        self.ventilationMode = decoder.optional("ventilationMode", &members, ListCodec(EnumCodec(VentilationMode.self), 1...100))
        self.ventilationModeAvailable = decoder.optional("ventilationModeAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("acEnableAvailable", acEnableAvailable)
        writer.member("acMaxEnableAvailable", acMaxEnableAvailable)
        writer.member("autoModeEnableAvailable", autoModeEnableAvailable)
        writer.member("circulateAirEnableAvailable", circulateAirEnableAvailable)
        writer.member("climateEnableAvailable", climateEnableAvailable)
        writer.member("currentTemperatureAvailable", currentTemperatureAvailable)
        writer.member("defrostZone", defrostZone)
        writer.member("defrostZoneAvailable", defrostZoneAvailable)
        writer.member("desiredTemperatureAvailable", desiredTemperatureAvailable)
        writer.member("dualModeEnableAvailable", dualModeEnableAvailable)
        writer.member("fanSpeedAvailable", fanSpeedAvailable)
        writer.member("heatedMirrorsAvailable", heatedMirrorsAvailable)
        writer.member("heatedRearWindowAvailable", heatedRearWindowAvailable)
        writer.member("heatedSteeringWheelAvailable", heatedSteeringWheelAvailable)
        writer.member("heatedWindshieldAvailable", heatedWindshieldAvailable)
        writer.member("moduleInfo", moduleInfo)
        writer.member("moduleName", moduleName)
        writer.member("ventilationMode", ventilationMode)
        writer.member("ventilationModeAvailable", ventilationModeAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
