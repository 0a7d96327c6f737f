internal import GNSS
internal import HeadUnit
internal import Log
internal import Navigation
internal import Positioning
internal import Simulator
internal import Synchronization
internal import Transport
internal import Web
internal import WebLinks

/// `hmi`: our navigation and vehicle as the HMI of a live sdl_core.
struct HMICommand: Command {
    static let description = CommandDescription(
        name: "hmi", summary: "Be navigation, vehicle and screen of a live sdl_core, until interrupted.",
        options: [
            .init("--connect", "URL", "Where the core listens for HMIs (default ws://127.0.0.1:8087)."),
            .init("--nmea", "SOURCE", "Where the vehicle is: a file, a receiver, a generated drive (below)."),
            SourceArgument.accessoriesOption,
            .init(
                "--route", "FILE",
                "The route of the navigation: GPX, GeoJSON, NMEA or JSON, or a route of ours by name, such as demo."),
            .init("--module", "NAME or FILE", "What the core is told of the system at its start (default modern)."),
            .init("--speed", "N or max", "How fast a recorded drive is played (default 1, as recorded)."),
            .init(
                "--start", "subscribed or now",
                "When a recorded drive begins: with the first subscription to waypoints (default), or at once."),
            .init("--manual", nil, "Leave new apps in NONE instead of activating them."),
            .init("--exit-at-end", nil, "End when the drive has ended."),
        ],
        details: [
            "Registers the components BasicCommunication, UI, TTS, VR, Navigation, VehicleInfo, Buttons and RC, answers "
                + "what the core asks, serves GetWayPoints, SubscribeWayPoints, SendLocation and the vehicle's gps and "
                + "speed, and tells OnWayPointChange as the drive passes the stops. A lost connection ends with status 3.",
            SourceArgument.forms,
        ])

    private let address: WebSocketAddress
    private let module: MockModule
    private let route: Route?
    private let source: SourceArgument?
    private let speed: PlaybackSpeed
    private let startsAtSubscription: Bool
    private let exitsAtEnd: Bool
    private let logger: Logger
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        do {
            address = try WebSocketAddress(parsing: arguments.text("--connect") ?? "ws://127.0.0.1:8087")
        } catch {
            throw UsageError("--connect", "\(error)")
        }
        let setup = try HeadUnitSetup(arguments, console: console, defaultSpeed: .factor(1))
        var module = setup.module
        if arguments.flag("--manual") { module.activatesApps = false }
        self.module = module
        speed = setup.speed
        logger = setup.logger
        if let path = arguments.text("--route") {
            route = try HeadUnitSetup.route(path)
        } else {
            do {
                route = try module.loadRoute()
            } catch {
                throw UsageError("--module", "\(error)")
            }
        }
        source = try arguments.text("--nmea").map { (text: String) throws(UsageError) in
            try SourceArgument(text, name: "--nmea", accessories: arguments.text("--accessories"))
        }
        startsAtSubscription = try arguments.choice("--start", of: ["subscribed", "now"]) != "now"
        exitsAtEnd = arguments.flag("--exit-at-end")
        guard source != nil || !exitsAtEnd else {
            throw UsageError("--exit-at-end", "there is no drive that could end: name one by --nmea")
        }
        self.console = console
    }

    func run() async throws(UsageError) -> ExitStatus {
        guard let reactor = try? Reactor() else {
            console.complain("hmi", "the system has no thread or descriptor to give")
            return .failure
        }
        var options = LocationSource.Options()
        options.speed = speed
        let position = try await source?.opened(for: "--nmea", options: options, on: reactor)
        let start: GeodeticCoordinate?
        do throws(LocationSourceError) {
            start = try await position?.startPosition()
        } catch {
            throw UsageError("--nmea", error.reason)
        }
        let waits = startsAtSubscription && source?.isLive == false
        let drive = Drive()
        let hmi = SimulatedHMI(
            reactor: reactor, route: route, startingAt: start, activatesApps: module.activatesApps,
            behaviours: module.behaviours
        ) { [console] event in
            if let line = EventText.line(event) { console.post(line) }
            if case .subscribed = event, waits { drive.begin() }
        }
        let link: CoreLink
        do throws(WebError) {
            link = try await CoreLink(
                to: address, configuration: module.configuration, hmi: hmi, on: reactor, logger: logger
            ) { [console] in
                console.post("all components are registered")
                if !waits { drive.begin() }
            }
        } catch {
            console.complain("--connect", "\(error)")
            return .noConnection
        }
        console.print("connected to \(address)")
        let failure = Mutex<String?>(nil)
        drive.prepare(position) { [exitsAtEnd, console] event in
            switch event {
            case .location(let location), .stale(let location):
                hmi.assumeIsolated { $0.moved(location.fix, origin: location.origin) }
            case .ended:
                console.post("the drive has ended")
                if exitsAtEnd { Task { await link.stop() } }
            case .failed(let error):
                failure.withLock { $0 = "\(error)" }
                Task { await link.stop() }
            case .interrupted(let error): console.complain("--nmea", "\(error); trying again")
            case .status: break
            }
        }
        console.onTermination { Task { await link.stop() } }
        let end = await link.run()
        await position?.stop()
        if let reason = failure.withLock({ $0 }) {
            console.complain("--nmea", reason)
            return .failure
        }
        switch end {
        case .stopped: return .success
        case .lost, .flooded:
            console.complain("hmi", "\(end)")
            return .noConnection
        case .refused:
            console.complain("hmi", "\(end)")
            return .failure
        }
    }

    /// The position source, to be started once by whatever comes first.
    private final class Drive: Sendable {
        private struct State {
            var source: LocationSource?
            var delivery: LocationSource.Delivery?
            var isWanted = false
        }

        private let state = Mutex(State())

        func prepare(_ source: LocationSource?, _ delivery: @escaping LocationSource.Delivery) {
            let isWanted = state.withLock { state in
                state.source = source
                state.delivery = delivery
                return state.isWanted
            }
            if isWanted { begin() }
        }

        func begin() {
            let (source, delivery) = state.withLock { state in
                state.isWanted = true
                defer { state.source = nil }
                return (state.source, state.delivery)
            }
            guard let source, let delivery else { return }
            Task { await source.start(delivery) }
        }
    }
}
