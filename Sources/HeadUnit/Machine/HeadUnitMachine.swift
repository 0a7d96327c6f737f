internal import Formats
internal import SDLProtocol
internal import SDLSpec

/// The head unit without its sockets, clock and HMI: events in, actions out.
///
/// Duties: sessions and registrations of all connections, the pipeline that every request passes, policy, HMI levels,
/// capabilities, waypoint subscriptions, and the messages to the HMI. Not its duties: bytes of frames
/// (`ModuleConnection`), what the navigation knows (the HMI), time (an argument of each event).
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
    }

    let configuration: HeadUnitConfiguration
    let spec: RPCSpec
    /// The HMI's side of the spec; judges what the HMI says.
    let hmiSpec: RPCSpecView
    /// What the spec says at the versions spoken, made once each.
    private var views: [RPCVersion: RPCSpecView] = [:]
    var links: [LinkID: Link] = [:]
    var sessions: SessionRegistry
    var apps: [AppKey: RegisteredApp] = [:]
    /// Registered apps in the order of their registration.
    var order: [AppKey] = []
    var pending: [Int: PendingHMIRequest] = [:]
    var nextHMIRequestID = 1
    var wayPoints = WayPointSubscriptions()
    /// Apps sent to NONE and so on are found by the id the HMI knows them by.
    var keysByHMIAppID: [Int: AppKey] = [:]
    var driverDistraction = "DD_OFF"
    var systemContext = "MAIN"
    var random: RandomSource
    var now: Duration = .zero
    private var actions: [Action] = []

    init(configuration: HeadUnitConfiguration, random: RandomSource = .system) {
        self.configuration = configuration
        self.random = random
        spec = RPCSpec.embedded
        hmiSpec = RPCSpec.embeddedHMI.view(at: RPCVersion(8, 2, 0))
        sessions = SessionRegistry(
            numbering: configuration.sessionNumbering, messageIDs: configuration.messageIDs)
    }

    // MARK: Events

    /// A connection was accepted from `address` (without its port).
    mutating func linkOpened(_ id: LinkID, address: String, now: Duration) {
        self.now = now
        let device =
            switch configuration.deviceRule {
            case .address: address
            case .connection: "\(address)#\(id.number)"
            }
        links[id] = Link(
            connection: ModuleConnection(number: id.number, configuration: configuration.connection), device: device)
    }

    /// Bytes arrived on a connection.
    mutating func received(_ bytes: [UInt8], on id: LinkID, now: Duration) -> [Action] {
        self.now = now
        guard var events = links[id]?.connection.receive(bytes, now: now, sessions: &sessions) else { return [] }
        handle(&events, on: id)
        return takeActions()
    }

    /// A connection is gone.
    mutating func linkClosed(_ id: LinkID, now: Duration) -> [Action] {
        self.now = now
        guard var events = links[id]?.connection.transportClosed(now: now, sessions: &sessions) else { return [] }
        handle(&events, on: id)
        links[id] = nil
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

    /// The HMI asks; the answer comes beside the actions, which are to be done before it is given.
    mutating func requested(
        _ method: HMIMethod, parameters: JSONValue?, now: Duration
    ) -> (actions: [Action], answer: HMIAnswer) {
        self.now = now
        let answer = hmiRequested(method, parameters: parameters)
        return (takeActions(), answer)
    }

    /// Time went on; call when ``nextDeadline`` is reached.
    mutating func timePassed(now: Duration) -> [Action] {
        self.now = now
        for id in links.keys.sorted() {
            guard var events = links[id]?.connection.timePassed(now: now, sessions: &sessions) else { continue }
            handle(&events, on: id)
        }
        expireHMIRequests()
        return takeActions()
    }

    /// When ``timePassed(now:)`` is wanted next.
    var nextDeadline: Duration? {
        var earliest = pending.values.lazy.map(\.deadline).min()
        for link in links.values {
            if let deadline = link.connection.nextDeadline { earliest = min(earliest ?? deadline, deadline) }
        }
        return earliest
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

/// Names a connection; the number counts from 1 and is part of the hash ids on it.
struct LinkID: Hashable, Comparable, Sendable {
    let number: Int

    static func < (left: LinkID, right: LinkID) -> Bool { left.number < right.number }
}

/// A connection and where it comes from.
struct Link: Sendable {
    var connection: ModuleConnection
    let device: String
    /// The module has closed the connection: what still arrives is lost.
    var isClosing = false
}

/// Names a session over all connections.
struct AppKey: Hashable, Comparable, Sendable {
    let link: LinkID
    let session: UInt8

    static func < (left: AppKey, right: AppKey) -> Bool {
        left.session != right.session ? left.session < right.session : left.link < right.link
    }
}

/// Where random numbers come from: the system, or a seed for tests.
enum RandomSource: Sendable {
    case system
    case seeded(UInt64)

    mutating func next() -> UInt64 {
        switch self {
        case .system:
            return UInt64.random(in: .min ... .max)
        case .seeded(let state):
            // SplitMix64, public domain algorithm: one addition and a mix.
            let new = state &+ 0x9e37_79b9_7f4a_7c15
            self = .seeded(new)
            var mixed = new
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }

    /// A resumption hash: 32 characters of 0-9, a-z, A-Z.
    mutating func hash() -> String {
        let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        var text = ""
        for _ in 0..<32 { text.unicodeScalars.append(Unicode.Scalar(alphabet[Int(next() % 62)])) }
        return text
    }
}
