// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The modules that apps may control.
///
/// Since RPC 4.5.
public struct RemoteControlCapabilities: RPCStructure {
    /// Climate modules.
    ///
    /// 1 to 100 elements.
    public var climateControlCapabilities: [ClimateControlCapabilities]?

    /// Radios.
    ///
    /// 1 to 100 elements.
    public var radioControlCapabilities: [RadioControlCapabilities]?

    /// Buttons that apps may press.
    ///
    /// 1 to 100 elements.
    public var buttonCapabilities: [ButtonCapabilities]?

    /// Audio modules.
    ///
    /// 1 to 100 elements; since RPC 5.0.
    public var audioControlCapabilities: [AudioControlCapabilities]?

    /// Settings of the HMI.
    ///
    /// Since RPC 5.0.
    public var hmiSettingsControlCapabilities: HMISettingsControlCapabilities?

    /// Lights.
    ///
    /// Since RPC 5.0.
    public var lightControlCapabilities: LightControlCapabilities?

    /// Seats.
    ///
    /// 1 to 100 elements; since RPC 5.0.
    public var seatControlCapabilities: [SeatControlCapabilities]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        climateControlCapabilities: [ClimateControlCapabilities]? = nil,
        radioControlCapabilities: [RadioControlCapabilities]? = nil,
        buttonCapabilities: [ButtonCapabilities]? = nil,
        audioControlCapabilities: [AudioControlCapabilities]? = nil,
        hmiSettingsControlCapabilities: HMISettingsControlCapabilities? = nil,
        lightControlCapabilities: LightControlCapabilities? = nil,
        seatControlCapabilities: [SeatControlCapabilities]? = nil
    ) {
        self.climateControlCapabilities = climateControlCapabilities
        self.radioControlCapabilities = radioControlCapabilities
        self.buttonCapabilities = buttonCapabilities
        self.audioControlCapabilities = audioControlCapabilities
        self.hmiSettingsControlCapabilities = hmiSettingsControlCapabilities
        self.lightControlCapabilities = lightControlCapabilities
        self.seatControlCapabilities = seatControlCapabilities
    }

    private static let keys: [StaticString] = [
        "audioControlCapabilities", "buttonCapabilities", "climateControlCapabilities",
        "hmiSettingsControlCapabilities", "lightControlCapabilities", "radioControlCapabilities",
        "seatControlCapabilities",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.audioControlCapabilities = decoder.optional("audioControlCapabilities", &members, ListCodec(StructCodec(AudioControlCapabilities.self), 1...100))
        self.buttonCapabilities = decoder.optional("buttonCapabilities", &members, ListCodec(StructCodec(ButtonCapabilities.self), 1...100))
        self.climateControlCapabilities = decoder.optional("climateControlCapabilities", &members, ListCodec(StructCodec(ClimateControlCapabilities.self), 1...100))
        self.hmiSettingsControlCapabilities = decoder.optional("hmiSettingsControlCapabilities", &members, StructCodec(HMISettingsControlCapabilities.self))
        self.lightControlCapabilities = decoder.optional("lightControlCapabilities", &members, StructCodec(LightControlCapabilities.self))
        self.radioControlCapabilities = decoder.optional("radioControlCapabilities", &members, ListCodec(StructCodec(RadioControlCapabilities.self), 1...100))
        self.seatControlCapabilities = decoder.optional("seatControlCapabilities", &members, ListCodec(StructCodec(SeatControlCapabilities.self), 1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("audioControlCapabilities", audioControlCapabilities)
        writer.member("buttonCapabilities", buttonCapabilities)
        writer.member("climateControlCapabilities", climateControlCapabilities)
        writer.member("hmiSettingsControlCapabilities", hmiSettingsControlCapabilities)
        writer.member("lightControlCapabilities", lightControlCapabilities)
        writer.member("radioControlCapabilities", radioControlCapabilities)
        writer.member("seatControlCapabilities", seatControlCapabilities)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
