internal import Formats
internal import Log
internal import SDLApp
internal import SDLProtocol
internal import SDLSpec
internal import Synchronization
internal import Transport

/// `app`: an SDL app that shows a head unit's waypoints, written on the public app library only.
struct AppCommand: Command {
    static let description = CommandDescription(
        name: "app", summary: "Be an SDL app: register, check, get waypoints, subscribe, print each change.",
        options: [
            .init("--connect", "HOST:PORT", "The head unit (default 127.0.0.1:12345)."),
            .init("--json", nil, "Print a JSON object an event."),
            .init("--once", nil, "Get the waypoints and end, without subscribing."),
            .init("--type", "all or destination", "Which waypoints are asked for (default all)."),
            .init("--min-rpc", "V", "End if the head unit's RPC version is lower, for example 4.5."),
            .init("--explain", nil, "Tell of each gate whether it is open, and what would open it."),
            .init("--anyway", nil, "Ask even where permissions or capability say no, to see what the head unit says."),
            .init("--gps", nil, "Subscribe to the vehicle's position too, and print it."),
            .init("--send-location", "LAT,LON,NAME", "Send a place to the navigation first."),
            .init("--resume", "FILE", "Resume with the hash id in FILE, and keep the newest one there."),
            .init("--encrypt", nil, "Send every request encrypted, not only those of which the head unit demands it."),
        ] + ProtectionOptions.app,
        details: [
            "SIGINT unsubscribes, unregisters and ends with status 0; a lost connection ends with status 3."
        ])

    private let configuration: SDLConfiguration
    private let isJSON: Bool
    private let wishes: AppRun.Wishes
    private let logger: Logger
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        let peer = try arguments.hostAndPort("--connect") ?? ("127.0.0.1", 12345)
        var configuration = SDLConfiguration(
            appName: "Waypoint App", fullAppID: "waypoint-sim-app",
            transport: .tcp(host: peer.host, port: peer.port))
        configuration.reconnectPolicy = .never
        if let text = arguments.text("--min-rpc") {
            guard let version = RPCVersion(text) else { throw UsageError("--min-rpc", "a version, not \(text)") }
            configuration.minimumRPCVersion = version
        }
        configuration.protection = try ProtectionOptions.app(arguments)
        configuration.encryptsAllRequests = arguments.flag("--encrypt")
        guard configuration.protection != nil || !configuration.encryptsAllRequests else {
            throw UsageError("--encrypt", "goes with --certificate FILE and --key FILE")
        }
        isJSON = arguments.flag("--json")
        var wishes = AppRun.Wishes()
        wishes.isOnce = arguments.flag("--once")
        wishes.explains = arguments.flag("--explain")
        wishes.asksAnyway = arguments.flag("--anyway")
        wishes.wantsPosition = arguments.flag("--gps")
        if try arguments.choice("--type", of: ["all", "destination"]) == "destination" { wishes.type = .destination }
        if let text = arguments.text("--send-location") { wishes.location = try Self.location(text) }
        if let path = arguments.text("--resume") {
            wishes.resumePath = path
            configuration.hashID = Self.storedHash(path)
        }
        self.configuration = configuration
        self.wishes = wishes
        logger = try arguments.logger(console)
        self.console = console
    }

    func run() async -> ExitStatus {
        do {
            let reactor = try Reactor()
            let printer = EventPrinter(console: console, isJSON: isJSON, reactor: reactor)
            let manager = try SDLManager(configuration, reactor: reactor, logger: logger)
            let interruption = Interruption()
            console.onTermination { interruption.arrive() }
            return await AppRun(manager: manager, printer: printer, wishes: wishes).run(until: interruption)
        } catch {
            console.complain("app", "\(error)")
            return .failure
        }
    }

    /// Reads `LAT,LON,NAME`.
    private static func location(_ text: String) throws(UsageError) -> SendLocation {
        let parts = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            (-90...90).contains(latitude), (-180...180).contains(longitude), !parts[2].isEmpty
        else { throw UsageError("--send-location", "LAT,LON,NAME in degrees, not \(text)") }
        return SendLocation(longitudeDegrees: longitude, latitudeDegrees: latitude, locationName: parts[2])
    }

    /// The hash id of the last run; none where the file is not there yet.
    private static func storedHash(_ path: String) -> String? {
        guard let bytes = try? SmallFile.read(path, limit: 1024) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
        return text.isEmpty ? nil : text
    }
}
