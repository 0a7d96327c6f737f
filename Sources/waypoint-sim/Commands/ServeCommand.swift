internal import HeadUnit
internal import Navigation
internal import Positioning
internal import Simulator
internal import Transport

/// `serve`: a head unit until it is interrupted.
struct ServeCommand: Command {
    static let description = CommandDescription(
        name: "serve", summary: "Be a head unit that SDL apps connect to, until interrupted.",
        options: [
            .init("--port", "PORT", "The TCP port for apps (default 12345, 0 for any free one)."),
            .init("--bind", "ADDR", "The address to listen on (default 127.0.0.1; 0.0.0.0 lets phones in)."),
            .init("--nmea", "SOURCE", "Where the vehicle is: a file, a receiver, a generated drive (below)."),
            SourceArgument.accessoriesOption,
            .init("--route", "FILE", "The route of the navigation, a GPX file."),
            .init(
                "--start", "subscribed or now",
                "When a recorded drive begins: with the first subscription to waypoints (default), or at once."),
            .init("--manual", nil, "Leave new apps in NONE instead of activating them."),
            .init("--exit-at-end", nil, "End when the drive has ended."),
        ] + CorrectionsLoop.options + HeadUnitSetup.options,
        details: [
            "The first line on standard output is `listening on HOST:PORT`. A newly registered app is brought to FULL, "
                + "as if the driver had chosen it; every app may use waypoints at once in module modern.",
            SourceArgument.forms,
        ])

    private let setup: HeadUnitSetup
    private let startsAtSubscription: Bool
    private let exitsAtEnd: Bool
    private let corrections: NTRIPSetup?
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        var setup = try HeadUnitSetup(arguments, console: console, defaultSpeed: .factor(1))
        setup.port = try arguments.port("--port") ?? 12345
        if let host = arguments.text("--bind") { setup.host = host }
        if let path = arguments.text("--route") { setup.route = try HeadUnitSetup.route(path) }
        if let source = arguments.text("--nmea") {
            setup.position = .source(
                try SourceArgument(source, name: "--nmea", accessories: arguments.text("--accessories")))
        }
        if arguments.flag("--manual") { setup.activatesApps = false }
        let start = try arguments.choice("--start", of: ["subscribed", "now"])
        startsAtSubscription = start != "now"
        exitsAtEnd = arguments.flag("--exit-at-end")
        corrections = try CorrectionsLoop.setup(arguments)
        if corrections != nil, case .none = setup.position {
            throw UsageError("--ntrip", "corrections need a receiver: --nmea SOURCE")
        }
        self.setup = setup
        self.console = console
    }

    func run() async -> ExitStatus {
        do {
            let reactor = try Reactor()
            let (ends, finish) = AsyncStream.makeStream(of: ExitStatus.self, bufferingPolicy: .bufferingNewest(1))
            let running = try await RunningHeadUnit(
                setup, startsAtSubscription: startsAtSubscription, reactor: reactor
            ) { event in
                tell(event)
                switch event {
                case .sourceEnded where exitsAtEnd: finish.yield(.success)
                case .sourceFailed: finish.yield(.failure)
                case .simulator, .sourceEnded, .sourceInterrupted, .sourceResumed: break
                }
            }
            console.print("listening on \(running.address)")
            let console = console
            var loop: CorrectionsLoop?
            if let corrections, let source = running.source {
                loop = try await CorrectionsLoop(corrections, source: source, on: reactor) { note in
                    console.note("waypoint-sim: serve: \(note)")
                }
            }
            try await SignalWatch(reactor: reactor).observe { finish.yield(.success) }
            var status = ExitStatus.success
            for await end in ends {
                status = end
                break
            }
            await loop?.stop()
            try await running.stop()
            return status
        } catch {
            console.complain("serve", "\(error)")
            return .failure
        }
    }

    private func tell(_ event: RunningHeadUnit.Event) {
        switch event {
        case .simulator(let event):
            if let line = EventText.line(event) { console.print(line) }
        case .sourceEnded:
            console.print("the drive has ended")
        case .sourceFailed(let reason):
            console.complain("--nmea", reason)
        case .sourceInterrupted(let reason):
            console.note("waypoint-sim: --nmea: \(reason); trying again")
        case .sourceResumed:
            console.note("waypoint-sim: --nmea: heard again")
        }
    }
}
