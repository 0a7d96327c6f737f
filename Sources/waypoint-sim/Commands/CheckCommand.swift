internal import Conformance
internal import Formats
internal import Glibc
internal import SDLSpec
internal import Simulator
internal import Synchronization
internal import Transport

/// `check`: holds a head unit or an app to the rules of the spec and of the real systems.
struct CheckCommand: Command {
    static let description = CommandDescription(
        name: "check", summary: "Hold a head unit or an app to the rules of SDL: what must be, and what should.",
        operands: ["head-unit, app or list", "HOST:PORT"],
        options: [
            .init(
                "--control", "COMMAND",
                "Does to the head unit what a driver would: gets lines of ctl, one JSON object each."),
            .init("--app", "COMMAND", "For app: the app, a line of the shell; without, somebody starts it elsewhere."),
            .init("--port", "PORT", "For app: where the head unit listens (default 12345, with --app any free one)."),
            .init("--bind", "ADDRESS", "For app: the address of this machine to listen on (default 127.0.0.1)."),
            .init("--app-name", "NAME", "For head-unit: the name under which it registers (default Waycheck)."),
            .init("--app-id", "ID", "For head-unit: its id, for the head unit's policy (default 8675309)."),
            .init(
                "--patience", "SECONDS",
                "How long an RPC may wait for its answer, 1 to 120 (default 15); other waits follow where they are longer."
            ),
            .init("--spec", "FILE", "A MOBILE_API.xml, for functions outside the built-in part of the spec."),
            .init("--baseline", "FILE", "The --json of an earlier run: tell what has changed since."),
            .init("--json", nil, "Print the whole report as JSON."),
            .init("--junit", "FILE", "Write the results as JUnit XML."),
            .init("--html", "FILE", "Write the results as one page for people."),
            .init("--markdown", nil, "For list: print the tables of Docs/conformance.md."),
        ],
        details: [
            "check head-unit HOST:PORT connects as an app and walks through handshake, registration, permissions, "
                + "capabilities, waypoints, vehicle data, several apps, faults of the wire and limits. What a driver has to "
                + "do is done by --control, asked for on a terminal, or skipped.",
            "check app is the head unit, in one form after the other, and starts the app for each; the app finds it by "
                + "SDL_HOST and SDL_PORT in its environment and gets SIGINT at the end.",
            "The status is 1 if a rule that must hold does not or the check does not come to its end, 2 if the program of "
                + "--control is of no use, 3 if nobody answers. Docs/conformance.md has all rules.",
        ])

    private enum Work: Sendable {
        case list
        case headUnit(host: String, port: UInt16)
        case app
    }

