internal import Dashboard
internal import Navigation
internal import Positioning
internal import Simulator
internal import Transport

/// `demo`: a head unit, a drive, and an app in a second process.
struct DemoCommand: Command {
    static let description = CommandDescription(
        name: "demo", summary: "Show it all: a head unit on loopback, a drive, and an app in a second process.",
        options: HeadUnitSetup.options(defaultSpeed: "10, ten times as fast as it was driven"),
        details: [
            "The app checks its permissions and the navigation capability, gets the waypoints, subscribes, hears of each "
                + "stop that is passed, and unsubscribes. With --page it goes on until it is interrupted."
        ])

    private let setup: HeadUnitSetup
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        var setup = try HeadUnitSetup(arguments, console: console, defaultSpeed: .factor(10))
        guard let drive = MockFiles.bytes("drives/demo.nmea"), let gpx = MockFiles.bytes("routes/demo.gpx"),
            let route = try? Route(gpx: gpx)
        else { throw UsageError("demo", "the drive of the demonstration is not part of this program") }
        setup.route = route
        setup.activatesApps = true
        try setup.readPage(arguments, host: setup.host)
        setup.position = .embedded(name: "the demonstration's drive", drive)
        self.setup = setup
        self.console = console
    }

    /// How long an app may take to subscribe before the demonstration gives up.
    private static let patience = Duration.seconds(30)

    private enum Happening: Sendable {
        case driveEnded
        case driveFailed(String)
        case appEnded
        case appIsLate
        case interrupted
    }

    func run() async throws(UsageError) -> ExitStatus {
        guard let reactor = try? Reactor() else {
            console.complain("demo", "the system has no thread or descriptor to give")
            return .failure
        }
        let console = console
        let (happenings, happens) = AsyncStream.makeStream(of: Happening.self)
        let isLate = Deadline(reactor: reactor) { happens.yield(.appIsLate) }
        let running = try await RunningHeadUnit(setup, startsAtSubscription: true, reactor: reactor) { event in
            switch event {
            case .simulator(let event):
                if case .subscribed = event { isLate.disarm() }
                if let line = EventText.line(event) { console.post("head unit: \(line)", .accent) }
            case .sourceEnded:
                console.post("head unit: the drive has ended", .accent)
                happens.yield(.driveEnded)
            case .sourceFailed(let reason):
                happens.yield(.driveFailed(reason))
            case .moved, .sourceInterrupted, .sourceResumed, .stateNotKept:
                break
            case .connectionsWait(let reason):
                console.complain("demo", "the app cannot connect: \(reason)")
            }
        }
        console.post("head unit: listening on \(running.address)", .accent)
        if let page = running.dashboard { console.post("page \(page.url)", .accent) }
        let app: ChildProcess
        do throws(TransportError) {
            app = try ChildProcess(
                path: "/proc/self/exe", arguments: ["app", "--connect", "\(running.address)", "--json"],
                capturesOutput: true)
        } catch {
            console.complain("demo", "\(error)")
            return .failure
        }
        console.post("head unit: started an app as process \(app.id)", .accent)
        console.onTermination { happens.yield(.interrupted) }
        await isLate.arm(after: Self.patience)
        let report = Task { await listen(to: app) }
        Task {
            _ = await report.value
            happens.yield(.appEnded)
        }
        var complaint: String?
        var hasAppEnded = false
        for await happening in happenings {
            switch happening {
            // The page is to be looked at until somebody has seen enough.
            case .driveEnded where setup.page != nil: continue
            case .appEnded where setup.page != nil:
                hasAppEnded = true
                continue
            case .driveEnded, .appEnded: break
            case .driveFailed(let reason): complaint = reason
            case .appIsLate: complaint = "the app did not subscribe to waypoints within \(Self.patience)"
            case .interrupted where setup.page != nil: break
            case .interrupted: complaint = "interrupted"
            }
            break
        }
        app.interrupt()
        let status = await app.wait()
        let seen = await report.value
        do throws(RunningHeadUnit.Incomplete) {
            try await running.stop()
        } catch {
            complaint = error.reason
        }
        if let complaint {
            console.complain("demo", complaint)
            return .failure
        }
        // Whoever ends it before the app is through wants no judgement.
        return setup.page == nil || hasAppEnded ? summarize(seen, appStatus: status) : .success
    }

    /// What the app told.
    private struct Report: Sendable {
        var names: [String] = []
        func count(_ name: String) -> Int { names.count { $0 == name } }
    }

    /// Prints what the app tells, line by line.
    private func listen(to app: ChildProcess) async -> Report {
        var report = Report()
        guard let output = app.output else { return report }
        var splitter = LineSplitter(limit: 1 << 22)
        while let block = try? await output.read(), !block.isEmpty, let lines = try? splitter.append(block) {
            for event in lines.compactMap(AppEvent.init(line:)) {
                report.names.append(event.name)
                if let text = event.text { console.print("app:       \(text)", .good) }
            }
        }
        return report
    }

    private func summarize(_ report: Report, appStatus: Int32) -> ExitStatus {
        let stops = max((setup.route?.waypoints.count ?? 1) - 1, 0)
        let changes = report.count("wayPointChange")
        let isComplete = ["registered", "permissions", "capability", "wayPoints", "subscribed", "unsubscribed"]
            .allSatisfy { report.count($0) > 0 }
        console.print("")
        console.print("stops on the way: \(stops), changes of the waypoints the app heard of: \(changes)", .bold)
        console.print("exit status of the app: \(appStatus)", .bold)
        guard isComplete, changes == stops, appStatus == 0 else {
            console.complain("demo", "the app did not see all of it")
            return .failure
        }
        console.print("The app saw each of them once. To try your own app: waypoint-sim serve", .bold)
        return .success
    }
}

/// A moment that is told unless it is taken back before.
private actor Deadline {
    private let reactor: Reactor
    private let passed: @Sendable () -> Void
    private var timer: Reactor.TimerID?
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor, _ passed: @escaping @Sendable () -> Void) {
        self.reactor = reactor
        self.passed = passed
    }

    func arm(after delay: Duration) {
        let passed = passed
        timer = reactor.schedule(after: delay) { passed() }
    }

    /// To be called on the reactor's thread.
    nonisolated func disarm() {
        assumeIsolated { deadline in
            if let timer = deadline.timer { deadline.reactor.cancel(timer) }
        }
    }
}
