internal import Glibc
internal import Log
internal import Simulator
internal import Synchronization
internal import Transport

/// `run`: scenarios against mock modules, with an app under test.
struct RunCommand: Command {
    static let description = CommandDescription(
        name: "run", summary: "Play scenarios with an app: what it must do, step by step.",
        operands: ["[SCENARIO]", "…"],
        options: [
            .init("--app", "COMMAND", "The app: a line of the shell (default the app of this program)."),
            .init("--events", nil, "The app of --app prints the events of `app --json`: they are checked, too."),
            .init("--wait", nil, "Wait for an app that somebody starts elsewhere; one scenario after the other."),
            .init("--port", "PORT", "Where the head unit listens with --wait (default 12345)."),
            .init("--bind", "ADDRESS", "Listen on this address of the machine (default 127.0.0.1)."),
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
            "With --wait, scenarios that end the app or start it again are skipped, but for a farewell at their end, which "
                + "is left out.",
            "Each step is a line. The status is 1 if a scenario fails, 2 if one cannot be read.",
        ])

    private let scenarios: [Scenario]
    private let command: String?
    private let tellsEvents: Bool
    private let isWaiting: Bool
    private let isListing: Bool
    private let host: String
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
        host = arguments.text("--bind") ?? "127.0.0.1"
        tellsEvents = arguments.flag("--events")
        guard command != nil || !tellsEvents else { throw UsageError("--events", "only with --app") }
        let jobs = try arguments.integer("--jobs", in: 1...64)
        guard jobs == nil || !isWaiting else { throw UsageError("--jobs", "not together with --wait") }
        self.jobs = isWaiting ? 1 : jobs ?? 4
        recordPath = arguments.text("--record")
        pcapngPath = arguments.text("--pcapng")
        junitPath = arguments.text("--junit")
        htmlPath = arguments.text("--html")
        // Told now, not when all is played.
        for (option, path) in [("--junit", junitPath), ("--html", htmlPath)] {
            if let path { try Self.check(path, for: option) }
        }
        logger = try arguments.logger(console)
        self.console = console
    }

    /// Whether a file can be written there.
    private static func check(_ path: String, for option: String) throws(UsageError) {
        var info = stat()
        if unsafe stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
            throw UsageError(option, "a file, and \(path) is a folder")
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            throw UsageError(option, "a file in a folder that can be written to, not \(path)")
        }
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
        // A second signal ends the program at once: not without the apps.
        TerminationSignals.beforeEnd { ChildProcess.terminateGroups() }
        let work = Task { await playAll() }
        let watch = Task {
            await interruption.wait()
            work.cancel()
        }
        // In the order in which they were asked for, whichever ended first.
        let reports = await work.value.sorted { $0.0 < $1.0 }.map(\.1)
        // A watch that is given up counts as an interruption.
        let wasInterrupted = interruption.hasArrived
        watch.cancel()
        let failed = reports.filter { $0.isPlayed && !$0.isPassed }
        let passed = reports.count(where: \.isPassed)
        if scenarios.count > 1 {
            console.print("")
            for report in failed { console.print(Self.clean(report.verdict), .bad) }
            let skipped = reports.count - passed - failed.count
            console.print(
                "\(passed) of \(scenarios.count) scenarios passed" + (skipped == 0 ? "" : ", \(skipped) skipped"), .bold
            )
        }
        let areWritten = console.write(
            TestReport(title: "scenarios", began: began, scenarios: reports), junit: junitPath, html: htmlPath)
        // What nobody could play is told, and is no failure; playing nothing at all is.
        return failed.isEmpty && passed > 0 && !wasInterrupted && areWritten ? .success : .failure
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

    /// Plays all scenarios, some at a time; those not begun when the task is cancelled are skipped.
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
                + rest.map { ($0.offset, ScenarioReport($0.element, skipped: "interrupted before it began")) }
        }
    }

    private func play(_ scenario: Scenario) async -> ScenarioReport {
        let app = app
        if let obstacle = scenario.obstacle(for: app) {
            console.print("skipped: \(scenario.name), \(obstacle)", .dim)
            return ScenarioReport(scenario, skipped: obstacle)
        }
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
            .run(app, host: host, port: isWaiting ? port : 0, files: files) { step in
                if isLive { console.post(Self.clean(ScenarioReport.line(step)), .dim) }
            }
        do throws(TransportError) {
            try await files.finish()
        } catch {
            // A recording that lacks something does not pass for one.
            console.complain("--record, --pcapng", "\(scenario.name): \(error)")
            if report.isPassed { report = ScenarioReport(scenario, failure: "what it was to write is not complete") }
        }
        // Scenarios that are played at the same time do not mix their lines: all at once.
        var block = isLive ? [] : [scenario.name] + report.steps.map(ScenarioReport.line)
        block += report.failure.map(ScenarioReport.lines) ?? []
        if !report.isPassed, !report.appOutput.isEmpty {
            block.append("        the app printed last:")
            block += report.appOutput.suffix(10).map { "          \($0.prefix(160))" }
        }
        if let shortened = report.shortened { block.append("        \(shortened)") }
        let verdict = console.styled(Self.clean(report.verdict), report.isPassed ? .good : .bad)
        console.print((block.map(Self.clean) + [verdict]).joined(separator: "\n"))
        return report
    }

    /// A text whose control characters do nothing to a terminal.
    private static func clean(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }))
    }

    private var app: any ScenarioApp {
        if let command { return ScenarioCommand(command, tellsEvents: tellsEvents) }
        let console = console
        if isWaiting { return ScenarioVisitor { console.print("listening on \($0)") } }
        return ScenarioCommand(tellsEvents: true) { address, arguments in
            ["/proc/self/exe", "app", "--connect", "\(address)", "--json"] + arguments
        }
    }
}
