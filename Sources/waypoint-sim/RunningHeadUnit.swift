internal import Dashboard
internal import GNSS
internal import HeadUnit
internal import Positioning
internal import Simulator
internal import Synchronization
internal import Transport

/// A head unit that runs: the unit with all that belongs to it, live positions, its recording and its control.
struct RunningHeadUnit: Sendable {
    let address: SocketAddress
    let unit: MockHeadUnit
    /// The receiver, or the drive made along a route; `nil` for a recording.
    let source: LocationSource?
    /// Where positions come from.
    let feed: PositionFeed
    /// The page.
    let dashboard: Dashboard?
    private let files: TrafficFiles
    private let control: ControlServer?
    private let store: StateStore?
    private let startsAtSubscription: Bool

    /// What happens, for the command to tell.
    enum Event: Sendable {
        case simulator(SimulatedHMI.Event)
        /// Where the vehicle is now.
        case moved(Location)
        /// The position source has nothing more.
        case sourceEnded
        case sourceFailed(String)
        /// The receiver is gone, or not to be had; the source goes on trying.
        case sourceInterrupted(String)
        /// The receiver is heard, after it was not.
        case sourceResumed
        /// What should outlive the program does not.
        case stateNotKept(String)
        /// Apps cannot connect for now.
        case connectionsWait(String)
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
        let source: LocationSource?
        let start: GeodeticCoordinate?
        do throws(LocationSourceError) {
            source = try await setup.source(on: reactor)
            start = try await source?.startPosition()
        } catch {
            throw UsageError("--nmea", error.reason)
        }
        let drive = try await Self.naming("--nmea") { () throws(TransportError) in try setup.recording() }
        // What happens now cannot wait for an app.
        let startsAtSubscription = startsAtSubscription && source?.isLive != true
        let store = await Self.store(setup, observer)
        var module = setup.module
        module.activatesApps = setup.activatesApps
        do throws(MockModuleError) {
            unit = try await MockHeadUnit(
                module, route: setup.route, drive: drive, startingAt: start, speed: setup.speed, on: reactor,
                logger: setup.logger, store: store)
        } catch {
            throw UsageError("--module", "\(error)")
        }
        let unit = unit
        let fileOptions = [setup.recordPath.map { _ in "--record" }, setup.pcapngPath.map { _ in "--pcapng" }]
        files = try await Self.naming(fileOptions.compactMap(\.self).joined(separator: ", ")) {
            () throws(TransportError) in
            try TrafficFiles(recordPath: setup.recordPath, pcapngPath: setup.pcapngPath, on: reactor)
        }
        let feed = await PositionFeed(of: unit, source: source, accessories: setup.accessories)
        dashboard = try await Self.dashboard(setup, unit, feed)
        await files.attach(to: unit, and: dashboard?.traffic)
        await feed.observe { event in
            switch event {
            case .location(let location): observer(.moved(location))
            case .ended: observer(.sourceEnded)
            case .failed(let reason): observer(.sourceFailed(reason))
            case .interrupted(let reason): observer(.sourceInterrupted(reason))
            case .resumed: observer(.sourceResumed)
            case .cleared, .changed: break
            }
        }
        await unit.observe { event in
            switch event {
            case .simulator(let event):
                observer(.simulator(event))
                if case .subscribed = event, startsAtSubscription { feed.assumeIsolated { $0.begin() } }
            case .connectionsWait(let reason): observer(.connectionsWait(reason))
            case .driveEnded, .driveFailed, .ignition, .fault, .level, .message: break
            }
        }
        address = try await Self.naming("--bind, --port") { () async throws(TransportError) in
            try await unit.listen(host: setup.host, port: setup.port)
        }
        files.listening(on: address)
        control = try await Self.naming("--control") { () async throws(TransportError) in
            guard let path = setup.controlPath else { return nil }
            return try await ControlServer(path: path, controlling: unit)
        }
        self.store = store
        self.source = source
        self.feed = feed
        self.startsAtSubscription = startsAtSubscription
    }

    /// Opens the file of kept state; without one that can be used the head unit serves all the same.
    private static func store(
        _ setup: HeadUnitSetup, _ observer: @escaping @Sendable (Event) -> Void
    ) async -> StateStore? {
        guard let path = setup.statePath else { return nil }
        do throws(StateStoreError) {
            let store = try await StateStore.open(path: path, synchronous: setup.stateSynchronous)
            if let limitation = store.limitation { observer(.stateNotKept("\(limitation)")) }
            store.onTrouble { observer(.stateNotKept("\($0); changes wait for the next one, apps are served")) }
            return store
        } catch {
            observer(.stateNotKept("\(error); serving without keeping anything"))
            return nil
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

    /// Opens the page where one is wanted.
    private static func dashboard(
        _ setup: HeadUnitSetup, _ unit: MockHeadUnit, _ feed: PositionFeed
    ) async throws(UsageError) -> Dashboard? {
        guard let page = setup.page else { return nil }
        do throws(DashboardError) {
            return try await Dashboard(of: unit, positions: feed, page)
        } catch {
            throw UsageError("--page", "\(error)")
        }
    }

    /// Lets positions come that do not wait for a subscription.
    func begin() async {
        if !startsAtSubscription { await feed.begin() }
    }

    /// Ends everything, with the recording complete.
    ///
    /// - Throws: ``Incomplete`` when the recording lacks lines.
    func stop() async throws(Incomplete) {
        await dashboard?.stop()
        await feed.stop()
        await control?.stop()
        await unit.stop()
        await store?.close()
        do throws(TransportError) {
            try await files.finish()
        } catch {
            throw Incomplete(reason: "\(error)")
        }
    }

    /// A recording that does not hold everything.
    struct Incomplete: Error {
        let reason: String
    }
}
