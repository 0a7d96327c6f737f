public import Transport

/// Knows accessories by name and tells when they come and go.
///
/// Serial devices are watched by their files, TCP servers by connecting to them now and then while nothing uses them, less
/// and less often while nothing changes. Accessories that are there at the start and those that come later are treated
/// alike, and no event is merged with another. Nothing here needs rights but those to the devices.
///
/// All servers of the configuration are looked at, whether anybody observes them or not, since ``connectedAccessories``
/// is to be true for whoever asks: give it the accessories that are wanted.
///
/// A manager that is dropped without ``stop()`` ends its sessions and stops looking.
public actor AccessoryManager {
    /// A watcher of news; it goes on until it is cancelled.
    struct Observation: Sendable {
        fileprivate let manager: AccessoryManager
        fileprivate let id: Int

        /// To be called on the reactor's thread.
        func cancel() { manager.assumeIsolated { $0.observers.removeAll { $0.id == id } } }
    }

    let reactor: Reactor
    let probeInterval: Duration
    let schedule: RetrySchedule?
    var registry: AccessoryRegistry
    /// The places while it runs.
    var places: [AccessoryEndpoint: AccessoryPlace] = [:]
    var timers: [AccessoryEndpoint: (id: Reactor.TimerID, deadline: Duration)] = [:]
    var watches: [AccessoryEndpoint: DeviceWatch] = [:]
    /// Looks under way.
    var looks: [AccessoryEndpoint: Task<Void, Never>] = [:]
    /// Servers that were not looked at yet.
    var unseen: Set<AccessoryEndpoint> = []
    var waiters: [(name: String?, continuation: CheckedContinuation<Void, Never>)] = []
    var ports: [AccessoryEndpoint: AccessoryPort] = [:]
    private var opening: [AccessoryEndpoint: (task: Task<any ByteStream, any Error>, use: Int)] = [:]
    var observers: [(id: Int, handler: (Accessory) -> Void)] = []
    private var lastObserver = 0
    var generation = 0
    private(set) var isRunning = false
    let hub = SourceHub<AccessoryEvent, Never>(capacity: 1024)

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a manager.
    ///
    /// - Parameters:
    ///   - configuration: The accessories that are known.
    ///   - probeInterval: When a TCP server that is there, but not used, is looked at again; it doubles each time.
    ///   - reactor: Where it works; sources that use it must be on the same one.
    public init(_ configuration: AccessoryConfiguration, probeInterval: Duration = .seconds(5), on reactor: Reactor) {
        self.init(configuration, probeInterval: max(probeInterval, .milliseconds(100)), schedule: nil, on: reactor)
    }

    /// Makes a manager that looks at lost places by its own schedule; `nil` for what suits them.
    init(
        _ configuration: AccessoryConfiguration, probeInterval: Duration, schedule: RetrySchedule?, on reactor: Reactor
    ) {
        registry = AccessoryRegistry(configuration.accessories)
        self.probeInterval = probeInterval
        self.schedule = schedule
        self.reactor = reactor
    }

    // Not an `isolated deinit`, which the optimising compiler does not take in other modules.
    deinit {
        let (watches, ports, timers) = (watches, ports, timers.values.map(\.id))
        if !watches.isEmpty || !ports.isEmpty || !timers.isEmpty {
            reactor.performSoon { [reactor] in
                for watch in watches.values { watch.close() }
                for port in ports.values { port.end(.endOfStream) }
                for timer in timers { reactor.cancel(timer) }
            }
        }
        hub.finish()
    }

    // MARK: Life

    /// Begins to look; a second call does nothing.
    ///
    /// Devices that are there are told before it returns. Servers are being connected to then: whoever opens a connection
    /// to an accessory waits for the answers, others follow ``events``.
    ///
    /// - Throws: ``LocationSourceError`` when the system cannot watch a device's folder; nothing is begun then.
    public func start() throws(LocationSourceError) {
        guard !isRunning else { return }
        do {
            for endpoint in registry.endpoints { try watch(endpoint) }
        } catch {
            stopWatching()
            throw error
        }
        isRunning = true
        generation += 1
        for endpoint in registry.endpoints { begin(endpoint) }
    }

    /// Ends all sessions, tells all accessories as disconnected, and stops looking.
    public func stop() {
        guard isRunning else { return }
        isRunning = false
        generation += 1
        stopWatching()
        for endpoint in registry.endpoints { vanished(endpoint) }
        places = [:]
        looks = [:]
        unseen = []
        resumeWaiters()
        hub.finish()
    }

    // MARK: What is there

    /// The connected accessories, the longest connected first.
    public var connectedAccessories: [Accessory] { registry.connected }

    /// All accessories of the configuration.
    public var knownAccessories: [Accessory] { registry.accessories.compactMap { registry.accessory(named: $0.name) } }

    /// Who is connected now, as events, then each change; at most 1024 wait for a slow reader.
    public var events: SourceSequence<AccessoryEvent, Never> {
        hub.subscribe(first: registry.connected.map { .connected($0) })
    }

    /// Calls a handler, on the reactor's thread, when a connected accessory is worth an attempt at once.
    ///
    /// It is when a place of it has just come, or its rights have changed; one whose connection broke and that is only
    /// offered again is not.
    func observe(_ handler: @escaping (Accessory) -> Void) -> Observation {
        lastObserver += 1
        observers.append((lastObserver, handler))
        return Observation(manager: self, id: lastObserver)
    }

    /// The first connected accessory that speaks one of the protocols.
    ///
    /// - Parameter protocols: Names of protocols; `nil` for any by which positions are told.
    /// - Throws: ``AccessoryError/noAccessories`` when there is none.
    public func firstConnected(supporting protocols: [String]? = nil) throws(AccessoryError) -> Accessory {
        let found = registry.connected.first { accessory in
            protocols.map { !Set($0).isDisjoint(with: accessory.protocolStrings) } ?? (accessory.positions() != nil)
        }
        guard let found else { throw .noAccessories }
        return found
    }

    /// An accessory that is connected.
    ///
    /// - Throws: ``AccessoryError/notFound(name:)`` when it is not there (any more), `notConfigured` when no such one is
    ///   known.
    public func accessory(named name: String) throws(AccessoryError) -> Accessory {
        guard let accessory = registry.accessory(named: name) else {
            throw .notConfigured(name: name, known: registry.accessories.map(\.name))
        }
        guard accessory.isConnected else { throw .notFound(name: name) }
        return accessory
    }

    /// The accessory that was chosen from a list: none is no error, and one already connected is used as it is.
    ///
    /// - Parameter name: The chosen name; `nil` when nothing was chosen.
    /// - Throws: ``AccessoryError`` when it is not there any more.
    public func choose(_ name: String?) throws(AccessoryError) -> Accessory? {
        guard let name else { return nil }
        return try accessory(named: name)
    }

    // MARK: Sessions

    /// The sessions that are open.
    var openSessions: [AccessorySession] { ports.values.flatMap(\.sessions) }

    /// Opens a session with a protocol of a connected accessory; one at a time for each protocol.
    ///
    /// - Throws: ``AccessoryError``: `notFound`, `notOffered`, `busy`, or `unknown` with the system's reason.
    public func openSession(
        _ accessory: Accessory, _ protocolName: String
    ) async throws(AccessoryError) -> AccessorySession {
        let name = accessory.name
        var current = try self.accessory(named: name)
        guard let accessoryProtocol = current.protocols.first(where: { $0.name == protocolName }) else {
            throw .notOffered(name: name, protocolName: protocolName)
        }
        let endpoint = accessoryProtocol.endpoint
        try checkFree(endpoint, name, protocolName)
        if ports[endpoint] == nil {
            let (stream, use) = try await stream(to: endpoint, name: name)
            // While it was opened the accessory may have gone, or another session may have come.
            do {
                current = try self.accessory(named: name)
            } catch {
                stream.close()
                places[endpoint]?.released(use, now: reactor.now)
                armTimer(endpoint)
                throw error
            }
            if ports[endpoint] == nil { makePort(endpoint, stream, use: use) }
            try checkFree(endpoint, name, protocolName)
        }
        guard let port = ports[endpoint] else { throw .notFound(name: name) }
        return AccessorySession(
            accessory: current, accessoryProtocol: accessoryProtocol, port: port, reactor: reactor)
    }

    private func checkFree(_ endpoint: AccessoryEndpoint, _ name: String, _ protocolName: String) throws(AccessoryError)
    {
        guard let sessions = ports[endpoint]?.sessions else { return }
        if sessions.contains(where: { $0.accessoryProtocol.name == protocolName }) {
            throw .busy(name: name, protocolName: protocolName)
        }
    }

    private func makePort(_ endpoint: AccessoryEndpoint, _ stream: any ByteStream, use: Int) {
        ports[endpoint] = AccessoryPort(
            endpoint: endpoint, stream: stream,
            onFirstBytes: { [weak self] in self?.assumeIsolated { $0.places[endpoint]?.heard(use) } },
            onEnd: { [weak self] isBroken in self?.assumeIsolated { $0.portEnded(endpoint, use, isBroken: isBroken) } })
    }

    /// Two sessions that ask for one place at the same time get the same connection.
    private func stream(
        to endpoint: AccessoryEndpoint, name: String
    ) async throws(AccessoryError) -> (stream: any ByteStream, use: Int) {
        switch endpoint {
        case .serial(let path, let baud):
            let use = places[endpoint]?.opening() ?? 0
            do {
                return (try SerialStream(path: path, baud: baud, on: reactor), use)
            } catch {
                places[endpoint]?.released(use, now: reactor.now)
                throw AccessoryError(error, name: name)
            }
        case .tcp(let host, let port):
            // A receiver that serves one client would refuse the second one.
            await looks[endpoint]?.value
            _ = try accessory(named: name)
            let attempt =
                opening[endpoint]
                ?? (
                    Task { [reactor] in try await TCPStream.connect(host: host, port: port, on: reactor) },
                    places[endpoint]?.opening() ?? 0
                )
            opening[endpoint] = attempt
            defer { opening[endpoint] = nil }
            do {
                return (try await attempt.task.value, attempt.use)
            } catch {
                run(places[endpoint]?.broke(attempt.use, now: reactor.now) ?? [], at: endpoint)
                throw AccessoryError(error, name: name)
            }
        }
    }

    private func portEnded(_ endpoint: AccessoryEndpoint, _ use: Int, isBroken: Bool) {
        ports[endpoint] = nil
        guard isRunning else { return }
        if isBroken {
            run(places[endpoint]?.broke(use, now: reactor.now) ?? [], at: endpoint)
        } else {
            places[endpoint]?.released(use, now: reactor.now)
            armTimer(endpoint)
        }
    }
}
