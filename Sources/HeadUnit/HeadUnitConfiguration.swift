public import Formats
public import SDLProtocol
public import SDLSpec

/// A head unit as apps see it: versions, vehicle, capabilities, policy and limits.
public struct HeadUnitConfiguration: Sendable {
    /// Which connections belong to one device, since names and ids of apps are unique per device only.
    public enum DeviceRule: Hashable, Sendable {
        /// All connections from one address, as in sdl_core: every app on loopback shares a device.
        case address
        /// Each connection is a device of its own.
        case connection
    }

    /// Behaviour of sdl_core that a head unit may keep or leave out.
    public enum Quirk: String, Hashable, Sendable, CaseIterable {
        /// The HMI's waypoint subscription is forgotten when one of several subscribed apps goes away.
        case forgetsHMISubscription
    }

    /// The RPC version of the module.
    public var rpcVersion = RPCVersion(8, 0, 0)
    /// Protocol versions, vehicle, limits and timeouts of the wire.
    public var connection = ModuleConnection.Configuration.strict
    /// Whether session ids are unique over all connections (sdl_core) or only on each.
    public var sessionNumbering = SessionRegistry.Numbering.overall
    /// How frames are numbered.
    public var messageIDs = SessionRegistry.MessageIDs.counting
    /// Which connections make a device.
    public var deviceRule = DeviceRule.address
    /// The kept behaviour of sdl_core.
    public var quirks: Set<Quirk> = []
    /// Who may do what.
    public var policy = PolicyTable(groups: [:], entries: [:])
    /// The language of the screen, such as `EN-US`.
    public var displayLanguage = "EN-US"
    /// The language of voice recognition and speech.
    public var voiceLanguage = "EN-US"
    /// Members of the RegisterAppInterface response that describe the module (`displayCapabilities`,
    /// `hmiCapabilities`, `vehicleType` …), as they go out.
    public var registrationMembers: [String: JSONValue] = [:]
    /// The member that a GetSystemCapability response carries, by `SystemCapabilityType`; for `NAVIGATION` the
    /// content of `navigationCapability`.
    public var systemCapabilities: [String: JSONValue] = [:]
    /// The interfaces of the HMI that do not work; requests that need them are refused at once.
    public var unavailableInterfaces: Set<String> = []
    /// The text an app may show when its lock screen can be dismissed.
    public var lockScreenDismissalWarning: String?
    /// How long an HMI may take: sdl_core's 10 s and 1 s of compensation.
    public var hmiTimeout: Duration = .seconds(10)
    /// What is added to each period that an HMI has or asks for.
    public var hmiTimeoutCompensation: Duration = .seconds(1)
    /// Whether the module reads what sdl_core's JSON parser forgives, or JSON alone.
    public var jsonOptions = JSONOptions.strict

    /// Makes a configuration with the values named at each member.
    public init() {}
}
