internal import Formats
internal import SDLProtocol
internal import SDLSpec

/// The head unit without its sockets, clock and HMI: events in, actions out.
///
/// Duties: sessions and registrations of all connections, the pipeline that every request passes, policy, HMI levels,
/// capabilities, subscriptions, and the messages to the HMI. Not its duties: bytes of frames (`ModuleConnection`), what
/// navigation and vehicle know (the HMI), time (an argument of each event).
///
/// The order of the actions is the order on the wire.
struct HeadUnitMachine: Sendable {
    /// What is to be done, in order.
    enum Action: Hashable, Sendable {
        /// Writes bytes (whole frames) to a connection.
        case send(LinkID, [UInt8])
        /// Closes a connection after what was sent.
        case close(LinkID)
        /// Asks the HMI.
        case ask(HMIRequest)
        /// Tells the HMI.
        case tell(HMINotification)
        /// Stores a change; who stores it tells by ``changesStored(upTo:now:)`` when it is done.
        case store(StateChange, token: Int)
        /// Shows an RPC to whoever watches.
        case trace(HeadUnit.Message)
    }

    let configuration: HeadUnitConfiguration
    let spec: RPCSpec
    /// The HMI's side of the spec; judges what the HMI says.
    let hmiSpec = HeadUnitMachine.hmiView
    /// What the spec says at the versions spoken, made once each.
    private var views: [RPCVersion: RPCSpecView] = [:]
    /// Keeps from apps what came after the module's version; `nil` where it knows all.
    let versionFilter: VersionFilter?
    /// What the HMI has told of the system.
    var facts: SystemFacts
    var startUp = StartUp()
    var links: [LinkID: Link] = [:]
    var devices = DeviceList()
    var sessions: SessionRegistry
    var apps: [AppKey: RegisteredApp] = [:]
    /// Registered apps in the order of their registration.
    var order: [AppKey] = []
    var nextRegistration = 1
    /// The names that apps have on their devices.
    var names = NameClaims()
    /// Apps whose regular level is FULL or LIMITED.
    var shown: Set<AppKey> = []
    /// Apps are found by the id the HMI knows them by.
    var keysByHMIAppID: [Int: AppKey] = [:]
    /// Requests that passed the first checks and were not started yet.
    var queue: [QueuedRequest] = []
    /// Ids that may not register any more because they sent too many requests.
    var barred: Set<NameClaims.Claim> = []
    var pending: [Int: PendingHMIRequest] = [:]
    var nextHMIRequestID = 1
    var policy: PolicyTable
    var consents = Consents()
    /// The permissions that follow from the policy table, made once each.
    var permissionCache: [PermissionKey: AppPermissions] = [:]
    var wayPoints = WayPointSubscriptions()
    var vehicleData = VehicleDataSubscriptions()
    var services = AppServices()
    /// Requests that apps which provide services were asked to answer, by their correlation ids.
    var passedRequests: [Int32: PassedRequest] = [:]
    var vehicleDataPace = VehicleDataPace()
    /// Connections whose apps read so slowly that the system takes nothing more for them.
    private(set) var congested: Set<LinkID> = []
    /// What is kept of apps, of those that are there too.
    var saved: [Consents.AppOnDevice: SavedApp] = [:]
    var lastUse: Int64 = 0
    /// When apps that are gone were lost.
    var vanished: [Consents.AppOnDevice: Duration] = [:]
    /// Registrations that are not answered yet because their subscriptions are being restored.
    var resumptions: [AppKey: Resumption] = [:]
    /// One question about waypoints for all apps that come back.
    var isResumingWayPoints = false
    /// One question about vehicle data for all apps that come back.
    var isResumingVehicleData = false
    /// Apps that get their level back when the timer ends.
    var levelReturns: [LevelReturn] = []
    /// Apps whose levels wait for the end of a temporary state.
    var postponedReturns: [LevelReturn] = []
    /// When the ignition was switched on.
    var cycleStart = Duration.zero
    var isIgnitionOff = false
    /// Somebody stores changes, and hashes wait for that.
    var isDurable = false
    var lastStoreToken = 0
    var lastStoredToken = 0
    /// The change that the HMI waits for before it lets the system sleep.
    var tokenBeforeSleep: Int?
    var hashesToTell: [UntoldHash] = []
    var temporaryStates: Set<TemporaryState> = []
    var driverDistraction = "DD_OFF"
    /// Between OnExitAllApplications(SUSPEND) and OnAwakeSDL new hashes are not told.
    var isSuspended = false
    /// Somebody watches the RPCs.
    var isTraced = false
    var random: RandomSource
    var now: Duration = .zero
    var deadlines = Deadlines()
    var lastJudged = LastMade<GivenAnswer, JudgedAnswer?>()
    var lastSent = LastMade<OutgoingBody, [UInt8]?>()
    private var actions: [Action] = []

    /// Made once for all head units; the HMI's spec knows no versions.
    private static let hmiView = RPCSpec.embeddedHMI.view(at: RPCVersion(8, 2, 0))

    init(configuration: HeadUnitConfiguration, random: RandomSource = .system) {
        self.configuration = configuration
        self.random = random
        spec = RPCSpec.embedded
        versionFilter = VersionFilter(spec: spec, version: configuration.rpcVersion)
        facts = SystemFacts(configuration)
        policy = configuration.policy
        sessions = SessionRegistry(
            numbering: configuration.sessionNumbering, messageIDs: configuration.messageIDs)
    }

    // MARK: Events

    /// The HMI is there and is asked what it can do.
    ///
    /// Until it has answered, or had its time, no session starts.
    mutating func start(now: Duration) -> [Action] {
        self.now = now
        cycleStart = now
        beginStartUp()
        return takeActions()
    }

