internal import Glibc
internal import Log
internal import Simulator
internal import Synchronization
internal import Transport

/// `run`: scenarios against mock modules, with an app under test.
struct RunCommand: Command {
    static let description = CommandDescription(
        name: "run", summary: "Play scenarios with an app: what it must do, step by step.",
        operands: ["SCENARIO", "…"],
        options: [
            .init("--app", "COMMAND", "The app: a line of the shell (default the app of this program)."),
            .init("--wait", nil, "Wait for an app that somebody starts elsewhere; one scenario after the other."),
            .init("--port", "PORT", "Where the head unit listens with --wait (default 12345)."),
            .init("--jobs", "N", "How many scenarios are played at a time, 1 to 64 (default 4)."),
            .init("--list", nil, "Tell name and purpose of each scenario, and play none."),
            .init(
                "--record", "FILE",
                "Write every frame, position and word to the HMI as a line of JSON; with several scenarios FILE is a "
                    + "folder, which gets a NAME.jsonl of each."),
            .init(
                "--pcapng", "FILE",
                "Write what goes over the wire as a capture for Wireshark; a folder as for --record."),
            .init("--junit", "FILE", "Write the results as JUnit XML."),
            .init("--html", "FILE", "Write the results as one page for people."),
        ],
        details: [
            "A SCENARIO is the name of one of the program or a file; without any, all of the program are played. The app "
                + "finds the head unit by SDL_HOST and SDL_PORT in its environment, and gets SIGINT at the end.",
            "Each step is a line. The status is 1 if a scenario fails, 2 if one cannot be read.",
        ])

