internal import Formats
internal import Glibc
public import HeadUnit
internal import Navigation
internal import Positioning
public import Simulator
internal import Synchronization
public import Transport
internal import Web

/// The page of a mock head unit: map, receiver, apps, log, and an API for the same.
///
/// What happens is left for it by the head unit's thread, which never waits; it is put into words on a thread of the
/// dashboard, once for all readers, and goes out on the thread of the web server.
public actor Dashboard {
    /// Positions are told at most so often.
    static let positionPeriod = Duration.milliseconds(50)
    /// The state of the head unit is asked for at most so often.
    private static let statePeriod = Duration.milliseconds(250)

    private let unit: MockHeadUnit
    private let feed: PositionFeed
    private let configuration: DashboardConfiguration
    private let executor: BlockingExecutor
    private let bulletin = Bulletin()
    private let readers = Readers()
    private let caller: Caller
    private let intake: Intake
    private let rpcs: [String]
    private let server: WebServer
    private var transcript = TrafficTranscript()
    /// What the clock said when the recording began, in milliseconds of Unix time.
    private var epoch: Double?
    private var location: Location?
    private var snapshot: Snapshot?
    private var problem: String?
    private var isStateDirty = true
    private var nextState = Duration.zero
    private var isStopped = false

    /// Runs on a thread of its own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Serves a page.
    ///
    /// - Parameters:
    ///   - unit: What it shows and controls; its wire is to be shown by ``traffic``.
    ///   - feed: Where its positions come from.
    ///   - configuration: How it is served.
    /// - Throws: ``DashboardError`` when it cannot be served.
    public init(
        of unit: MockHeadUnit, positions feed: PositionFeed, _ configuration: DashboardConfiguration
    ) async throws(DashboardError) {
        self.unit = unit
        self.feed = feed
        self.configuration = configuration
        executor = BlockingExecutor(name: "dashboard")
        rpcs = StateText.rpcs(of: unit.module.configuration.policy)
        let caller = Caller()
        self.caller = caller
        let intake = Intake(wake: { caller.call() })
        self.intake = intake
        var web = WebServer.Configuration()
        web.host = configuration.host
        web.port = configuration.port
        web.limits = configuration.limits
        web.guardian = WebGuardian(names: configuration.names, token: configuration.token)
        web.headers = WebServer.safeHeaders(
            contentSecurityPolicy: configuration.contentSecurityPolicy,
            // Servers of tiles want to know whose page asks; others are not asked anything.
            referrerPolicy: configuration.tiles == nil ? "no-referrer" : "strict-origin")
        let service = PageService(
            unit: unit, feed: feed, files: try PageFiles(leafletFolder: configuration.leafletFolder),
            facts: try await Self.facts(unit, feed, configuration), bulletin: bulletin, readers: readers,
            intake: intake)
        do throws(WebError) {
            server = try WebServer(web, serving: service)
        } catch {
            throw DashboardError("\(error)")
        }
        await watch()
        caller.begin(self)
    }

    /// Where it listens.
    public nonisolated var address: SocketAddress { server.address }

    /// What to open in a browser, the token included.
    public nonisolated var url: String {
        "http://\(server.address)/" + (configuration.token.map { "?token=\($0)" } ?? "")
    }

    /// Takes what goes over the wire, to be handed to `MockHeadUnit.observeWire(_:)`; it never waits.
    public nonisolated var traffic: @Sendable (Int, Duration, HeadUnit.TrafficEvent) -> Void {
        { [intake] connection, time, event in intake.traffic(connection, time, event) }
    }

    /// Ends the page and its thread.
    public func stop() async {
        isStopped = true
        caller.end()
        intake.end()
        await server.stop()
    }

    private func watch() async {
        let intake = intake
        await unit.observe { event in
            switch event {
            case .driveFailed(let reason): intake.changed(problem: reason)
            case .simulator, .driveEnded, .ignition, .fault, .connectionsWait, .level, .message: intake.changed()
            }
        }
        await feed.observe { event in
            switch event {
            case .location(let location): intake.moved(location)
            case .cleared: intake.cleared()
            case .failed(let reason): intake.changed(problem: reason)
            case .interrupted(let reason): intake.changed(problem: "\(reason); trying again")
            case .resumed: intake.changed(problem: "")
            case .ended, .changed: intake.changed()
            }
        }
    }

    // MARK: Turns

    /// Takes what has come, and tells the readers what follows from it.
    ///
    /// - Returns: After which time it must be called although nothing comes; `nil` for none.
    func turn() async -> Duration? {
        guard !isStopped else { return nil }
        let content = intake.take()
        transcribe(content)
        if content.isCleared {
            location = nil
            problem = nil
        }
        if let text = content.problem { problem = text.isEmpty ? nil : text }
        location = content.locations.last ?? location
        isStateDirty = isStateDirty || content.isStateDirty || configuration.corrections != nil
        let hasMoved = content.isCleared || !content.locations.isEmpty
        let now = MonotonicClock.now
        var isNewState = false
        if isStateDirty, now >= nextState || snapshot == nil {
            isStateDirty = false
            nextState = now + Self.statePeriod
            await renew()
            isNewState = true
        } else if hasMoved {
            await follow()
        }
        bulletin.withState { state in
            if content.isCleared { state.track.clear() }
            for location in content.locations { state.track.take(location) }
            if hasMoved || isNewState {
                // Without a position nobody knows how far it is.
                let guidance = location == nil ? nil : snapshot?.progress?.guidance
                state.position.set(PositionText.message(location, drive: snapshot?.drive, guidance: guidance))
            }
        }
        readers.ready()
        if content.hasMore { return .zero }
        if isStateDirty { return max(nextState - now, Self.positionPeriod) }
        // The age of corrections changes by itself.
        return configuration.corrections == nil || readers.isEmpty ? nil : .seconds(1)
    }

    private func transcribe(_ content: Intake.Content) {
        guard !content.traffic.isEmpty || content.lostTraffic > 0 else { return }
        var lines: [TrafficTranscript.Line] = []
        for item in content.traffic {
            let epoch = epoch ?? WallClock.milliseconds(at: item.time)
            self.epoch = epoch
            lines += transcript.take(item.connection, item.time, item.event)
        }
        let epoch = epoch ?? 0
        bulletin.withState { state in
            state.log.lost(content.lostTraffic)
            for line in lines { state.log.take(line, epoch: epoch) }
        }
    }

    /// Asks the head unit for everything.
    private func renew() async {
        let new = await unit.snapshot(feed)
        let corrections = await configuration.corrections?()
        snapshot = new
        let state = StateText.message(new, rpcs: rpcs, problem: problem, corrections: corrections)
        let route = StateText.route(new.progress)
        bulletin.withState { bulletin in
            bulletin.state.set(state)
            bulletin.route.set(route)
        }
    }

    /// Asks the head unit only for what changes with the position.
    private func follow() async {
        let (progress, drive) = await unit.journey
        let isOther = progress?.nextIndex != snapshot?.progress?.nextIndex
        snapshot?.progress = progress
        if let drive, case .object(var members)? = snapshot?.state {
            members["drive"] = drive
            snapshot?.state = .object(members)
        }
        guard isOther else { return }
        let route = StateText.route(progress)
        _ = bulletin.withState { $0.route.set(route) }
    }

    /// What the page needs to know once.
    private static func facts(
        _ unit: MockHeadUnit, _ feed: PositionFeed, _ configuration: DashboardConfiguration
    ) async throws(DashboardError) -> [UInt8] {
        var members: [String: JSONValue] = [
            "bodyBytes": .int(Int64(PageService.bodyLimit)), "recordingBytes": .int(Int64(PageService.recordingLimit)),
            "rpcs": .array(StateText.rpcs(of: unit.module.configuration.policy).map { .string($0) }),
            "drives": .array(names(in: "drives/", ".nmea")), "routes": .array(names(in: "routes/", ".gpx")),
            "accessories": .array(await feed.accessoryNames.map { .string($0) }),
            "faults": .array(
                FaultDescription.all.map { fault in
                    [
                        "name": .string(fault.name), "meaning": .string(fault.meaning),
                        "members": .array(
                            (fault.members + FaultDescription.common).filter { $0.name != "fault" }.map {
                                [
                                    "name": .string($0.name), "meaning": .string($0.meaning),
                                    "kind": .string($0.kind.rawValue),
                                ]
                            }),
                    ]
                }),
        ]
        if let tiles = configuration.tiles {
            guard DashboardConfiguration.origin(ofTiles: tiles) != nil else {
                throw DashboardError("tiles are wanted as https://HOST/{z}/{x}/{y}.png, not \(tiles)")
            }
            members["tiles"] = .string(tiles)
            members["attribution"] = configuration.attribution.map { .string($0) }
        }
        return JSONValue.object(members).serialized()
    }

    private static func names(in folder: String, _ ending: String) -> [JSONValue] {
        MockFiles.paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(ending) }.map {
            .string(String($0.dropFirst(folder.count).dropLast(ending.count)))
        }
    }
}

