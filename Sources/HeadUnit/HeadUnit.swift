public import Formats
public import Log
internal import SDLProtocol
@_exported public import SDLRPC
public import Transport

/// A head unit: listens for SDL apps, judges their requests, and asks its ``HMI`` for what the apps want to know.
///
/// The actor lives on a reactor that owns its sockets and timers; all decisions are made by a machine without I/O.
/// Apps that connect by TCP need only the port (SDL apps expect 12345).
public actor HeadUnit {
    /// One direction of the traffic on a connection, for recordings.
    public enum Direction: Hashable, Sendable {
        /// From the app to the head unit.
        case fromApp
        /// From the head unit to the app.
        case toApp
    }

    /// What an observer of the traffic is shown.
    public enum TrafficEvent: Sendable {
        /// A connection was accepted; the text is the address of the peer.
        case opened(peer: String)
        /// Bytes as they were read, or the whole frames of one write.
        case bytes(Direction, [UInt8])
        /// A connection is gone.
        case closed(by: End)
    }

    /// Who ended a connection.
    public enum End: Hashable, Sendable, CaseIterable {
        /// The app.
        case app
        /// The head unit.
        case headUnit
        /// Nobody: the line broke.
        case line

        /// Tells from how the head unit's stream ended.
        ///
        /// An app that does not read counts as a broken line: ``headUnit`` is what a head unit does by its rules, which
        /// replays expect again and checks judge.
        package init(_ closure: StreamClosure) {
            self =
                switch closure {
                case .endOfStream: .app
                case .slowPeer, .failed: .line
                }
        }
    }

    /// What passes between the head unit and its HMI.
    public enum HMITrafficEvent: Sendable {
        /// The head unit asks.
        case asked(HMIRequest)
        /// The head unit tells.
        case told(HMINotification)
        /// The HMI answers a request; a late or second answer too.
        case answered(HMIRequest, HMIAnswer)
        /// The HMI tells.
        case notified(HMINotification)
        /// The HMI asks; the number is that of ``gotAnswer(number:_:_:)``, which follows what the request brought about.
        case requested(number: Int, HMIMethod, parameters: JSONValue?)
        /// The head unit answers a request of the HMI.
        case gotAnswer(number: Int, HMIMethod, HMIAnswer)
    }

    /// Takes what passes between head unit and HMI, at that time of the reactor's clock.
    public typealias HMITrafficObserver = @Sendable (_ time: Duration, HMITrafficEvent) -> Void

    /// Takes events of the connection with that number, at that time of the reactor's clock.
    public typealias TrafficObserver = @Sendable (_ connection: Int, _ time: Duration, TrafficEvent) -> Void

    /// The thread of this head unit.
    public nonisolated let reactor: Reactor
    /// What it was made as.
    public nonisolated let configuration: HeadUnitConfiguration
    private let hmi: any HMI
    private let store: StateStore?
    private let logger: Logger
    private(set) var machine: HeadUnitMachine
    private var streams: [LinkID: any ByteStream] = [:]
    private var listeners: [TCPListener] = []
    private var nextLink = 1
    private var timer: (id: Reactor.TimerID, deadline: Duration)?
    private var todo: [HeadUnitMachine.Action] = []
    private var isPerforming = false
    private var isStarted = false
    private var observer: TrafficObserver?
    private var hmiObserver: HMITrafficObserver?
    private var hmiRequests = 0
    private var messageObserver: MessageObserver?

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a head unit that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: What apps see of it.
    ///   - hmi: What it is plugged into.
    ///   - reactor: The thread it lives on; the HMI may share it.
    ///   - logger: Where it tells what goes on.
    ///   - store: What was kept by an earlier run, and where changes go; `nil` keeps what apps may resume as long as the
    ///     head unit lives.
    public init(
        configuration: HeadUnitConfiguration, hmi: any HMI, reactor: Reactor, logger: Logger = .disabled,
        store: StateStore? = nil
    ) {
        self.reactor = reactor
        self.configuration = configuration
        self.hmi = hmi
        self.logger = logger.named("headunit")
        self.store = store
        var machine = HeadUnitMachine(configuration: configuration)
        if let store {
            machine.restore(store.initial)
            machine.isDurable = true
        }
        self.machine = machine
        store?.begin(base: configuration.policy.fingerprint) { [weak self] token in
            Task { await self?.stored(upTo: token) }
        }
    }

    /// Asks the HMI what works and what it can do.
    ///
    /// Apps may connect before; their sessions start when the HMI has answered, or after 11 s. The first connection and
    /// the first listener do this too.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        perform(machine.start(now: reactor.now))
    }

    // MARK: Connections

    /// Listens for apps over TCP.
    ///
    /// - Parameters:
    ///   - host: A numeric address of this machine; loopback unless asked otherwise.
    ///   - port: The port, 0 for any free one; SDL's own is 12345.
    /// - Returns: The address with the real port.
    /// - Throws: `TransportError` when the address is not usable.
    public func listen(host: String = "127.0.0.1", port: UInt16 = 12345) throws(TransportError) -> SocketAddress {
        let listener = try TCPListener(host: host, port: port, on: reactor)
        start()
        let listenerPort = listener.address.port
        listener.accept { [weak self] stream in
            guard let self else { return }
            assumeIsolated { $0.attach(stream, listenerPort: listenerPort) }
        }
        listeners.append(listener)
        return listener.address
    }

    /// Takes over a connection to an app that was made in another way.
    ///
    /// - Parameters:
    ///   - stream: A stream on this head unit's reactor, not started yet.
    ///   - listenerPort: The port it came to, where there is one: it is part of the device's name, as in sdl_core.
    public func attach(_ stream: any ByteStream, listenerPort: UInt16? = nil) {
        start()
        let id = LinkID(number: nextLink)
        nextLink += 1
        streams[id] = stream
        observer?(id.number, reactor.now, .opened(peer: stream.peer))
        logger.log(.info, "connected", ["connection": .int(id.number), "peer": .string(stream.peer)])
        perform(
            machine.linkOpened(
                id, address: Self.host(of: stream.peer), listenerPort: listenerPort, now: reactor.now))
        stream.start(
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes, on: id) } },
            onClosure: { [weak self] closure in self?.assumeIsolated { $0.closed(id, closure) } })
    }

    /// The number of connections open now.
    public var connectionCount: Int { streams.count }

    /// Shows all traffic from now on to `observer`; `nil` ends that.
    public func observeTraffic(_ observer: TrafficObserver?) {
        self.observer = observer
    }

    /// Shows what passes between head unit and HMI from now on to `observer`; `nil` ends that.
    public func observeHMITraffic(_ observer: HMITrafficObserver?) {
        hmiObserver = observer
    }

    /// Shows every RPC from now on to `observer`; `nil` ends that.
    ///
    /// Messages of protocol 1, and those too damaged to say what they are, are not shown; ``observeTraffic(_:)`` shows
    /// all bytes.
    public func observeMessages(_ observer: MessageObserver?) {
        messageObserver = observer
        machine.isTraced = observer != nil
    }

    /// Tells all apps that the ignition is off, closes their connections and stops listening.
    public func stop() {
        for listener in listeners { listener.close() }
        listeners = []
        perform(machine.shutDown(now: reactor.now))
        for id in streams.keys.sorted() { perform([.close(id)]) }
        if let timer { reactor.cancel(timer.id) }
        timer = nil
    }

    // MARK: The HMI's doors

    /// Takes the HMI's answer to a request; a second or late one is ignored.
    public func answer(_ request: HMIRequest, with answer: HMIAnswer) {
        hmiObserver?(reactor.now, .answered(request, answer))
        perform(machine.answered(request.id, answer, now: reactor.now))
    }

    /// Takes news from the HMI.
    public func notify(_ notification: HMINotification) {
        hmiObserver?(reactor.now, .notified(notification))
        if notification.method == .onVehicleData { noteCongestion() }
        perform(machine.notified(notification, now: reactor.now))
    }

    /// Takes a request of the HMI, such as ``HMIMethod/activateApp``, and answers it.
    @discardableResult
    public func request(_ method: HMIMethod, parameters: JSONValue? = nil) -> HMIAnswer {
        hmiRequests += 1
        let number = hmiRequests
        hmiObserver?(reactor.now, .requested(number: number, method, parameters: parameters))
        let (actions, answer) = machine.requested(method, parameters: parameters, now: reactor.now)
        perform(actions)
        hmiObserver?(reactor.now, .gotAnswer(number: number, method, answer))
        return answer
    }

    /// Ends the registration of one app, for any reason that the spec knows.
    ///
    /// The app hears OnAppInterfaceUnregistered with what a production head unit says and does around it: for
    /// IGNITION_OFF, MASTER_RESET and FACTORY_DEFAULTS its session ends before, for RESOURCE_CONSTRAINT and
    /// PROTOCOL_VIOLATION after it, and the connection closes when no other session lives on it; BLUETOOTH_OFF and
    /// USB_DISCONNECTED tell all apps of the connection and close it; all others leave session and connection open. To
    /// end all apps use BC.OnExitAllApplications or ``stop()``.
    ///
    /// - Parameters:
    ///   - app: The id by which the HMI knows the app (``AppState/hmiAppID``).
    ///   - reason: What the app is told.
    /// - Returns: Whether there was such an app.
    @discardableResult
    public func unregister(app: Int, reason: AppInterfaceUnregisteredReason) -> Bool {
        guard let actions = machine.unregistered(app, reason: reason.rawValue, now: reactor.now) else { return false }
        perform(actions)
        return true
    }

    // MARK: Changes while apps run

    /// Replaces the policy table, as after a policy update; apps hear of it when their own permissions change.
    public func updatePolicy(_ table: PolicyTable) {
        perform(machine.policyUpdated(table, now: reactor.now))
    }

    /// Changes a capability of the system; apps that subscribed to it are told.
    ///
    /// - Parameters:
    ///   - type: A `SystemCapabilityType`, such as `NAVIGATION`.
    ///   - value: The member that goes with the type, for `NAVIGATION` the content of `navigationCapability`.
    public func updateCapability(_ type: String, to value: JSONValue) {
        perform(machine.capabilityChanged(type, to: value, now: reactor.now))
    }

    // MARK: Inside

    private func received(_ bytes: [UInt8], on id: LinkID) {
        observer?(id.number, reactor.now, .bytes(.fromApp, bytes))
        perform(machine.received(bytes, on: id, now: reactor.now))
    }

    private func closed(_ id: LinkID, _ closure: StreamClosure) {
        guard streams.removeValue(forKey: id) != nil else { return }
        observer?(id.number, reactor.now, .closed(by: End(closure)))
        logger.log(
            .info, "disconnected", ["connection": .int(id.number), "reason": .string(String(describing: closure))])
        perform(machine.linkClosed(id, now: reactor.now))
    }

    private func stored(upTo token: Int) {
        perform(machine.stored(upTo: token, now: reactor.now))
    }

    private func timerFired() {
        timer = nil
        noteCongestion()
        perform(machine.timePassed(now: reactor.now))
    }

    /// Tells the machine which of the apps that hear of the vehicle take nothing more at the moment.
    private func noteCongestion() {
        var full: Set<LinkID> = []
        for id in machine.vehicleDataLinks where (streams[id]?.unsentByteCount ?? 0) > 0 { full.insert(id) }
        machine.noteCongestion(of: full)
    }

    /// Does what the machine wants, in order, even when an HMI answers while its question is being handed over.
    private func perform(_ actions: [HeadUnitMachine.Action]) {
        todo += actions
        guard !isPerforming else { return }
        isPerforming = true
        var next = 0
        while next < todo.count {
            let action = todo[next]
            next += 1
            switch action {
            case .send(let id, let bytes):
                observer?(id.number, reactor.now, .bytes(.toApp, bytes))
                streams[id]?.write(bytes)
            case .close(let id):
                guard let stream = streams.removeValue(forKey: id) else { break }
                stream.close()
                observer?(id.number, reactor.now, .closed(by: .headUnit))
                todo += machine.linkClosed(id, now: reactor.now)
            case .ask(let request):
                hmiObserver?(reactor.now, .asked(request))
                hmi.headUnit(self, asks: request)
            case .tell(let notification):
                hmiObserver?(reactor.now, .told(notification))
                hmi.headUnit(self, tells: notification)
            case .store(let change, let token):
                store?.submit(change, token: token)
            case .trace(let message):
                messageObserver?(message)
            }
        }
        todo.removeAll(keepingCapacity: true)
        isPerforming = false
        setTimer()
    }

    private func setTimer() {
        let deadline = machine.nextDeadline
        guard deadline != timer?.deadline else { return }
        if let timer { reactor.cancel(timer.id) }
        timer = deadline.map { deadline in
            let id = reactor.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.timerFired() } }
            return (id, deadline)
        }
    }

    /// The host part of `host:port`.
    private static func host(of peer: String) -> String {
        peer.lastIndex(of: ":").map { String(peer[..<$0]) } ?? peer
    }
}