    private let scenarios: [Scenario]
    private let command: String?
    private let isWaiting: Bool
    private let isListing: Bool
    private let port: UInt16
    private let jobs: Int
    private let recordPath: String?
    private let pcapngPath: String?
    private let junitPath: String?
    private let htmlPath: String?
    private let logger: Logger
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        var scenarios: [Scenario] = []
        for name in arguments.operands.isEmpty ? Scenario.names : arguments.operands {
            scenarios.append(try Self.scenario(name))
        }
        self.scenarios = scenarios
        command = arguments.text("--app")
        isListing = arguments.flag("--list")
        isWaiting = arguments.flag("--wait")
        guard command == nil || !isWaiting else { throw UsageError("--wait", "not together with --app") }
        let port = try arguments.port("--port")
        guard port == nil || isWaiting else { throw UsageError("--port", "only with --wait") }
        self.port = port ?? 12345
        jobs = isWaiting ? 1 : try arguments.integer("--jobs", in: 1...64) ?? 4
        recordPath = arguments.text("--record")
        pcapngPath = arguments.text("--pcapng")
        junitPath = arguments.text("--junit")
        htmlPath = arguments.text("--html")
        logger = try arguments.logger(console)
        self.console = console
    }

    private static func scenario(_ name: String) throws(UsageError) -> Scenario {
        do {
            guard name.contains("/") || name.hasSuffix(".json") else { return try Scenario(named: name) }
            return try Scenario(json: try SmallFile.read(name, limit: 16 << 20), file: name)
        } catch let error as ScenarioError {
            throw UsageError(
                error.path.isEmpty ? error.file : "\(error.file): \(error.path)", "expected \(error.expectation)")
        } catch {
            throw UsageError(name, "\(error)")
        }
    }

    func run() async throws(UsageError) -> ExitStatus {
        guard !isListing else {
            for scenario in scenarios { console.print("\(scenario.name): \(scenario.description)") }
            return .success
        }
        for (option, path) in [("--record", recordPath), ("--pcapng", pcapngPath)] where scenarios.count > 1 {
            guard let path, unsafe mkdir(path, 0o777) != 0, !Self.isFolder(path) else { continue }
            throw UsageError(option, "\(path) is no folder and cannot be made one, as several scenarios need it")
        }
        let began = Int64(time(nil))
        let interruption = Interruption()
        console.onTermination { interruption.arrive() }
        let work = Task { await playAll() }
        let watch = Task {
            await interruption.wait()
            work.cancel()
        }
        // In the order in which they were asked for, whichever ended first.
        let reports = await work.value.sorted { $0.0 < $1.0 }.map(\.1)
        watch.cancel()
        let failed = reports.filter { !$0.isPassed }
        if scenarios.count > 1 {
            console.print("")
            for report in failed { console.print(report.verdict, .bad) }
            console.print("\(reports.count - failed.count) of \(scenarios.count) scenarios passed", .bold)
        }
        let areWritten = write(TestReport(title: "scenarios", began: began, scenarios: reports))
        return failed.isEmpty && reports.count == scenarios.count && areWritten ? .success : .failure
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The file of a scenario behind a path that is one, or a folder.
    private func file(_ path: String?, of scenario: Scenario, _ ending: String) -> String? {
        guard let path, scenarios.count > 1 else { return path }
        return "\(path)/\(scenario.name).\(ending)"
    }

    /// Writes the files that are wanted; a page that cannot be written does not pass for one.
    private func write(_ report: TestReport) -> Bool {
        var isComplete = true
        do {
            if let junitPath { try SmallFile.replace(junitPath, with: try report.junit()) }
        } catch {
            console.complain("--junit", "\(error)")
            isComplete = false
        }
        do {
            if let htmlPath { try SmallFile.replace(htmlPath, with: Array(report.html.utf8)) }
        } catch {
            console.complain("--html", "\(error)")
            isComplete = false
        }
        return isComplete
    }

    /// Plays all scenarios, some at a time; those not begun when the task is cancelled are left out.
    private func playAll() async -> [(Int, ScenarioReport)] {
        await withTaskGroup { group in
            var rest = Array(scenarios.enumerated())[...]
            var reports: [(Int, ScenarioReport)] = []
            for (index, scenario) in rest.prefix(jobs) {
                rest.removeFirst()
                group.addTask { (index, await play(scenario)) }
            }
            while let report = await group.next() {
                reports.append(report)
                guard !Task.isCancelled, let (index, scenario) = rest.popFirst() else { continue }
                group.addTask { (index, await play(scenario)) }
            }
            return reports
        }
    }

    private func play(_ scenario: Scenario) async -> ScenarioReport {
        let reactor: Reactor
        let files: TrafficFiles
        do throws(TransportError) {
            reactor = try Reactor()
            files = try TrafficFiles(
                recordPath: file(recordPath, of: scenario, "jsonl"),
                pcapngPath: file(pcapngPath, of: scenario, "pcapng"), on: reactor)
        } catch {
            console.complain(scenario.name, "\(error)")
            return ScenarioReport(scenario, failure: "it cannot be played: \(error)")
        }
        let isLive = jobs == 1 || scenarios.count == 1
        let console = console
        if isLive { console.print(scenario.name, .bold) }
        var report = await ScenarioPlayer(scenario, on: reactor, logger: logger)
            .run(app, port: isWaiting ? port : 0, files: files) { step in
                if isLive { console.post(ScenarioReport.line(step), .dim) }
            }
        do throws(TransportError) {
            try await files.finish()
        } catch {
            // A recording that lacks something does not pass for one.
            console.complain("--record, --pcapng", "\(scenario.name): \(error)")
            if report.isPassed { report = ScenarioReport(scenario, failure: "what it was to write is not complete") }
        }
        // Scenarios that are played at the same time do not mix their lines.
        let lines = isLive ? [] : [scenario.name] + report.steps.map(ScenarioReport.line)
        for line in lines { console.print(line) }
        for line in report.failure.map(ScenarioReport.lines) ?? [] { console.print(line, .bad) }
        if !report.isPassed, !report.appOutput.isEmpty {
            console.print("        the app printed last:")
            for line in report.appOutput.suffix(10) { console.print("          \(line.prefix(160))") }
        }
        console.print(report.verdict, report.isPassed ? .good : .bad)
        return report
    }

    private var app: any ScenarioApp {
        if let command { return ScenarioCommand(command) }
        let console = console
        if isWaiting { return ScenarioVisitor { console.print("listening on \($0)") } }
        return ScenarioCommand { address, arguments in
            ["/proc/self/exe", "app", "--connect", "\(address)", "--json"] + arguments
        }
    }
}
