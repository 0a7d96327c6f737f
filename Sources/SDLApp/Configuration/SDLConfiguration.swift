public import SDLProtocol
public import SDLSecurity

/// What an app is, how it reaches the head unit, and what it does when something goes wrong.
public struct SDLConfiguration: Sendable {
    /// How long each step of the way to a usable session may take.
    public struct Deadlines: Sendable, Hashable {
        /// From the beginning of an attempt to an open transport.
        public var connect: Duration
        /// From StartService to its answer.
        public var startService: Duration
        /// From RegisterAppInterface to its answer.
        public var registration: Duration
        /// From the registration to the first OnHMIStatus; afterwards the session is ready with an unknown level.
        public var firstHMIStatus: Duration
        /// From UnregisterAppInterface to its answer; afterwards the session is ended without it.
        public var unregistration: Duration
        /// From EndService to its answer; afterwards the transport is closed without it.
        public var endService: Duration
        /// How long a head unit that ended the session may take to tell why.
        public var endReason: Duration

        /// Makes deadlines; the defaults are 10 s, 10 s, 20 s, 10 s, 2 s, 1 s and 0.5 s.
        public init(
            connect: Duration = .seconds(10), startService: Duration = .seconds(10),
            registration: Duration = .seconds(20), firstHMIStatus: Duration = .seconds(10),
            unregistration: Duration = .seconds(2), endService: Duration = .seconds(1),
            endReason: Duration = .milliseconds(500)
        ) {
            self.connect = connect
            self.startService = startService
            self.registration = registration
            self.firstHMIStatus = firstHMIStatus
            self.unregistration = unregistration
            self.endService = endService
            self.endReason = endReason
        }
    }

    /// The app's name as the driver sees it, 1 to 100 characters.
    public var appName: String
    /// The id that the head unit's policy knows the app by.
    ///
    /// The short `appID` follows from it: of a UUID the first ten characters without dashes, else the same text.
    public var fullAppID: String
    /// How the head unit is reached.
    public var transport: SDLTransport
    /// What kind of app it is.
    public var appHMITypes: [AppHMIType]
    /// Whether the app plays audio.
    public var isMediaApplication: Bool
    /// The language the app wants to be addressed in.
    public var language: Language
    /// The hash of an earlier run (``SDLManager/hashID``) whose subscriptions the head unit shall restore.
    public var hashID: String?
    /// Older protocols are refused; nil takes all.
    public var minimumProtocolVersion: ProtocolVersion?
    /// Head units with an older RPC version are refused; nil takes all.
    ///
    /// A head unit that tells no version is not refused; the rules for versions below 4.5 are applied to it.
    public var minimumRPCVersion: RPCVersion?
    /// Decides whether the app works with a vehicle; called as soon as something is known of it, at most twice.
    public var acceptsVehicle: (@Sendable (VehicleInfo) -> Bool)?
    /// What happens when a session fails.
    public var reconnectPolicy: ReconnectPolicy
    /// How long each step may take.
    public var deadlines: Deadlines
    /// How long a request may take unless the call says otherwise.
    ///
    /// Head units give up after 11 s by themselves and tell so; the default of 15 s leaves them the time.
    public var requestTimeout: Duration
    /// How many requests may wait for an answer; further ones fail at once.
    public var pendingRequestLimit: Int
    /// Keys and trust for a protected RPC service, which is asked for when the head unit demands encryption for some
    /// function; nil: requests for such functions fail.
    public var protection: ServiceProtection?
    /// Whether all requests go out encrypted once the app is registered; needs ``protection``.
    public var encryptsAllRequests: Bool
    /// Has the last word about the registration request, for members that have no property here.
    public var customizeRegistration: (@Sendable (inout RegisterAppInterface) -> Void)?

    /// Makes a configuration for an app; everything else can be set afterwards.
    ///
    /// - Parameters:
    ///   - appName: The name as the driver sees it.
    ///   - fullAppID: The id that policies know the app by.
    ///   - transport: How the head unit is reached.
    ///   - appHMITypes: What kind of app it is.
    public init(
        appName: String, fullAppID: String, transport: SDLTransport, appHMITypes: [AppHMIType] = [.navigation]
    ) {
        self.appName = appName
        self.fullAppID = fullAppID
        self.transport = transport
        self.appHMITypes = appHMITypes
        isMediaApplication = false
        language = .enUS
        hashID = nil
        minimumProtocolVersion = nil
        minimumRPCVersion = nil
        acceptsVehicle = nil
        reconnectPolicy = .exponential()
        deadlines = Deadlines()
        requestTimeout = .seconds(15)
        pendingRequestLimit = 4096
        protection = nil
        encryptsAllRequests = false
        customizeRegistration = nil
    }
}
