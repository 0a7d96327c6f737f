internal import Formats
internal import GNSS
internal import Glibc
public import Log
internal import Navigation
internal import Positioning
public import Transport

/// Plays a scenario with a mock head unit of its own, on a free port.
public actor ScenarioPlayer {
    private let scenario: Scenario
    private let reactor: Reactor
    private let logger: Logger
    private var machine: ScenarioStateMachine?
    private var unit: MockHeadUnit?
    private var app: (any ScenarioApp)?
    private var timer: Reactor.TimerID?
    private var address: SocketAddress?
    private var onStep: (@Sendable (ScenarioReport.Step) -> Void)?
    private var finished: CheckedContinuation<Void, Never>?
    private var track: [GeodeticCoordinate] = []

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
        self.app = app
        self.onStep = onStep
        let unit: MockHeadUnit
        let address: SocketAddress
        do {
            unit = try await MockHeadUnit(scenario.module, route: scenario.route, on: reactor, logger: logger)
            if let files { await files.attach(to: unit) }
            address = try await unit.listen(host: host, port: port)
            files?.listening(on: address)
        } catch {
            return ScenarioReport(scenario, failure: "the head unit cannot be started: \(error)")
        }
        self.unit = unit
        self.address = address
        let folder = Self.makeFolder()
        defer { folder.map(Self.removeFolder) }
        machine = ScenarioStateMachine(scenario, host: address.host, port: address.port, folder: folder ?? "/tmp")
        await unit.observe(messages: true) { [weak self] event in
            self?.assumeIsolated { $0.happened(ScenarioEvent(event.json.objectValue ?? [:])) }
        }
        await unit.observePositions { [weak self] location in
            guard let place = location.fix.coordinate else { return }
            self?.assumeIsolated { $0.moved(to: place) }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                finished = continuation
                step { $0.began(now: $1) }
            }
        } onCancel: {
            Task { await self.cancel() }
        }
        // Not in this task: one that is cancelled would not wait for the farewell.
        await Task { await self.end(unit, app) }.value
        var report = machine?.report ?? ScenarioReport(scenario)
        report.appOutput = await app.output()
        report.track = track
        report.route = scenario.route?.waypoints.map(\.coordinate) ?? []
        return report
    }

    /// A folder of the run's own, for what an app keeps over its starts.
    private static func makeFolder() -> String? {
        var template = Array("/tmp/waypoint-scenario-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { return nil }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func removeFolder(_ path: String) {
        guard let folder = unsafe opendir(path) else { return }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        unsafe closedir(folder)
        for name in names where name != "." && name != ".." { _ = unsafe unlink("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }

    private func end(_ unit: MockHeadUnit, _ app: any ScenarioApp) async {
        if let timer { reactor.cancel(timer) }
        await app.interrupt()
        await app.finish(within: Self.farewellTime)
        await unit.stop()
    }

    private func cancel() {
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
        case .startApp(let arguments): start(arguments)
        case .interruptApp: tell { await $0.interrupt() }
        case .killApp: tell { await $0.kill() }
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
        if json["command"] == "position", let latitude = json["latitude"]?.doubleValue,
            let longitude = json["longitude"]?.doubleValue,
            let place = GeodeticCoordinate(latitude: latitude, longitude: longitude)
        {
            moved(to: place)
        }
        Task {
            var failure: String?
            do throws(ControlError) {
                _ = try await unit.perform(try ControlRequest(json: json))
            } catch {
                failure = "\(error)"
            }
            step { $0.controlDone(failure: failure, now: $1) }
        }
    }

    private func start(_ arguments: [String]) {
        guard let app, let address else { return }
        Task {
            do throws(TransportError) {
                try await app.start(address, arguments: arguments) { [weak self] status in
                    guard let self else { return }
                    Task { await self.ended(status) }
                }
            } catch {
                step { $0.appFailed("\(error)", now: $1) }
            }
        }
    }

    private func ended(_ status: Int32) {
        happened(.appEnded(status: status))
    }

    private func tell(_ order: @escaping @Sendable (any ScenarioApp) async -> Void) {
        guard let app else { return }
        Task { await order(app) }
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