extension MockHeadUnit {
    /// Everything that the page shows of a head unit, at one moment.
    fileprivate func snapshot(_ feed: PositionFeed) -> Snapshot {
        let (sourceState, sourceName) = feed.assumeIsolated { ($0.state, $0.sourceName) }
        return Snapshot(
            state: state, apps: apps, policy: headUnit.assumeIsolated { $0.policy }, progress: routeProgress,
            sourceState: sourceState, sourceName: sourceName)
    }

    /// What changes with the position.
    fileprivate var journey: (progress: RouteProgress?, drive: JSONValue?) { (routeProgress, driveState) }
}

/// Calls a dashboard for its turns, one at a time and not too often.
private final class Caller: Sendable {
    private struct State {
        weak var dashboard: Dashboard?
        var isRunning = false
        var isCalled = false
        var isOver = false
        /// Waits for the time at which a turn is due although nothing comes.
        var alarm: Task<Void, Never>?
    }

    private let state = Mutex(State())

    func begin(_ dashboard: Dashboard) {
        state.withLock { $0.dashboard = dashboard }
        call()
    }

    func end() {
        state.withLock { $0.isOver = true }
        setAlarm(after: nil)
    }

    /// One alarm at a time: the last turn knows best when the next is due.
    private func setAlarm(after time: Duration?) {
        let alarm = time.map { time in
            Task {
                guard (try? await Task.sleep(for: time)) != nil else { return }
                self.call()
            }
        }
        state.withLock { exchange(&$0.alarm, with: alarm) }?.cancel()
    }

    func call() {
        let mustRun = state.withLock { state in
            state.isCalled = true
            guard state.dashboard != nil, !state.isOver else { return false }
            return !exchange(&state.isRunning, with: true)
        }
        if mustRun { Task { await self.run() } }
    }

    private func run() async {
        while true {
            let dashboard = state.withLock { state -> Dashboard? in
                guard state.isCalled, !state.isOver else {
                    state.isRunning = false
                    return nil
                }
                state.isCalled = false
                return state.dashboard
            }
            guard let dashboard else { return }
            setAlarm(after: await dashboard.turn())
            // A cancelled sleep is only a shorter one.
            try? await Task.sleep(for: Dashboard.positionPeriod)
        }
    }
}
