public import Transport

/// Knows accessories by name and tells when they come and go.
///
/// Serial devices are watched by their files, TCP servers by connecting to them now and then while nothing uses them.
/// Accessories that are there at the start and those that come later are treated alike, and no event is merged with
/// another. Nothing here needs rights but those to the devices.
public actor AccessoryManager {
    /// A watcher of events; it goes on until it is cancelled.
    struct Observation: Sendable {
        fileprivate let manager: AccessoryManager
        fileprivate let id: Int

        /// To be called on the reactor's thread.
        func cancel() { manager.assumeIsolated { $0.observers.removeAll { $0.id == id } } }
    }

    let reactor: Reactor
    private let probeInterval: Duration
    private var registry: AccessoryRegistry
    private var watches: [DeviceWatch] = []
    private var ports: [AccessoryEndpoint: AccessoryPort] = [:]
    /// Counts comings and goings of each place, to tell a broken connection from one that came after it.
    private var changes: [AccessoryEndpoint: Int] = [:]
    private var opening: [AccessoryEndpoint: Task<any ByteStream, any Error>] = [:]
    private var observers: [(id: Int, handler: (AccessoryEvent) -> Void)] = []
    private var lastObserver = 0
    private var generation = 0
    private var isRunning = false
    private let hub = SourceHub<AccessoryEvent, Never>(capacity: 1024)

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a manager.
    ///
    /// - Parameters:
    ///   - configuration: The accessories that are known.
    ///   - probeInterval: How often TCP servers are looked for.
    ///   - reactor: Where it works; sources that use it must be on the same one.
    public init(_ configuration: AccessoryConfiguration, probeInterval: Duration = .seconds(5), on reactor: Reactor) {
        registry = AccessoryRegistry(configuration.accessories)
        self.probeInterval = max(probeInterval, .milliseconds(100))
        self.reactor = reactor
    }

    // MARK: Life

    /// Begins to look; a second call does nothing.
    ///
    /// - Throws: ``LocationSourceError`` when the system cannot watch a device's folder.
    public func start() throws(LocationSourceError) {
        guard !isRunning else { return }
        isRunning = true
        generation += 1
        for endpoint in registry.endpoints {
            switch endpoint {
            case .serial(let path, _): try watch(path, endpoint)
            case .tcp(let host, let port):
                let generation = generation
                Task { await self.probe(host, port, endpoint, generation: generation) }
            }
        }
    }

    /// Ends all sessions, tells all accessories as disconnected, and stops looking.
    public func stop() {
        guard isRunning else { return }
        for endpoint in registry.endpoints { vanished(endpoint) }
        isRunning = false
        generation += 1
        for watch in watches { watch.close() }
        watches = []
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

    /// Calls a handler for each event from now on, on the reactor's thread.
    func observe(_ handler: @escaping (AccessoryEvent) -> Void) -> Observation {
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
    /// - Throws: ``AccessoryError/notFound(name:)`` when it is not there (any more), `unknown` when no such one is known.
    public func accessory(named name: String) throws(AccessoryError) -> Accessory {
        guard let accessory = registry.accessory(named: name) else {
            let names = registry.accessories.map(\.name).joined(separator: ", ")
            throw .unknown(name: name, reason: "no accessory of this name is configured (there are: \(names))")
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
            let stream = try await stream(to: endpoint, name: name)
            // While it was opened the accessory may have gone, or another session may have come.
            current = try closing(stream, unless: { () throws(AccessoryError) in try self.accessory(named: name) })
            if ports[endpoint] == nil { makePort(endpoint, stream) }
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

    private func closing<Value>(
        _ stream: any ByteStream, unless body: () throws(AccessoryError) -> Value
    ) throws(AccessoryError) -> Value {
        do {
            return try body()
        } catch {
            stream.close()
            throw error
        }
    }

    private func makePort(_ endpoint: AccessoryEndpoint, _ stream: any ByteStream) {
        ports[endpoint] = AccessoryPort(endpoint: endpoint, stream: stream) { [weak self] closure in
            self?.assumeIsolated { $0.portEnded(endpoint, closure) }
        }
    }

    /// Two sessions that ask for one place at the same time get the same connection.
    private func stream(to endpoint: AccessoryEndpoint, name: String) async throws(AccessoryError) -> any ByteStream {
        do {
            switch endpoint {
            case .serial(let path, let baud):
                return try SerialStream(path: path, baud: baud, on: reactor)
            case .tcp(let host, let port):
                let task =
                    opening[endpoint]
                    ?? Task { [reactor] in try await TCPStream.connect(host: host, port: port, on: reactor) }
                opening[endpoint] = task
                defer { opening[endpoint] = nil }
                return try await task.value
            }
        } catch {
            throw .unknown(name: name, reason: "\(error)")
        }
    }

    private func portEnded(_ endpoint: AccessoryEndpoint, _ closure: StreamClosure?) {
        ports[endpoint] = nil
        guard closure != nil else { return }
        // The connection broke: the sessions end in this turn, the accessory is told as gone in the next one.
        let change = changes[endpoint]
        reactor.schedule(after: .zero) { [weak self] in
            self?.assumeIsolated { manager in
                if manager.changes[endpoint] == change { manager.broke(endpoint) }
            }
        }
    }

    private func broke(_ endpoint: AccessoryEndpoint) {
        guard isRunning, ports[endpoint] == nil else { return }
        vanished(endpoint)
        // A bound RFCOMM device stays when its link drops: it may be tried again.
        guard case .serial(let path, _) = endpoint else { return }
        reactor.schedule(after: .seconds(1)) { [weak self] in
            self?.assumeIsolated { manager in
                guard manager.isRunning, manager.watches.contains(where: { $0.path == path && $0.isPresent }) else {
                    return
                }
                manager.appeared(endpoint)
            }
        }
    }

    // MARK: Looking

    private func watch(_ path: String, _ endpoint: AccessoryEndpoint) throws(LocationSourceError) {
        do {
            let watch = try DeviceWatch(path: path, on: reactor) { [weak self] change in
                self?.assumeIsolated { manager in
                    switch change {
                    case .appeared: manager.appeared(endpoint)
                    case .vanished: manager.vanished(endpoint)
                    }
                }
            }
            watches.append(watch)
            if watch.isPresent { appeared(endpoint) }
        } catch {
            throw LocationSourceError(error, source: path)
        }
    }

    /// Looks whether a server listens, now and again after each interval until the manager is stopped.
    private func probe(_ host: String, _ port: UInt16, _ endpoint: AccessoryEndpoint, generation: Int) async {
        guard generation == self.generation else { return }
        if ports[endpoint] == nil, opening[endpoint] == nil {
            do {
                let stream = try await TCPStream.connect(host: host, port: port, timeout: .seconds(3), on: reactor)
                stream.close()
                if generation == self.generation { appeared(endpoint) }
            } catch {
                if generation == self.generation { vanished(endpoint) }
            }
        }
        // No task waits meanwhile, so nothing is left hanging when the reactor stops first.
        reactor.schedule(after: probeInterval) { [weak self] in
            Task { await self?.probe(host, port, endpoint, generation: generation) }
        }
    }

    private func appeared(_ endpoint: AccessoryEndpoint) {
        guard isRunning else { return }
        changes[endpoint, default: 0] += 1
        tell(registry.appeared(endpoint))
    }

    /// The sessions end before the event is told.
    private func vanished(_ endpoint: AccessoryEndpoint) {
        guard isRunning else { return }
        changes[endpoint, default: 0] += 1
        let events = registry.vanished(endpoint)
        ports[endpoint]?.end(.endOfStream)
        for event in events {
            for other in event.accessory.endpoints { ports[other]?.end(.endOfStream) }
        }
        tell(events)
    }

    private func tell(_ events: [AccessoryEvent]) {
        for event in events {
            hub.publish(event)
            for observer in observers { observer.handler(event) }
        }
    }
}
