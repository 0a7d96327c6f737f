// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of the connected phone.
///
/// Since RPC 2.0.
public struct DeviceStatus: RPCStructure {
    /// Whether voice recognition is on.
    public var voiceRecOn: Bool

    /// Whether Bluetooth is connected.
    public var btIconOn: Bool

    /// Whether there is a call.
    public var callActive: Bool

    /// Whether it uses a foreign network.
    public var phoneRoaming: Bool

    /// Whether there is a message.
    public var textMsgAvailable: Bool

    /// The charge of its battery.
    public var battLevelStatus: DeviceLevelStatus

    /// Whether stereo output is mute.
    public var stereoAudioOutputMuted: Bool

    /// Whether mono output is mute.
    public var monoAudioOutputMuted: Bool

    /// The strength of its network.
    public var signalLevelStatus: DeviceLevelStatus

    /// Where its sound comes from.
    public var primaryAudioSource: PrimaryAudioSource

    /// Whether an emergency call is going on.
    public var eCallEventActive: Bool

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        voiceRecOn: Bool,
        btIconOn: Bool,
        callActive: Bool,
        phoneRoaming: Bool,
        textMsgAvailable: Bool,
        battLevelStatus: DeviceLevelStatus,
        stereoAudioOutputMuted: Bool,
        monoAudioOutputMuted: Bool,
        signalLevelStatus: DeviceLevelStatus,
        primaryAudioSource: PrimaryAudioSource,
        eCallEventActive: Bool
    ) {
        self.voiceRecOn = voiceRecOn
        self.btIconOn = btIconOn
        self.callActive = callActive
        self.phoneRoaming = phoneRoaming
        self.textMsgAvailable = textMsgAvailable
        self.battLevelStatus = battLevelStatus
        self.stereoAudioOutputMuted = stereoAudioOutputMuted
        self.monoAudioOutputMuted = monoAudioOutputMuted
        self.signalLevelStatus = signalLevelStatus
        self.primaryAudioSource = primaryAudioSource
        self.eCallEventActive = eCallEventActive
    }

    private static let keys: [StaticString] = [
        "battLevelStatus", "btIconOn", "callActive", "eCallEventActive", "monoAudioOutputMuted", "phoneRoaming",
        "primaryAudioSource", "signalLevelStatus", "stereoAudioOutputMuted", "textMsgAvailable", "voiceRecOn",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.battLevelStatus = try decoder.required("battLevelStatus", &members, EnumCodec(DeviceLevelStatus.self))
        self.btIconOn = try decoder.required("btIconOn", &members, BooleanCodec())
        self.callActive = try decoder.required("callActive", &members, BooleanCodec())
        self.eCallEventActive = try decoder.required("eCallEventActive", &members, BooleanCodec())
        self.monoAudioOutputMuted = try decoder.required("monoAudioOutputMuted", &members, BooleanCodec())
        self.phoneRoaming = try decoder.required("phoneRoaming", &members, BooleanCodec())
        self.primaryAudioSource = try decoder.required("primaryAudioSource", &members, EnumCodec(PrimaryAudioSource.self))
        self.signalLevelStatus = try decoder.required("signalLevelStatus", &members, EnumCodec(DeviceLevelStatus.self))
        self.stereoAudioOutputMuted = try decoder.required("stereoAudioOutputMuted", &members, BooleanCodec())
        self.textMsgAvailable = try decoder.required("textMsgAvailable", &members, BooleanCodec())
        self.voiceRecOn = try decoder.required("voiceRecOn", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("battLevelStatus", battLevelStatus)
        writer.member("btIconOn", btIconOn)
        writer.member("callActive", callActive)
        writer.member("eCallEventActive", eCallEventActive)
        writer.member("monoAudioOutputMuted", monoAudioOutputMuted)
        writer.member("phoneRoaming", phoneRoaming)
        writer.member("primaryAudioSource", primaryAudioSource)
        writer.member("signalLevelStatus", signalLevelStatus)
        writer.member("stereoAudioOutputMuted", stereoAudioOutputMuted)
        writer.member("textMsgAvailable", textMsgAvailable)
        writer.member("voiceRecOn", voiceRecOn)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