    private let work: Work
    private let control: String?
    private let appCommand: String?
    private let port: UInt16
    private let bind: String
    private let appName: String
    private let appID: String
    private let pace: Pace
    private let spec: RPCSpec?
    private let baseline: JSONValue?
    private let isJSON: Bool
    private let isMarkdown: Bool
    private let junitPath: String?
    private let htmlPath: String?
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        let address = arguments.operands.dropFirst().first
        switch arguments.operands.first {
        case "list": work = .list
        case "app": work = .app
        case "head-unit":
            guard let address else { throw UsageError("head-unit", "HOST:PORT is missing") }
            let (host, port) = try Arguments.hostAndPort(address, option: "head-unit")
            work = .headUnit(host: host, port: port)
        case let other: throw UsageError(other ?? "check", "head-unit, app or list")
        }
        if case .headUnit = work {} else if let address { throw UsageError(address, "only head-unit takes an address") }
        control = arguments.text("--control")
        appCommand = arguments.text("--app")
        port = try arguments.port("--port") ?? (appCommand == nil ? 12345 : 0)
        bind = arguments.text("--bind") ?? "127.0.0.1"
        appName = arguments.text("--app-name") ?? "Waycheck"
        appID = arguments.text("--app-id") ?? "8675309"
        var pace = Pace.live
        if let seconds = try arguments.number("--patience", in: 1...120) {
            pace.answer = .seconds(seconds)
            pace.control = min(pace.control, pace.answer)
            pace.level = min(pace.level, pace.answer)
            pace.quiet = min(pace.quiet, pace.answer / 4)
        }
        self.pace = pace
        isJSON = arguments.flag("--json")
        isMarkdown = arguments.flag("--markdown")
        junitPath = arguments.text("--junit")
        htmlPath = arguments.text("--html")
        spec = try arguments.text("--spec").map { path throws(UsageError) in try Self.spec(path) }
        baseline = try arguments.text("--baseline").map { path throws(UsageError) in try Self.report(path) }
        self.console = console
    }

    private static func spec(_ path: String) throws(UsageError) -> RPCSpec {
        do {
            return try RPCSpec(xml: try SmallFile.read(path, limit: 64 << 20))
        } catch {
            throw UsageError("--spec", "\(error)")
        }
    }

    private static func report(_ path: String) throws(UsageError) -> JSONValue {
        do {
            let value = try JSONValue(parsing: try SmallFile.read(path, limit: 64 << 20))
            guard value["rules"]?.arrayValue != nil else {
                throw UsageError("--baseline", "\(path) is no report of check")
            }
            return value
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError("--baseline", "\(path): \(error)")
        }
    }

    func run() async throws(UsageError) -> ExitStatus {
        switch work {
        case .list:
            if isMarkdown {
                console.print(Rule.markdown)
            } else {
                for line in Rule.list { console.print(line) }
            }
            return .success
        case .headUnit(let host, let port): return await checkHeadUnit(host, port)
        case .app: return await checkApp()
        }
    }

    // MARK: Head units

    private func checkHeadUnit(_ host: String, _ port: UInt16) async -> ExitStatus {
        let began = Int64(time(nil))
        guard let reactor = try? Reactor() else { return noThread() }
        var options = HeadUnitCheck.Options(pace: pace)
        options.appName = appName
        options.appID = appID
        options.secondName = "\(appName) Two"
        let driver: (any Driver)?
        do throws(TransportError) {
            driver = try makeDriver()
        } catch {
            console.complain("--control", "\(error)")
            return .usage
        }
        let console = console
        let isQuiet = isJSON
        let check = HeadUnitCheck(
            options, driver: driver, on: reactor, onWalk: { if !isQuiet { console.post("walk: \($0)", .dim) } },
            dial: { () async throws(TransportError) in
                try await TCPStream.connect(host: host, port: port, on: reactor)
            })
        let outcome = await interruptible { await check.run() }
        let control = driver as? ControlDriver
        let failure = await control?.failure
        control?.end()
        let report = CheckReport(
            target: "head unit \(host):\(port)", began: began, rules: Rule.headUnit, transcript: outcome.transcript,
            skips: outcome.skips, breaks: outcome.breaks, incomplete: outcome.noConnection ?? outcome.incomplete,
            spec: spec)
        if let reason = outcome.noConnection {
            console.complain("head unit \(host):\(port)", reason)
            tellNobody(report)
            return .noConnection
        }
        let status = tell(report)
        guard let failure else { return status }
        console.complain("--control", failure)
        return status == .success ? .usage : status
    }

    private func makeDriver() throws(TransportError) -> (any Driver)? {
        if let control { return try ControlDriver(command: control) }
        guard isatty(0) == 1, console.hasErrorTerminal, !isJSON else { return nil }
        return PromptDriver(console: console)
    }

    // MARK: Apps

    private func checkApp() async -> ExitStatus {
        let began = Int64(time(nil))
        guard let reactor = try? Reactor() else { return noThread() }
        let console = console
        let isQuiet = isJSON
        let starts = Mutex(0)
        let app: any ScenarioApp =
            appCommand.map { ScenarioCommand($0) }
            ?? ScenarioVisitor { address in
                let isFirst = starts.withLock { count in
                    defer { count += 1 }
                    return count == 0
                }
                console.note(
                    isFirst
                        ? "listening on \(address); start the app"
                        : "listening on \(address) as another head unit; start the app again, unless it connects by itself"
                )
            }
        // A person needs more time to start an app than a program does, and that may be more than an answer takes.
        let connect: Duration = appCommand == nil ? .seconds(300) : max(pace.answer, .seconds(15))
        let check = AppCheck(
            app, pace: pace, connectTime: connect, host: bind, port: port, on: reactor,
            onWalk: { if !isQuiet { console.post("walk: \($0)", .dim) } }, ask: { console.note($0) })
        let outcome: AppCheck.Outcome
        do throws(TransportError) {
            outcome = try await interruptible { () async throws(TransportError) in try await check.run() }
        } catch {
            console.complain("\(bind):\(port)", "\(error)")
            return .noConnection
        }
        let report = CheckReport(
            target: appCommand.map { "app \($0)" } ?? "app", began: began, rules: Rule.app,
            transcript: outcome.transcript, skips: outcome.skips,
            incomplete: outcome.noConnection ?? outcome.incomplete, spec: spec)
        if let reason = outcome.noConnection {
            console.complain("app", reason)
            for line in outcome.output.suffix(10) { console.note("    \(line)") }
            tellNobody(report)
            return .noConnection
        }
        let status = tell(report)
        if status != .success, !outcome.output.isEmpty {
            console.note("the app printed at last:")
            for line in outcome.output.suffix(10) { console.note("    \(line)") }
        }
        return status
    }

    // MARK: Both

    /// Does work that SIGINT ends early, with what is there by then.
    private func interruptible<Value: Sendable, Failure>(
        _ body: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let interruption = Interruption()
        console.onTermination { interruption.arrive() }
        let work = Task { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        let watch = Task {
            await interruption.wait()
            work.cancel()
        }
        let result = await work.value
        watch.cancel()
        return try result.get()
    }

    private func noThread() -> ExitStatus {
        console.complain("check", "the system has no thread or descriptor to give")
        return .failure
    }

    /// Tells programs that there was nobody to check; people are told otherwise.
    private func tellNobody(_ report: CheckReport) {
        if isJSON { console.print(baseline.map { report.json(since: $0) } ?? report.json) }
        _ = console.write(testReport(report), junit: junitPath, html: htmlPath)
    }

    private func testReport(_ report: CheckReport) -> TestReport {
        report.testReport(circumstances: ["program": "waypoint-sim \(Version.text)"], since: baseline)
    }

    private func tell(_ report: CheckReport) -> ExitStatus {
        if isJSON {
            console.print(baseline.map { report.json(since: $0) } ?? report.json)
        } else {
            console.print("")
            console.print(report.headline, .bold)
            for item in report.items where item.state.word != "passed" {
                let style: Console.Style = item.state.word == "failed" ? .bad : .dim
                for line in report.lines(of: item) { console.print(line, style) }
            }
            if let baseline {
                let changes = report.changes(since: baseline)
                console.print(changes.isEmpty ? "nothing has changed since the baseline" : "since the baseline:", .bold)
                for line in changes { console.print("    \(line)") }
            }
            if let reason = report.incomplete { console.print("the check is not complete: \(reason)", .bad) }
            console.print(report.summary, report.isPassed && report.incomplete == nil ? .good : .bad)
        }
        let isWritten = console.write(testReport(report), junit: junitPath, html: htmlPath)
        return report.isPassed && report.incomplete == nil && isWritten ? .success : .failure
    }
}
