public import GNSS
internal import Transport

/// A connection to one accessory: positions from it, corrections to it, until it is gone or let go.
///
/// It does not look for the accessory again: whoever wants that takes a ``LocationSource`` for `accessory://NAME`.
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
    private var source: LocationSource?
    private var pending: CheckedContinuation<LocationSourceError?, Never>?
    private let hub = SourceHub<Status, Never>(capacity: 64)

    /// The state now.
    public private(set) var status = Status.disconnected(reason: nil)
    /// The last location of this connection; `nil` before the first one and after it has ended.
    public private(set) var location: Location?

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a connection that is not connected yet.
    public init(manager: AccessoryManager) {
        self.manager = manager
        reactor = manager.reactor
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
    /// While it is connected or connecting, a second call does nothing.
    ///
    /// - Parameters:
    ///   - accessory: The accessory; `nil` for the first supported one that is connected.
    ///   - protocolName: The protocol of the positions; `nil` for the first one.
    ///   - deliver: Gets the events of its positions, on the reactor's thread.
    /// - Throws: ``AccessoryError``: `noAccessories`, `notFound` when it has vanished, or why it could not be opened.
    public func connect(
        to accessory: Accessory? = nil, protocolName: String? = nil, deliver: LocationSource.Delivery? = nil
    ) async throws(AccessoryError) {
        guard case .disconnected = status else { return }
        tell(.connecting)
        do {
            let current =
                if let accessory {
                    try await manager.accessory(named: accessory.name)
                } else {
                    try await manager.firstConnected(supporting: protocolName.map { [$0] })
                }
            if let protocolName, current.positions(protocolName) == nil {
                throw AccessoryError.notOffered(name: current.name, protocolName: protocolName)
            }
            if let failure = await open(current, protocolName, deliver) {
                // It may have gone in the meantime: that is the better reason.
                _ = try await manager.accessory(named: current.name)
                throw AccessoryError.unknown(name: current.name, reason: failure.reason)
            }
            tell(.connected(current))
        } catch {
            let error = error as? AccessoryError ?? .unknown(name: accessory?.name ?? "?", reason: "\(error)")
            drop(reason: "\(error)")
            throw error
        }
    }

    /// Lets the accessory go.
    public func disconnect() {
        guard let source else { return }
        source.assumeIsolated { $0.stop() }
        drop(reason: nil)
    }

    /// Sends a frame of corrections; false when there is no connection that takes it.
    @discardableResult
    public func send(corrections frame: [UInt8]) -> Bool {
        guard case .connected = status, let source else { return false }
        return source.assumeIsolated { $0.send(corrections: frame) }
    }

    private func open(
        _ accessory: Accessory, _ protocolName: String?, _ deliver: LocationSource.Delivery?
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
                    self?.assumeIsolated { $0.happened(event) }
                    deliver?(event)
                }
            }
        }
    }

    private func happened(_ event: LocationEvent) {
        switch event {
        case .location(let location): self.location = location
        case .status(.started): answer(nil)
        case .failed(let error):
            if pending != nil {
                answer(error)
            } else {
                drop(reason: error.reason)
            }
        case .stale, .status, .interrupted, .ended: break
        }
    }

    private func answer(_ failure: LocationSourceError?) {
        pending?.resume(returning: failure)
        pending = nil
    }

    /// Forgets what belonged to the connection.
    private func drop(reason: String?) {
        source = nil
        location = nil
        answer(nil)
        tell(.disconnected(reason: reason))
    }

    private func tell(_ status: Status) {
        guard status != self.status else { return }
        self.status = status
        hub.publish(status)
    }
}
