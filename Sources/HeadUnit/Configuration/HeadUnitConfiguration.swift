public import Formats
public import SDLProtocol
public import SDLSecurity
public import SDLSpec

/// A head unit as apps see it: versions, vehicle, capabilities, policy and limits.
///
/// What an HMI tells at start-up (languages, capabilities, vehicle) replaces what stands here, as it replaces the
/// capabilities file of a production head unit.
public struct HeadUnitConfiguration: Sendable {
    /// Which connections belong to one device, since names and ids of apps are unique per device only.
    public enum DeviceRule: Hashable, Sendable {
        /// All connections from one address, as in sdl_core: every app on loopback shares a device.
        case address
        /// Each connection is a device of its own.
        case connection
    }

    /// How JSON is written to apps; both mean the same.
    public enum JSONStyle: Hashable, Sendable {
        /// Without white space.
        case compact
        /// As sdl_core writes: tabs, a line a member, 17 digits, only ASCII.
        case asCore
    }

    /// The RPC version of the module.
    public var rpcVersion = RPCVersion(8, 0, 0)
    /// Protocol versions, vehicle, limits and timeouts of the wire.
    public var connection = ModuleConnection.Configuration.strict
    /// Keys and trust for protected services; nil refuses to protect any.
    public var protection: ServiceProtection?
    /// Whether session ids are unique over all connections (sdl_core) or only on each.
    public var sessionNumbering = SessionRegistry.Numbering.overall
    /// How frames are numbered.
    public var messageIDs = SessionRegistry.MessageIDs.counting
    /// Which connections make a device.
    public var deviceRule = DeviceRule.address
    /// The kept behaviour of sdl_core.
    public var quirks: Set<HeadUnitQuirk> = []
    /// Who may do what.
    public var policy = PolicyTable(groups: [:], entries: [:])
    /// Whether the user is asked about devices and groups.
    public var policyFlavour = PolicyFlavour.proprietary
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
    /// The interfaces that the HMI has no component for; they are not asked, and requests that need them are refused.
    public var unavailableInterfaces: Set<String> = []
    /// The text an app may show when its lock screen can be dismissed.
    public var lockScreenDismissalWarning: String?
    /// How long an HMI may take: sdl_core's 10 s and 1 s of compensation.
    public var hmiTimeout: Duration = .seconds(10)
    /// What is added to each period that an HMI has or asks for.
    public var hmiTimeoutCompensation: Duration = .seconds(1)
    /// How long an app may take to answer what it handles as a service (`RpcPassThroughTimeout`).
    public var passThroughTimeout: Duration = .seconds(10)
    /// Whether the module reads what sdl_core's JSON parser forgives, or JSON alone.
    public var jsonOptions = JSONOptions.strict
    /// How the module writes JSON.
    public var jsonStyle = JSONStyle.compact
    /// The most requests of all apps that wait to be started (`PendingRequestsAmount`).
    public var pendingRequestLimit = 5_000
    /// The most requests of one app that are not answered yet; the next one is refused as TOO_MANY_PENDING_REQUESTS.
    ///
    /// sdl_core knows no such bound: this one keeps an app whose requests the HMI never answers from filling the memory.
    public var openRequestLimit = 5_000
    /// The most requests of an app above NONE; an app that sends more is unregistered (`AppTimeScaleMaxRequests`).
    public var requestLimit = FrequencyLimit(count: 1_000, window: .milliseconds(10))
    /// The most requests of an app in NONE (`AppHMILevelNoneTimeScaleMaxRequests`).
    public var requestLimitInNone = FrequencyLimit(count: 100, window: .milliseconds(10))
    /// The most GetVehicleData of an app between two changes of the clock's second; zero: no limit.
    public var vehicleDataLimit = 5
    /// The least time between two OnVehicleData with the same item, 50 ms for 20 positions a second; zero: no limit.
    ///
    /// Of what the HMI tells in between the newest value goes out when the time has passed.
    public var vehicleDataInterval: Duration = .zero
    /// The space for the files of one app, in bytes.
    public var storageSpace: Int64 = 104_857_600
    /// The folder of the head unit's storage, as the HMI is told it.
    public var storagePath = "/head-unit/storage"
    /// Where the HMI finds the streams of apps, as `http://host:port`; video, then audio.
    public var streamURLs = (video: "http://127.0.0.1:5050", audio: "http://127.0.0.1:5080")
    /// A spec whose other functions succeed without effect; `nil` answers them as unknown.
    public var lenientSpec: RPCSpec?

    /// Makes a configuration with the values named at each member.
    public init() {}
}
