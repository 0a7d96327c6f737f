internal import Dashboard
internal import HeadUnit
internal import Navigation
internal import Positioning
internal import SDLSpec
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
            .init(
                "--route", "FILE",
                "The route of the navigation: GPX, GeoJSON, NMEA or JSON, or a route of ours by name, such as demo."),
            .init(
                "--start", "subscribed or now",
                "When a recorded drive begins: with the first subscription to waypoints (default), or at once."),
            .init("--manual", nil, "Leave new apps in NONE instead of activating them."),
            .init("--lenient", nil, "Answer functions that only the spec of --spec knows, by a success made from it."),
            .init("--spec", "FILE", "A MOBILE_API.xml, such as the public one, for --lenient."),
            .init("--exit-at-end", nil, "End when the drive has ended."),
            .init(
                "--state", "FILE",
                "Keep in FILE what outlives the program: hashes, subscriptions and levels of apps, consents, policy."),
            .init(
                "--state-sync", "off, normal or full",
                "How safe a commit of --state is from a power cut (default full)."),
            .init("--control", "SOCKET", "Take commands on a Unix-domain socket with that file (see ctl)."),
        ] + SocketLinks.options + ProtectionOptions.headUnit + CorrectionsLoop.options
            + HeadUnitSetup.options(defaultSpeed: "1, as recorded"),
        details: [
            "The first line on standard output is `listening on HOST:PORT`; with --page a line `page URL`, with --ws-port a "
                + "line `websocket URL`, with --control a line `control PATH` follow. A newly registered app is brought to "
                + "FULL, as if the driver had chosen it; every app may use waypoints at once in module modern.",
            SourceArgument.forms,
            "With --ntrip the corrections go to the receiver of --nmea; a recorded drive has none, so with it the caster "
                + "is only told the position.",
        ])

    private let setup: HeadUnitSetup
    private let startsAtSubscription: Bool
    private let exitsAtEnd: Bool
    private let corrections: NTRIPSetup?
    private let sockets: SocketLinks.Setup
    private let console: Console
    /// Where the vehicle is, on a terminal.
    private let statusLine: StandingStatus?

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        var setup = try HeadUnitSetup(arguments, console: console, defaultSpeed: .factor(1))
        setup.port = try arguments.port("--port") ?? 12345
        if let host = arguments.text("--bind") { setup.host = host }
        if let path = arguments.text("--route") { setup.route = try HeadUnitSetup.route(path) }
        try setup.readPage(arguments, host: setup.host)
        let start = try arguments.choice("--start", of: ["subscribed", "now"])
        exitsAtEnd = arguments.flag("--exit-at-end")
        let source = try arguments.text("--nmea").map { (text: String) throws(UsageError) in
            try SourceArgument(text, name: "--nmea", accessories: arguments.text("--accessories"))
        }
        if let source { setup.position = .source(source) }
        sockets = try SocketLinks.Setup(arguments)
        corrections = try CorrectionsLoop.setup(arguments, source: source, console: console)
        let hasDrive = source != nil || setup.module.navigation.drive != nil
        let isRecorded = hasDrive && source?.isLive != true
        guard isRecorded || arguments.text("--speed") == nil else {
            throw UsageError("--speed", "only a recorded drive has a speed: name its file by --nmea")
        }
        guard isRecorded || start == nil else {
            throw UsageError("--start", "only a recorded drive can wait: name its file by --nmea")
        }
        guard source != nil || setup.page != nil || arguments.text("--accessories") == nil else {
            throw UsageError("--accessories", "goes with --nmea accessory://NAME, or with --page")
        }
        if setup.page != nil, let path = arguments.text("--accessories") {
            do {
                setup.accessories = try AccessoryConfiguration(path: path)
            } catch {
                throw UsageError("--accessories", "\(error)")
            }
        }
        guard hasDrive || !exitsAtEnd else {
            throw UsageError("--exit-at-end", "there is no drive that could end: name one by --nmea")
        }
        guard hasDrive || corrections == nil else {
            throw UsageError("--ntrip", "corrections need a receiver: name it by --nmea")
        }
        if let protection = try ProtectionOptions.headUnit(arguments) {
            setup.module.configuration.protection = protection
        }
        setup.controlPath = arguments.text("--control")
        setup.statePath = arguments.text("--state")
        if let text = try arguments.choice("--state-sync", of: ["off", "normal", "full"]) {
            guard setup.statePath != nil else { throw UsageError("--state-sync", "goes with --state FILE") }
            setup.stateSynchronous = StateStore.Synchronous(rawValue: text.uppercased()) ?? .full
        }
        let isLenient = arguments.flag("--lenient") || setup.module.isLenient
        guard isLenient == (arguments.text("--spec") != nil) else {
            let what = setup.module.isLenient ? "module \(setup.module.name) is lenient and needs" : "goes with"
            throw UsageError("--lenient", "\(what) --spec FILE, and --spec goes with --lenient")
        }
        if let path = arguments.text("--spec") {
            do {
                setup.module.configuration.lenientSpec = try RPCSpec(xml: try SmallFile.read(path, limit: 16 << 20))
            } catch {
                throw UsageError("--spec", "\(error)")
            }
        }
        if arguments.flag("--manual") { setup.activatesApps = false }
        startsAtSubscription = isRecorded && start != "now"
        self.setup = setup
        self.console = console
        statusLine = console.isTerminal ? source.map { StandingStatus(source: $0.text, console: console) } : nil
    }

    func run() async throws(UsageError) -> ExitStatus {
        guard let reactor = try? Reactor() else {
            console.complain("serve", "the system has no thread or descriptor to give")
            return .failure
        }
        let (ends, finish) = AsyncStream.makeStream(of: ExitStatus.self, bufferingPolicy: .bufferingOldest(1))
        let (locations, location) = AsyncStream.makeStream(of: Location.self, bufferingPolicy: .bufferingNewest(1))
        let desk = CorrectionsDesk(reactor)
        var setup = setup
        if corrections != nil { setup.page?.corrections = { await desk.report() } }
        let running = try await RunningHeadUnit(
            setup, startsAtSubscription: startsAtSubscription, reactor: reactor
        ) { [hasPage = setup.page != nil] event in
            tell(event)
            if case .moved(let moved) = event { location.yield(moved) }
            switch event {
            case .sourceEnded where exitsAtEnd: finish.yield(.success)
            // With a page another one can be chosen.
            case .sourceFailed where !hasPage: finish.yield(.failure)
            case .simulator, .moved, .sourceEnded, .sourceFailed, .sourceInterrupted, .sourceResumed, .connectionsWait,
                .stateNotKept:
                break
            }
        }
        console.onTermination { finish.yield(.success) }
        console.print("listening on \(running.address)")
        if let page = running.dashboard { console.print("page \(page.url)") }
        let links = try SocketLinks(sockets, host: setup.host, for: running.unit, console: console)
        if let address = links.address { console.print("websocket ws://\(address)/") }
        if let path = setup.controlPath { console.print("control \(path)") }
        await running.begin()
        var loop: CorrectionsLoop?
        if let corrections {
            let console = console
            loop = try await CorrectionsLoop(
                corrections, source: running.source, locations: locations, on: reactor
            ) { note in console.complain("--ntrip", note) }
            if let loop { desk.open(loop) }
        }
        // What it took to read the specification, the module and the route.
        FreeMemory.giveBack()
        var status = ExitStatus.success
        for await end in ends {
            status = end
            break
        }
        await loop?.stop()
        await links.stop()
        do throws(RunningHeadUnit.Incomplete) {
            try await running.stop()
            console.stand(nil)
            return status
        } catch {
            console.complain("--record", error.reason)
            return .failure
        }
    }

    private func tell(_ event: RunningHeadUnit.Event) {
        switch event {
        case .simulator(let event):
            if let line = EventText.line(event) { console.post(line) }
        case .moved(let location):
            statusLine?.show(location)
        case .sourceEnded:
            console.post("the drive has ended")
        case .sourceFailed(let reason):
            console.complain("--nmea", reason)
        case .sourceInterrupted(let reason):
            console.complain("--nmea", "\(reason); trying again")
        case .sourceResumed:
            console.complain("--nmea", "heard again")
        case .stateNotKept(let reason):
            console.complain("--state", reason)
        case .connectionsWait(let reason):
            console.complain("serve", "apps that connect have to wait: \(reason)")
        }
    }
}
