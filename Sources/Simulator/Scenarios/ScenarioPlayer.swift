internal import Formats
internal import GNSS
internal import Glibc
public import Log
internal import Navigation
internal import Positioning
public import Transport

/// Plays a scenario with a mock head unit of its own, on a free port.
public actor ScenarioPlayer {
    /// What is done to the app, in this order.
    private enum Order: Sendable {
        case start(arguments: [String])
        case interrupt
        case kill
        case guest(JSONValue)
    }

    private let scenario: Scenario
    private let reactor: Reactor
    private let logger: Logger
    private var machine: ScenarioStateMachine?
    private var unit: MockHeadUnit?
    private var app: (any ScenarioApp)?
    private var guest: ScenarioGuest?
    private var timer: Reactor.TimerID?
    private var wanted: (host: String, port: UInt16) = ("127.0.0.1", 0)
    private var files: TrafficFiles?
    private var address: SocketAddress?
    private var orders: AsyncStream<Order>.Continuation?
    private var onStep: (@Sendable (ScenarioReport.Step) -> Void)?
    private var finished: CheckedContinuation<Void, Never>?
    private var isCancelled = false
    /// Of each start of the app.
    private var appEvents: [ScenarioAppEvents] = []
    private var track: [GeodeticCoordinate] = []
    private var routes: [Route] = []

    /// Places of the drive that a report keeps.
    private static let trackLimit = 20_000

    /// How long an app has for its farewell when the scenario is over.
    private static let farewellTime = Duration.seconds(3)

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a player.
    ///
    /// - Parameters:
    ///   - scenario: What is played.
    ///   - reactor: The thread to live on.
    ///   - logger: Where the head unit tells what goes on.
    public init(_ scenario: Scenario, on reactor: Reactor, logger: Logger = .disabled) {
        self.scenario = scenario
        self.reactor = reactor
        self.logger = logger
    }

    /// Plays the scenario once; a player cannot be used again.
    ///
    /// With an app that somebody else starts and ends, steps that would are left out where nothing but the farewell
    /// depends on them; other scenarios with such steps cannot be played (``Scenario/obstacle(for:)``).
    ///
    /// - Parameters:
    ///   - app: The app under test.
    ///   - host: A numeric address of this machine to listen on.
    ///   - port: The port to listen on, 0 for any free one.
    ///   - files: Where its traffic is written to; whoever gave them finishes them.
    ///   - onStep: Is told each step that is done, on the reactor's thread.
    /// - Returns: How it went; a head unit that cannot be made is a failure too.
    public func run(
        _ app: any ScenarioApp, host: String = "127.0.0.1", port: UInt16 = 0, files: TrafficFiles? = nil,
        onStep: (@Sendable (ScenarioReport.Step) -> Void)? = nil
    ) async -> ScenarioReport {
        if let obstacle = scenario.obstacle(for: app) { return ScenarioReport(scenario, failure: obstacle) }
        let (played, shortened) = scenario.part(for: app)
        self.app = app
        self.onStep = onStep
        wanted = (host, port)
        self.files = files
        let unit: MockHeadUnit
        guard let folder = ScenarioFolder() else {
            return ScenarioReport(scenario, failure: "no folder for its files can be made (see TMPDIR)")
        }
        do {
            unit = try await MockHeadUnit(played.module, route: played.route, on: reactor, logger: logger)
            if let files { await files.attach(to: unit) }
        } catch {
            folder.remove()
            return ScenarioReport(scenario, failure: "the head unit cannot be started: \(error)")
        }
        self.unit = unit
        if let route = try? played.route ?? played.module.loadRoute() { routes.append(route) }
        machine = ScenarioStateMachine(
            played, host: host, port: port, folder: folder.path,
            circumstances: ScenarioStateMachine.Circumstances(tellsEvents: app.tellsEvents))
        await unit.observe(messages: true) { [weak self] event in
            self?.assumeIsolated { $0.happened(ScenarioEvent(event.json.objectValue ?? [:])) }
        }
        await unit.observePositions { [weak self] location in
            guard let place = location.fix.coordinate else { return }
            self?.assumeIsolated { $0.moved(to: place) }
        }
        let (stream, sink) = AsyncStream.makeStream(of: Order.self)
        orders = sink
        let carrying = Task { for await order in stream { await carryOut(order) } }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                finished = continuation
                step { $0.began(now: $1) }
                // A cancellation may have come before there was anything to cancel.
                if isCancelled { step { $0.interrupted(now: $1) } }
            }
        } onCancel: {
            Task { await self.cancel() }
        }
        // Not in this task: one that is cancelled would not wait for the farewell.
        let ending = await Task {
            sink.finish()
            await carrying.value
            return await self.end(unit, app)
        }.value
        folder.remove()
        var report = machine?.report ?? ScenarioReport(scenario)
        report.appOutput = await app.output()
        report.track = track
        report.route = routes.last?.waypoints.map(\.coordinate) ?? []
        report.shortened = shortened
        if report.failure == nil { report.failure = failure(of: ending) }
        return report
    }

    private func end(_ unit: MockHeadUnit, _ app: any ScenarioApp) async -> ScenarioAppEnding {
        if let timer { reactor.cancel(timer) }
        await app.interrupt()
        let ending = await app.finish(within: Self.farewellTime)
        // An app that could not be started, or that is not ours to end, never tells its end.
        for events in appEvents { events.finish() }
        await guest?.leave()
        await unit.stop()
        return ending
    }

    /// What is wrong with the end of an app that ran when the scenario was over.
    private func failure(of ending: ScenarioAppEnding) -> ScenarioReport.Failure? {
        guard let machine, machine.isAppRunning, !machine.wasKilled else { return nil }
        switch ending {
        case .unknown: return nil
        case .killed:
            let time = Self.farewellTime.secondsText
            return .end("after the last step: the app did not end within \(time) of SIGINT, and was killed")
        case .ended(let status):
            guard status >= 128, status != 130 else { return nil }
            return .end("after the last step: the app crashed at its end, status \(status)")
        }
    }

    private func cancel() {
        isCancelled = true
        step { $0.interrupted(now: $1) }
    }

    private func happened(_ event: ScenarioEvent) {
        step { $0.happened(event, now: $1) }
    }

    private func moved(to place: GeodeticCoordinate) {
        if track.count < Self.trackLimit { track.append(place) }
    }

    // MARK: Orders

    private func step(_ event: (inout ScenarioStateMachine, Duration) -> [ScenarioStateMachine.Action]) {
        guard let actions = machine.mutate({ event(&$0, reactor.now) }) else { return }
        for action in actions { perform(action) }
    }

    private func perform(_ action: ScenarioStateMachine.Action) {
        switch action {
        case .control(let request): control(request)
        case .answer(let method, let behaviour):
            unit?.hmi.assumeIsolated { $0.behaviours[method] = behaviour }
        case .startApp(let arguments): orders?.yield(.start(arguments: arguments))
        case .interruptApp: orders?.yield(.interrupt)
        case .killApp: orders?.yield(.kill)
        case .guest(let request): orders?.yield(.guest(request))
        case .disconnect:
            // In a turn of its own: the head unit may be about to write what was just observed.
            guard let unit else { return }
            reactor.schedule(after: .zero) { unit.assumeIsolated { $0.cutConnections() } }
        case .setTimer(let deadline):
            if let timer { reactor.cancel(timer) }
            timer = reactor.schedule(at: deadline) { [weak self] in
                self?.assumeIsolated { player in player.step { $0.timePassed(now: $1) } }
            }
        case .stepDone(let step): onStep?(step)
        case .finish:
            finished?.resume()
            finished = nil
        }
    }

    private func control(_ json: JSONValue) {
        guard let unit else { return }
        Task {
            var failure: String?
            do throws(ControlError) {
                _ = try await unit.perform(try ControlRequest(json: json))
                await noted(json)
            } catch {
                failure = "\(error)"
            }
            step { $0.controlDone(failure: failure, now: $1) }
        }
    }

    /// Keeps for the map what a command has changed.
    private func noted(_ json: JSONValue) async {
        if json["command"] == "position", let latitude = json["latitude"]?.doubleValue,
            let longitude = json["longitude"]?.doubleValue,
            let place = GeodeticCoordinate(latitude: latitude, longitude: longitude)
        {
            moved(to: place)
        }
        if json["command"] == "route", let name = json["route"]?.stringValue,
            let route = try? MockFiles.route(name, file: "")
        {
            routes.append(route)
        }
    }

    /// One after the other: a signal waits for the start.
    private func carryOut(_ order: Order) async {
        guard let app else { return }
        switch order {
        case .start(let arguments): await start(app, arguments)
        case .interrupt: await app.interrupt()
        case .kill: await app.kill()
        case .guest(let request):
            let guest = guest ?? ScenarioGuest()
            self.guest = guest
            var failure: String? = "nobody listens yet"
            if let address { failure = await guest.perform(request, address, reactor) }
            step { $0.controlDone(failure: failure, now: $1) }
        }
    }

    private func start(_ app: any ScenarioApp, _ arguments: [String]) async {
        guard let unit else { return }
        do throws(TransportError) {
            // Only now: what was prepared holds for the first connection, too.
            if address == nil {
                let opened = try await unit.listen(host: wanted.host, port: wanted.port)
                address = opened
                files?.listening(on: opened)
            }
            guard let address else { return }
            machine?.listens(host: address.host, port: address.port)
            let events = ScenarioAppEvents()
            appEvents.append(events)
            Task {
                for await item in events.items {
                    events.isTaken(item)
                    appDid(item)
                }
            }
            try await app.start(address, arguments: arguments) { events.put($0) }
        } catch {
            step { $0.appFailed("\(error)", now: $1) }
        }
    }

    private func appDid(_ item: ScenarioAppEvents.Item) {
        switch item {
        case .event(.printed(let line)): happened(.output(line))
        case .event(.ended(let status)): happened(.appEnded(status: status))
        case .overflow: step { $0.appPrintedTooMuch(now: $1) }
        }
    }
}

extension Optional where Wrapped == ScenarioStateMachine {
    /// Lets a machine take an event, if there is one.
    fileprivate mutating func mutate<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
        guard var machine = self else { return nil }
        self = nil
        defer { self = machine }
        return body(&machine)
    }
}
