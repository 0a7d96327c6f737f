public import Formats
public import GNSS
public import HeadUnit
public import Log
public import Navigation
public import Positioning
public import Transport

/// A head unit that never was in a car: a module, its simulated inside, its faults, and the hands that control it.
///
/// ```swift
/// let unit = try await MockHeadUnit(MockModule(named: "modern"), on: Reactor())
/// let address = try await unit.listen(port: 0)
/// try await unit.setLevel(of: "Way App", to: .background)
/// try await unit.setRoute(MockFiles.route("city", file: "test"))
/// ```
///
/// Whatever is changed goes through the head unit's HMI, so apps see it as they would from a real one.
public actor MockHeadUnit {
    /// What happens, in the order in which it happens.
    public enum Event: Sendable {
        /// Something inside.
        case simulator(SimulatedHMI.Event)
        /// The recorded drive has come to its end.
        case driveEnded
        /// The recorded drive cannot be read.
        case driveFailed(String)
        /// The ignition was switched.
        case ignition(isOn: Bool)
        /// A fault was switched on (`true`) or off.
        case fault(id: String, isOn: Bool)
        /// Apps that connect have to wait, because the system has no descriptor left; the text says which limit.
        case connectionsWait(String)
        /// The head unit told an app its level; only for those who watch messages.
        case level(app: String?, parameters: JSONValue)
        /// An RPC passed between an app and the head unit; only for those who watch messages.
        ///
        /// It is shown as the head unit sent or understood it: faults of the wire lie beyond.
        case message(HeadUnit.Message)
    }

    /// Takes events on the reactor's thread.
    public typealias Observer = @Sendable (Event) -> Void

    /// The thread of all parts.
    public nonisolated let reactor: Reactor
    /// What it was made as.
    public nonisolated let module: MockModule
    /// The honest head unit.
    public nonisolated let headUnit: HeadUnit
    /// Its simulated inside.
    public nonisolated let hmi: SimulatedHMI
    /// What goes wrong.
    public nonisolated let faults: FaultBoard

    let hub = EventHub()
    var player: DrivePlayer?
    /// What positions come from when it is not the recorded drive; that cannot be controlled then.
    var otherSource: String?
    var isIgnitionOn = true
    var scripts = FaultScripts()
    /// The temporary states that the control switched on.
    var activeEvents: Set<String> = []
    private var listener: TCPListener?
    private var address: (host: String, port: UInt16)?
    private var wireObserver: HeadUnit.TrafficObserver?
    private var positionObserver: (@Sendable (Location) -> Void)?
    private var nextConnection = 1

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a head unit that does not listen yet.
    ///
    /// - Parameters:
    ///   - module: What it is.
    ///   - route: Its route, in place of the module's.
    ///   - drive: Where its vehicle is: the bytes of a recorded drive and their name, in place of the module's.
    ///   - start: Where its vehicle is at first, when no recorded drive tells that.
    ///   - speed: How fast the drive is played.
    ///   - reactor: The thread to live on.
    ///   - logger: Where it tells what goes on.
    ///   - store: Where it keeps what outlives it; `nil` keeps it in memory.
    /// - Throws: ``MockModuleError`` when the module's route or drive cannot be read.
    public init(
        _ module: MockModule, route: Route? = nil, drive: (name: String, sentences: [UInt8])? = nil,
        startingAt start: GeodeticCoordinate? = nil, speed: PlaybackSpeed = .factor(1), on reactor: Reactor,
        logger: Logger = .disabled, store: StateStore? = nil
    ) async throws(MockModuleError) {
        self.reactor = reactor
        self.module = module
        var drive = drive
        if drive == nil, let name = module.navigation.drive {
            drive = (name, try MockFiles.drive(name, file: module.file, path: "navigation.drive"))
        }
        let plannedRoute = if let route { Optional(route) } else { try module.loadRoute() }
        let hub = hub
        let hmi = SimulatedHMI(
            reactor: reactor, route: plannedRoute,
            startingAt: drive.flatMap { DrivePlayer.startPosition(of: $0.sentences) } ?? start,
            activatesApps: module.activatesApps, behaviours: module.behaviours
        ) { event in hub.publish(.simulator(event)) }
        self.hmi = hmi
        headUnit = HeadUnit(
            configuration: module.configuration, hmi: hmi, reactor: reactor, logger: logger, store: store)
        faults = FaultBoard(reactor: reactor)
        begin(drive, speed: speed)
    }

    private func begin(_ drive: (name: String, sentences: [UInt8])?, speed: PlaybackSpeed) {
        if let drive { player = makePlayer(name: drive.name, sentences: drive.sentences, speed: speed) }
        hub.observe { [weak self] event in self?.assumeIsolated { $0.happened(event) } }
        // The reader of modules has counted them; one that was made in Swift may have more, which stay off.
        for fault in module.faults { try? switchOn(fault) }
    }

    func makePlayer(name: String, sentences: [UInt8], speed: PlaybackSpeed = .factor(1)) -> DrivePlayer {
        let (hmi, hub) = (hmi, hub)
        return DrivePlayer(name: name, sentences: sentences, speed: speed, on: reactor) { [weak self] event in
            switch event {
            case .location(let location):
                hmi.assumeIsolated { $0.moved(location.fix, origin: location.origin) }
                self?.assumeIsolated { $0.positionObserver?(location) }
            case .ended: hub.publish(.driveEnded)
            case .failed(let error): hub.publish(.driveFailed("\(error)"))
            case .stale, .status, .interrupted: break  // of receivers
            }
        }
    }

    // MARK: Connections

    /// Listens for apps over TCP, with the module's faults between them and the head unit.
    ///
    /// - Parameters:
    ///   - host: A numeric address of this machine; loopback unless asked otherwise.
    ///   - port: The port, 0 for any free one.
    ///   - raisesDescriptorLimit: Whether this process may have as many files and sockets as the system lets it; not for
    ///     processes that belong to others.
    /// - Returns: The address with the real port.
    /// - Throws: `TransportError` when the address is not usable.
    @discardableResult
    public func listen(
        host: String = "127.0.0.1", port: UInt16 = 12345, raisesDescriptorLimit: Bool = true
    ) throws(TransportError) -> SocketAddress {
        // An app takes one descriptor; what cannot be raised is told by the system when it runs out.
        if raisesDescriptorLimit { try DescriptorLimit.raise(to: DescriptorLimit.maximum) }
        let listener = try TCPListener(host: host, port: port, configuration: module.connections, on: reactor)
        self.listener?.close()
        self.listener = listener
        address = (host, listener.address.port)
        headUnit.assumeIsolated { $0.start() }
        let listenerPort = listener.address.port
        let accept: (TCPStream) -> Void = { [weak self] stream in
            self?.assumeIsolated { $0.attach(stream, listenerPort: listenerPort) }
        }
        listener.accept(accept, onTrouble: { [hub] error in hub.publish(.connectionsWait("\(error)")) })
        return listener.address
    }

    /// Takes over a connection to an app that was made in another way.
    ///
    /// - Parameters:
    ///   - stream: A stream on this reactor, not started yet.
    ///   - listenerPort: The port it came to, where there is one; it is part of the device's name.
    public func attach(_ stream: any ByteStream, listenerPort: UInt16? = nil) {
        let number = nextConnection
        nextConnection += 1
        let reactor = reactor
        wireObserver?(number, reactor.now, .opened(peer: stream.peer))
        let faulty = faults.wrap(stream, number: number) { [weak self] event in
            self?.assumeIsolated { unit in
                guard let observer = unit.wireObserver else { return }
                switch event {
                case .received(let bytes): observer(number, reactor.now, .bytes(.fromApp, bytes))
                case .sent(let bytes): observer(number, reactor.now, .bytes(.toApp, bytes))
                case .closed(let end): observer(number, reactor.now, .closed(by: end))
                }
            }
        }
        headUnit.assumeIsolated { $0.attach(faulty, listenerPort: listenerPort) }
    }

    /// Cuts all connections, as if the cable was pulled; apps may connect again.
    public func cutConnections() { faults.cutAll() }

    /// The bytes that wait for each app, by the number of its connection (`AppState.connection`): what faults hold back,
    /// and what the system has not taken yet.
    public var unsentByteCounts: [Int: Int] { faults.unsentByteCounts }

    /// Shows what is really on the wire from now on, faults and all; `nil` ends that.
    public func observeWire(_ observer: HeadUnit.TrafficObserver?) {
        wireObserver = observer
    }

    /// Shows each place of the recorded drive from now on; `nil` ends that.
    ///
    /// - Parameter observer: Is told on the reactor's thread.
    public func observePositions(_ observer: (@Sendable (Location) -> Void)?) {
        positionObserver = observer
    }

    /// Tells `observer` what happens from now on.
    ///
    /// - Parameters:
    ///   - messages: Whether it watches RPCs and levels too.
    ///   - observer: Who is told.
    /// - Returns: A number for ``removeObserver(_:)``.
    @discardableResult
    public func observe(messages: Bool = false, _ observer: @escaping Observer) -> Int {
        let number = hub.observe(messages: messages, observer)
        watchMessages()
        return number
    }

    /// Tells an observer nothing more.
    public func removeObserver(_ number: Int) {
        hub.remove(number)
        watchMessages()
    }

    /// The head unit shows its messages only while somebody watches them.
    private func watchMessages() {
        let hub = hub
        headUnit.assumeIsolated { headUnit in
            guard hub.isWatchingMessages else { return headUnit.observeMessages(nil) }
            headUnit.observeMessages { message in
                hub.publish(.message(message))
                if message.function == "OnHMIStatus", let parameters = message.parameters {
                    hub.publish(.level(app: message.appName, parameters: parameters))
                }
            }
        }
    }

    /// Ends everything.
    public func stop() {
        player?.assumeIsolated { $0.stop() }
        scripts.stopAll(on: reactor)
        listener?.close()
        listener = nil
        headUnit.assumeIsolated { $0.stop() }
    }

    // MARK: Ignition

    /// Switches the ignition.
    ///
    /// Off, all apps hear OnAppInterfaceUnregistered with IGNITION_OFF, their connections close, and nobody can connect;
    /// on, the head unit starts anew on the port it had.
    ///
    /// - Throws: `TransportError` when another program has taken the port meanwhile.
    public func setIgnition(isOn: Bool) throws(TransportError) {
        guard isOn != isIgnitionOn else { return }
        if isOn {
            if let address { try listen(host: address.host, port: address.port) }
            // A fresh start: what was switched on meanwhile is over as well.
            for event in activeEvents.sorted() { try? setEvent(event, isActive: false) }
            hmi.assumeIsolated { $0.notify(.onReady, [:]) }
        } else {
            listener?.close()
            listener = nil
            activeEvents = []
            headUnit.assumeIsolated {
                $0.notify(HMINotification(.onExitAllApplications, parameters: ["reason": "IGNITION_OFF"]))
            }
        }
        isIgnitionOn = isOn
        hub.publish(.ignition(isOn: isOn))
    }
}

/// Hands events on to all who watch.
final class EventHub: @unchecked Sendable {
    // Sendable although it holds plain state: it belongs to one head unit, whose reactor's thread makes all calls.

    private var observers: [Int: (isWatchingMessages: Bool, tell: MockHeadUnit.Observer)] = [:]
    private var next = 1

    var isWatchingMessages: Bool { observers.values.contains { $0.isWatchingMessages } }

    @discardableResult
    func observe(messages: Bool = false, _ observer: @escaping MockHeadUnit.Observer) -> Int {
        observers[next] = (messages, observer)
        next += 1
        return next - 1
    }

    func remove(_ number: Int) {
        observers[number] = nil
    }

    func publish(_ event: MockHeadUnit.Event) {
        let isMessage =
            switch event {
            case .message, .level: true
            default: false
            }
        for number in observers.keys.sorted() {
            guard let observer = observers[number], observer.isWatchingMessages || !isMessage else { continue }
            observer.tell(event)
        }
    }
}
