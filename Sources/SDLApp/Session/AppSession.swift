internal import SDLProtocol
internal import SDLSecurity

/// One attempt to have a registered session with a head unit, from the open transport to its end, without I/O.
///
/// Duties: the order StartService, RegisterAppInterface, first OnHMIStatus; their deadlines; versions and the veto about
/// the vehicle; which request an answer belongs to; why a session ended; the orderly end. Not its duties: opening the
/// transport, trying again, what answers and notifications mean to the app.
///
/// `connecting → negotiating → registering → settingUp → ready → unregistering → ending → closed`. Events go in as
/// method calls with the time, ``Action``s come out in the order in which they must be carried out. After
/// ``Action/ended(_:)`` nothing comes any more.
struct AppSession: Sendable {
    struct Configuration: Sendable {
        var registration: RegisterAppInterface
        var deadlines: SDLConfiguration.Deadlines
        var minimumProtocolVersion: ProtocolVersion?
        var minimumRPCVersion: RPCVersion?
        var acceptsVehicle: (@Sendable (VehicleInfo) -> Bool)?
        var pendingRequestLimit: Int
        var protection: ServiceProtection?
        var encryptsAllRequests = false
    }

    /// How far the session is, for those who watch.
    enum Stage: Hashable, Sendable {
        case connecting
        case negotiating
        case registering
        case settingUp
        case ready
        case unregistering
    }

    enum Action: Hashable, Sendable {
        case write([UInt8])
        case closeTransport
        case stage(Stage)
        case answered(RequestOwner, RequestOutcome)
        /// A notification of a registered session; the facts know it already.
        case notification(IncomingMessage)
        /// The head unit asks for something, as it does of apps that provide a service.
        case asked(IncomingMessage)
        /// The facts changed; publish what follows from them.
        case factsChanged
        case fault(WireFault)
        /// A message that nobody waits for: an answer that came late or twice, or something unreadable.
        case dropped(IncomingMessage)
        /// The head unit has let go of the app and of all that it kept for it.
        case unregistered
        case ended(EndReason)
    }

    enum State: Hashable, Sendable {
        case connecting(deadline: Duration)
        /// StartService was sent; its deadline is the connection's.
        case negotiating
        case registering
        case settingUp(deadline: Duration)
        case ready
        case unregistering(EndReason)
        /// EndService was sent; its deadline is the connection's.
        case ending(EndReason)
        /// The head unit has ended the session and may still tell why.
        case awaitingReason(deadline: Duration)
        case closed
    }

    /// Notifications that may come before the registration is answered; further ones are dropped.
    static let earlyLimit = 256
    /// Longer than head units try, shorter than requests that wait for it: their callers hear why it failed.
    static let handshakeTimeout = Duration.seconds(12)

    let configuration: Configuration
    var state: State
    var connection: AppConnection
    var pending: PendingRequests
    var facts = SessionFacts()
    var early: [IncomingMessage] = []
    /// Requests that wait for the protection of the service, by their ids.
    var held: [Int32: RPCPayload] = [:]

    /// Makes a session whose transport is being opened.
    init(configuration: Configuration, now: Duration) {
        self.configuration = configuration
        state = .connecting(deadline: now + configuration.deadlines.connect)
        connection = AppConnection(
            configuration: AppConnection.Configuration(
                startTimeout: configuration.deadlines.startService, endTimeout: configuration.deadlines.endService,
                handshakeTimeout: Self.handshakeTimeout,
                hasProtection: configuration.protection != nil))
        facts.protection = configuration.protection == nil ? .unavailable : .possible
        pending = PendingRequests(limit: configuration.pendingRequestLimit)
    }

    /// Whether requests can be sent.
    var isRegistered: Bool {
        switch state {
        case .settingUp, .ready: true
        case .connecting, .negotiating, .registering, .unregistering, .ending, .awaitingReason, .closed: false
        }
    }

    /// When ``timePassed(now:)`` must be called at the latest.
    var nextDeadline: Duration? {
        switch state {
        case .connecting(let deadline): return deadline
        case .closed: return nil
        case .settingUp(let deadline), .awaitingReason(let deadline):
            return [deadline, connection.nextDeadline, pending.nextDeadline].compactMap(\.self).min()
        case .negotiating, .registering, .ready, .unregistering, .ending:
            return [connection.nextDeadline, pending.nextDeadline].compactMap(\.self).min()
        }
    }

    // MARK: - Events

    /// The transport is open.
    mutating func transportOpened(now: Duration) -> [Action] {
        guard case .connecting = state else { return [.closeTransport] }
        state = .negotiating
        var actions: [Action] = [.stage(.negotiating)]
        carryOut(connection.start(now: now), now: now, &actions)
        return actions
    }

    /// The transport could not be opened.
    mutating func transportFailed(_ error: SDLError) -> [Action] {
        guard case .connecting = state else { return [] }
        var actions: [Action] = []
        close(.failed(error), &actions)
        return actions
    }

    /// Bytes arrived.
    mutating func received(_ bytes: [UInt8], now: Duration) -> [Action] {
        var actions: [Action] = []
        carryOut(connection.receive(bytes, now: now), now: now, &actions)
        return actions
    }

    /// The transport is closed.
    mutating func transportClosed(reason: String) -> [Action] {
        var actions: [Action] = []
        _ = connection.transportClosed()
        switch state {
        case .closed: break
        case .unregistering(let end), .ending(let end): close(end, &actions)
        case .awaitingReason: close(.failed(.sessionEndedByHeadUnit), &actions)
        case .connecting, .negotiating, .registering, .settingUp, .ready:
            close(.failed(.connectionLost(reason: reason)), &actions)
        }
        return actions
    }

    /// Does what is due.
    mutating func timePassed(now: Duration) -> [Action] {
        var actions: [Action] = []
        switch state {
        case .connecting(let deadline):
            if now >= deadline { close(.failed(.connectTimedOut), &actions) }
            return actions
        case .settingUp(let deadline):
            if now >= deadline { becomeReady(&actions) }
        case .awaitingReason(let deadline):
            if now >= deadline {
                end(.failed(.sessionEndedByHeadUnit), now: now, &actions)
                return actions
            }
        case .negotiating, .registering, .ready, .unregistering, .ending:
            break
        case .closed:
            return []
        }
        carryOut(connection.timePassed(now: now), now: now, &actions)
        for entry in pending.expire(now: now) { expired(entry, now: now, &actions) }
        return actions
    }

    /// The app wants no session any more.
    mutating func stop(now: Duration) -> [Action] {
        var actions: [Action] = []
        switch state {
        case .connecting, .negotiating, .registering, .awaitingReason: end(.stopped, now: now, &actions)
        case .settingUp, .ready: unregister(.stopped, now: now, &actions)
        case .unregistering, .ending, .closed: break  // the end is under way already, with the reason it has
        }
        return actions
    }
}
