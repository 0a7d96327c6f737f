public import GNSS
internal import Transport

/// A connection to one accessory: positions from it, corrections to it, until it is gone or let go.
///
/// It does not look for the accessory again: whoever wants that takes a ``LocationSource`` for `accessory://NAME`. One that
/// is dropped without ``disconnect()`` lets the accessory go.
public actor ReceiverConnection {
    /// Whether it is connected.
    public enum Status: Hashable, Sendable {
        /// Not connected; the reason, unless nobody wanted it to be.
        case disconnected(reason: String?)
        /// About to be.
        case connecting
        /// Connected.
        case connected(Accessory)
    }

    private let manager: AccessoryManager
    private let reactor: Reactor
    private(set) var source: LocationSource?
    private var pending: CheckedContinuation<LocationSourceError?, Never>?
    /// The number of the attempt that is under way or has succeeded; what belongs to an earlier one is ignored.
    private var attempt = 0
    private var lastEnd: (attempt: Int, error: AccessoryError)?
    private let hub = SourceHub<Status, Never>(capacity: 64)

    /// The state now.
    public private(set) var status = Status.disconnected(reason: nil)
    /// The last location of this connection, marked stale when it is old; `nil` before the first one and after the
    /// connection has ended.
    public private(set) var location: Location?

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a connection that is not connected yet.
    public init(manager: AccessoryManager) {
        self.manager = manager
        reactor = manager.reactor
    }

    deinit {
        hub.finish()  // the source lets its receiver go by itself
    }

    /// The state now, then each change; at most 64 wait for a slow reader.
    public var statuses: SourceSequence<Status, Never> { hub.subscribe(first: [status]) }

    /// The satellites in view; empty while there is no connection.
    public var satellites: [Satellite] { location?.satellites ?? [] }

    /// What became of the corrections of this connection.
    public var correctionStatistics: LocationSource.CorrectionStatistics? {
        source?.assumeIsolated { $0.correctionStatistics }
    }

    /// Connects: a session for positions and one for corrections, where the accessory offers it; both or none.
    ///
    /// While it is connected or connecting, a second call does nothing. Servers that the manager did not look at yet are
    /// waited for.
    ///
    /// - Parameters:
    ///   - accessory: The accessory; `nil` for the first supported one that is connected.
    ///   - protocolName: The protocol of the positions; `nil` for the first one.
    ///   - deliver: Gets the events of its positions, on the reactor's thread.
    /// - Throws: ``AccessoryError``: `noAccessories`, `notFound` when it has vanished, `letGo` when ``disconnect()`` came
    ///   first, or why it could not be opened.
    public func connect(
        to accessory: Accessory? = nil, protocolName: String? = nil, deliver: LocationSource.Delivery? = nil
    ) async throws(AccessoryError) {
        guard case .disconnected = status else { return }
        attempt += 1
        let attempt = attempt
        tell(.connecting)
        do throws(AccessoryError) {
            await manager.firstLook(at: accessory?.name)
            let current =
                if let accessory {
                    try await manager.accessory(named: accessory.name)
                } else {
                    try await manager.firstConnected(supporting: protocolName.map { [$0] })
                }
            try check(attempt)
            if let protocolName, current.positions(protocolName) == nil {
                throw .notOffered(name: current.name, protocolName: protocolName)
            }
            if let failure = await open(current, protocolName, attempt, deliver) {
                try check(attempt)
                // It may have gone in the meantime: that is the better reason.
                _ = try await manager.accessory(named: current.name)
                throw AccessoryError(failure, name: current.name)
            }
            // It may have gone, or have been let go, between the moment it was opened and this one.
            _ = try await manager.accessory(named: current.name)
            try check(attempt)
            tell(.connected(current))
        } catch {
            if attempt == self.attempt { end(as: error, reason: "\(error)") }
            throw error
        }
    }

    /// Lets the accessory go, or gives up connecting to it.
    public func disconnect() {
        if case .disconnected = status { return }
        end(as: .letGo, reason: nil)
    }

    /// Sends a frame of corrections; false when there is no connection that takes it.
    @discardableResult
    public func send(corrections frame: [UInt8]) -> Bool {
        guard case .connected = status, let source else { return false }
        return source.assumeIsolated { $0.send(corrections: frame) }
    }

    // MARK: Inside

    /// Throws why an attempt is over already.
    private func check(_ attempt: Int) throws(AccessoryError) {
        guard attempt != self.attempt else { return }
        if let lastEnd, lastEnd.attempt == attempt { throw lastEnd.error }
        throw .letGo
    }

    private func open(
        _ accessory: Accessory, _ protocolName: String?, _ attempt: Int, _ deliver: LocationSource.Delivery?
    ) async -> LocationSourceError? {
        var options = LocationSource.Options()
        options.retry = .never
        options.silenceLimit = nil
        let source = LocationSource(
            name: accessory.name, feed: .link(.accessory(manager, name: accessory.name, protocolName: protocolName)),
            isLive: true, options: options, reactor: reactor)
        self.source = source
        return await withCheckedContinuation { continuation in
            pending = continuation
            source.assumeIsolated {
                $0.start { [weak self] event in
                    self?.assumeIsolated { $0.happened(event, attempt) }
                    deliver?(event)
                }
            }
        }
    }

    private func happened(_ event: LocationEvent, _ attempt: Int) {
        guard attempt == self.attempt else { return }
        switch event {
        case .location(let location), .stale(let location): self.location = location
        case .status(.started): answer(nil)
        case .failed(let error):
            if pending != nil {
                answer(error)
            } else {
                end(as: .notFound(name: error.source), reason: error.reason)
            }
        case .status, .interrupted, .ended: break
        }
    }

    private func answer(_ failure: LocationSourceError?) {
        pending?.resume(returning: failure)
        pending = nil
    }

    /// Ends the attempt or the connection, forgets what belonged to it, and answers whoever waits for it.
    private func end(as error: AccessoryError, reason: String?) {
        lastEnd = (attempt, error)
        attempt += 1
        let source = source
        self.source = nil
        location = nil
        source?.assumeIsolated { $0.stop() }
        answer(LocationSourceError(error, source: source?.name ?? ""))
        tell(.disconnected(reason: reason))
    }

    private func tell(_ status: Status) {
        guard status != self.status else { return }
        self.status = status
        hub.publish(status)
    }
}
