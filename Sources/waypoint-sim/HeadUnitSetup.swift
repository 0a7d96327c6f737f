internal import Formats
internal import GNSS
internal import HeadUnit
internal import Log
internal import Navigation
internal import Positioning
internal import Simulator
internal import Synchronization
internal import Transport

/// The options by which `serve` and `demo` describe a head unit, and the head unit that follows from them.
struct HeadUnitSetup: Sendable {
    static let options: [CommandDescription.Option] = [
        .init("--module", "NAME or FILE", "The mock head unit (default modern)."),
        .init("--record", "FILE", "Write every frame of both directions as a line of JSON."),
        .init("--speed", "N or max", "How fast a recorded drive is played (default 1, as recorded)."),
    ]

    /// Where the vehicle's position comes from.
    enum Position: Sendable {
        case none
        case source(SourceArgument)
        /// Sentences that come with the program.
        case embedded(name: String, [UInt8])
    }

    var module: MockModule
    var route: Route?
    var position: Position
    var speed: PlaybackSpeed
    var recordPath: String?
    var activatesApps: Bool
    var host = "127.0.0.1"
    var port: UInt16
    var logger = Logger.disabled

    /// Reads the options that both commands share.
    init(_ arguments: Arguments, console: Console, defaultSpeed: PlaybackSpeed) throws(UsageError) {
        module = try Self.module(arguments.text("--module") ?? "modern")
        activatesApps = module.activatesApps
        position = .none
        port = 0
        recordPath = arguments.text("--record")
        logger = try arguments.logger(console)
        if let text = arguments.text("--speed") {
            guard let speed = PlaybackSpeed(text) else {
                throw UsageError("--speed", "a number above 0, or max, not \(text)")
            }
            self.speed = speed
        } else {
            speed = defaultSpeed
        }
    }

    /// Reads a route file.
    static func route(_ path: String) throws(UsageError) -> Route {
        do {
            return try Route(parsing: try SmallFile.read(path, limit: 64 << 20))
        } catch let error as TransportError {
            throw UsageError("--route", "\(error)")
        } catch {
            throw UsageError("--route", "\(path): \(error)")
        }
    }

    private static func module(_ name: String) throws(UsageError) -> MockModule {
        do {
            guard name.contains("/") || name.hasSuffix(".json") else { return try MockModule(named: name) }
            return try MockModule(json: try SmallFile.read(name, limit: 16 << 20), file: name)
        } catch {
            throw UsageError("--module", "\(error)")
        }
    }
}

/// A head unit that runs: the unit, its inside, its position source and its recording.
struct RunningHeadUnit: Sendable {
    let headUnit: HeadUnit
    let hmi: SimulatedHMI
    let address: SocketAddress
    let source: LocationSource?
    let recorder: TrafficRecorder?

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

    /// Starts a head unit.
    ///
    /// - Parameters:
    ///   - setup: What is wanted.
    ///   - startsAtSubscription: Whether the drive waits for the first app that subscribes.
    ///   - reactor: The thread.
    ///   - observer: Gets events on the reactor's thread.
    init(
        _ setup: HeadUnitSetup, startsAtSubscription: Bool, reactor: Reactor,
        observer: @escaping @Sendable (Event) -> Void
    ) async throws {
        var options = LocationSource.Options()
        options.speed = setup.speed
        let source: LocationSource? =
            switch setup.position {
            case .none: nil
            case .source(let argument): try await argument.open(options: options, on: reactor)
            case .embedded(let name, let bytes):
                LocationSource(name: name, sentences: bytes, options: options, on: reactor)
            }
        // What happens now cannot wait for an app.
        let startsAtSubscription = startsAtSubscription && source?.isLive == false
        let starter = DriveStarter()
        let hmi = SimulatedHMI(
            reactor: reactor, route: setup.route, startingAt: try await source?.startPosition(),
            activatesApps: setup.activatesApps
        ) { event in
            observer(.simulator(event))
            if case .subscribed = event, startsAtSubscription { starter.start() }
        }
        let headUnit = HeadUnit(
            configuration: setup.module.configuration, hmi: hmi, reactor: reactor, logger: setup.logger)
        self.source = source
        recorder =
            if let path = setup.recordPath { TrafficRecorder(writer: try FileWriter(path: path)) } else { nil }
        if let recorder { await headUnit.observeTraffic(recorder.observer) }
        address = try await headUnit.listen(host: setup.host, port: setup.port)
        self.headUnit = headUnit
        self.hmi = hmi
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
        if !startsAtSubscription { starter.start() }
    }

    /// Ends everything, with the recording complete.
    func stop() async throws {
        await source?.stop()
        await headUnit.stop()
        try await recorder?.finish()
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
