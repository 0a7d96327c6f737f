internal import GNSS
internal import HeadUnit
internal import Positioning
internal import Simulator
internal import Synchronization
internal import Transport

/// A head unit that runs: the unit, its inside, its position source and its recording.
struct RunningHeadUnit: Sendable {
    let address: SocketAddress
    private let headUnit: HeadUnit
    let source: LocationSource?
    private let recorder: TrafficRecorder?
    private let starter: DriveStarter
    private let startsAtSubscription: Bool

    /// What happens, for the command to tell.
    enum Event: Sendable {
        case simulator(SimulatedHMI.Event)
        /// The position source has nothing more.
        case sourceEnded
        case sourceFailed(String)
        /// The receiver is gone, or not to be had; the source goes on trying.
        case sourceInterrupted(String)
        /// The receiver is heard, after it was not.
        case sourceResumed
    }

    /// Makes a head unit that listens; a drive that does not wait for a subscription waits for ``begin()``.
    ///
    /// - Parameters:
    ///   - setup: What is wanted.
    ///   - startsAtSubscription: Whether the drive waits for the first app that subscribes.
    ///   - reactor: The thread.
    ///   - observer: Gets events on the reactor's thread.
    /// - Throws: ``UsageError`` for an option that names something that cannot be opened.
    init(
        _ setup: HeadUnitSetup, startsAtSubscription: Bool, reactor: Reactor,
        observer: @escaping @Sendable (Event) -> Void
    ) async throws(UsageError) {
        let starter = DriveStarter()
        let source: LocationSource?
        let start: GeodeticCoordinate?
        do throws(LocationSourceError) {
            source = try await setup.source(on: reactor)
            start = try await source?.startPosition()
        } catch {
            throw UsageError("--nmea", error.reason)
        }
        // What happens now cannot wait for an app.
        let startsAtSubscription = startsAtSubscription && source?.isLive == false
        let hmi = SimulatedHMI(
            reactor: reactor, route: setup.route, startingAt: start, activatesApps: setup.activatesApps
        ) { event in
            observer(.simulator(event))
            if case .subscribed = event, startsAtSubscription { starter.start() }
        }
        let headUnit = HeadUnit(
            configuration: setup.module.configuration, hmi: hmi, reactor: reactor, logger: setup.logger)
        recorder = try await Self.naming("--record") { () throws(TransportError) in
            guard let path = setup.recordPath else { return nil }
            return TrafficRecorder(writer: try FileWriter(path: path))
        }
        if let recorder { await headUnit.observeTraffic(recorder.observer) }
        address = try await Self.naming("--bind, --port") { () async throws(TransportError) in
            try await headUnit.listen(host: setup.host, port: setup.port)
        }
        self.headUnit = headUnit
        self.source = source
        self.starter = starter
        self.startsAtSubscription = startsAtSubscription
        let isInterrupted = Flag()
        starter.set(source) { event in
            switch event {
            case .location(let location): hmi.assumeIsolated { $0.moved(location.fix) }
            case .ended: observer(.sourceEnded)
            case .failed(let error): observer(.sourceFailed("\(error)"))
            case .interrupted(let error):
                isInterrupted.raise()
                observer(.sourceInterrupted("\(error)"))
            case .status(.started):
                if isInterrupted.lower() { observer(.sourceResumed) }
            case .stale, .status: break
            }
        }
    }

    /// Gives a failure to open something the name of the option that asked for it.
    private static func naming<Value>(
        _ option: String, _ open: () async throws(TransportError) -> Value
    ) async throws(UsageError) -> Value {
        do throws(TransportError) {
            return try await open()
        } catch {
            throw UsageError(option, "\(error)")
        }
    }

    /// Lets a drive begin that does not wait for a subscription.
    func begin() {
        if !startsAtSubscription { starter.start() }
    }

    /// Ends everything, with the recording complete.
    ///
    /// - Throws: ``Incomplete`` when the recording lacks lines.
    func stop() async throws(Incomplete) {
        await source?.stop()
        await headUnit.stop()
        guard let recorder else { return }
        do throws(TransportError) {
            let dropped = try await recorder.finish()
            if dropped > 0 {
                throw TransportError(.closed, operation: "\(dropped) lines dropped, the disk is too slow")
            }
        } catch {
            throw Incomplete(reason: "\(error)")
        }
    }

    /// A recording that does not hold everything.
    struct Incomplete: Error {
        let reason: String
    }
}

/// Starts the position source once.
private final class DriveStarter: Sendable {
    private struct State {
        var source: LocationSource?
        var delivery: LocationSource.Delivery?
        var isWanted = false
    }

    private let state = Mutex(State())

    func set(_ source: LocationSource?, delivery: @escaping LocationSource.Delivery) {
        state.withLock {
            $0.source = source
            $0.delivery = delivery
        }
        if state.withLock({ $0.isWanted }) { start() }
    }

    func start() {
        let (source, delivery) = state.withLock { state in
            state.isWanted = true
            defer { state.delivery = nil }
            return (state.source, state.delivery)
        }
        guard let source, let delivery else { return }
        Task { await source.start(delivery) }
    }
}

/// A mark that is set and taken back from any thread.
private final class Flag: Sendable {
    private let state = Mutex(false)

    func raise() { state.withLock { $0 = true } }

    /// Takes the mark back; whether it was set.
    func lower() -> Bool {
        state.withLock { state in
            defer { state = false }
            return state
        }
    }
}