    /// A connection was accepted from `address` (without its port).
    ///
    /// - Parameters:
    ///   - id: Its name from now on.
    ///   - address: Where it comes from.
    ///   - listenerPort: The port of the head unit that it came to, where there is one.
    ///   - now: The time.
    mutating func linkOpened(
        _ id: LinkID, address: String, listenerPort: UInt16? = nil, now: Duration
    ) -> [Action] {
        self.now = now
        let name = listenerPort.map { "\(address):\($0)" } ?? address
        let device =
            switch configuration.deviceRule {
            case .address: name
            case .connection: "\(name)#\(id.number)"
            }
        var settings = configuration.connection
        settings.isReady = startUp.isOver
        settings.vehicle = facts.vehicle
        settings.offersProtection = configuration.protection != nil
        links[id] = Link(connection: ModuleConnection(number: id.number, configuration: settings), device: device)
        if devices.add(device) { updateDeviceList() }
        return takeActions()
    }

    /// Bytes arrived on a connection.
    mutating func received(_ bytes: [UInt8], on id: LinkID, now: Duration) -> [Action] {
        self.now = now
        guard var events = links[id]?.connection.receive(bytes, now: now, sessions: &sessions) else { return [] }
        handle(&events, on: id)
        runQueue()
        noteDeadline(of: id)
        return takeActions()
    }

    /// A connection is gone.
    mutating func linkClosed(_ id: LinkID, now: Duration) -> [Action] {
        self.now = now
        guard var events = links[id]?.connection.transportClosed(now: now, sessions: &sessions) else { return [] }
        handle(&events, on: id)
        // Where the module had closed the connection itself, what the wire reports is not looked at.
        forgetApps(of: id)
        let device = links.removeValue(forKey: id)?.device
        if let device, devices.remove(device) { updateDeviceList() }
        noteDeadline(of: id)
        return takeActions()
    }

    /// The HMI answered a request.
    mutating func answered(_ request: Int, _ answer: HMIAnswer, now: Duration) -> [Action] {
        self.now = now
        hmiAnswered(request, answer)
        return takeActions()
    }

    /// The HMI told something.
    mutating func notified(_ notification: HMINotification, now: Duration) -> [Action] {
        self.now = now
        hmiNotified(notification)
        return takeActions()
    }

    /// Which connections take nothing more at the moment; to be told before vehicle data, which is not piled up for them.
    mutating func noteCongestion(of links: Set<LinkID>) {
        congested = links
    }

    /// The connections whose state decides how vehicle data is told.
    var vehicleDataLinks: [LinkID] { vehicleData.apps.map(\.link) }

    /// The HMI asks; the answer comes beside the actions, which are to be done before it is given.
    mutating func requested(
        _ method: HMIMethod, parameters: JSONValue?, now: Duration
    ) -> (actions: [Action], answer: HMIAnswer) {
        self.now = now
        let answer = hmiRequested(method, parameters: parameters)
        return (takeActions(), answer)
    }

    /// Another policy table holds from now on.
    mutating func policyUpdated(_ table: PolicyTable, now: Duration) -> [Action] {
        self.now = now
        replacePolicy(table)
        return takeActions()
    }

    /// A capability of the system is another one now.
    mutating func capabilityChanged(_ type: String, to value: JSONValue, now: Duration) -> [Action] {
        self.now = now
        facts.systemCapabilities[type] = value
        tellCapability(type)
        return takeActions()
    }

    /// An app is to be unregistered for a reason; `nil` when the HMI's id leads to none.
    mutating func unregistered(_ hmiAppID: Int, reason: String, now: Duration) -> [Action]? {
        self.now = now
        guard let key = keysByHMIAppID[hmiAppID] else { return nil }
        unregister(key, reason: reason)
        return takeActions()
    }

    /// The head unit ends, as at ignition off.
    mutating func shutDown(now: Duration) -> [Action] {
        self.now = now
        endAllApps(reason: "IGNITION_OFF")
        return takeActions()
    }

    /// All changes up to a token are stored, or will never be.
    mutating func stored(upTo token: Int, now: Duration) -> [Action] {
        self.now = now
        changesStored(upTo: token)
        return takeActions()
    }

    /// Time went on; call when ``nextDeadline`` is reached.
    mutating func timePassed(now: Duration) -> [Action] {
        self.now = now
        for owner in deadlines.takeDue(now: now) {
            switch owner {
            case .link(let id):
                guard var events = links[id]?.connection.timePassed(now: now, sessions: &sessions) else { continue }
                handle(&events, on: id)
                runQueue()
                noteDeadline(of: id)
            case .request(let id):
                expireHMIRequest(id)
            case .startUp:
                endStartUp()
            case .passed(let id):
                expirePassed(id)
            case .levels:
                resumeLevels()
            case .vehicleData:
                tellHeldVehicleData()
            }
        }
        return takeActions()
    }

    /// When ``timePassed(now:)`` is wanted next, at the latest.
    var nextDeadline: Duration? { deadlines.next }

    private mutating func noteDeadline(of id: LinkID) {
        deadlines.set(.link(id), to: links[id]?.connection.nextDeadline)
    }

    /// What the spec says at a version.
    mutating func view(at version: RPCVersion) -> RPCSpecView {
        if let view = views[version] { return view }
        // Apps choose the version they speak; a parade of odd ones must not fill the memory.
        if views.count >= 16 { views.removeAll() }
        let view = spec.view(at: version)
        views[version] = view
        return view
    }

    // MARK: Actions

    mutating func act(_ action: Action) {
        actions.append(action)
    }

    private mutating func takeActions() -> [Action] {
        let taken = actions
        actions = []
        return taken
    }
}
