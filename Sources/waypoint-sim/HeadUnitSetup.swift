internal import Dashboard
internal import Formats
internal import GNSS
internal import HeadUnit
internal import Log
internal import Navigation
internal import Positioning
internal import Simulator
internal import Synchronization
internal import Transport

/// The options by which `serve` and `demo` describe a head unit, and the head unit that follows from them.
struct HeadUnitSetup: Sendable {
    static func options(defaultSpeed: String) -> [CommandDescription.Option] {
        [
            .init(
                "--module", "NAME or FILE",
                "The mock head unit (default modern); FILE may be a recording (.jsonl), for the one it was made with."),
            .init(
                "--record", "FILE",
                "Write every frame, position and word to the HMI as a line of JSON (Docs/recordings.md)."),
            .init("--pcapng", "FILE", "Write what goes over the wire as a capture for Wireshark (Docs/wireshark)."),
            .init("--speed", "N or max", "How fast a recorded drive is played (default \(defaultSpeed))."),
            .init("--page", "PORT", "Serve a page that shows and controls the head unit (0 for any free port)."),
            .init(
                "--tiles", "URL", "Map tiles for the page, as https://HOST/{z}/{x}/{y}.png (default none, a bare grid)."
            ),
            .init("--attribution", "TEXT", "Whose the tiles are, shown on the map (default their host)."),
            .init(
                "--page-host", "NAME",
                "A name under which the page may be called on loopback, as by a proxy (beside localhost)."),
            .init(
                "--leaflet", "DIR", "Where Leaflet is (default /usr/share/javascript/leaflet, Debian's libjs-leaflet)."),
        ]
    }

    /// Where the vehicle's position comes from.
    enum Position: Sendable {
        case none
        case source(SourceArgument)
        /// Sentences that come with the program.
        case embedded(name: String, [UInt8])
    }

    var module: MockModule
    var route: Route?
    var position: Position
    var speed: PlaybackSpeed
    var recordPath: String?
    var pcapngPath: String?
    /// The file of the control's socket.
    var controlPath: String?
    var activatesApps: Bool
    var host = "127.0.0.1"
    var port: UInt16
    var logger = Logger.disabled
    /// The file of kept state, and how durable it is.
    var statePath: String?
    var stateSynchronous = StateStore.Synchronous.full
    /// The page; `nil` for none.
    var page: DashboardConfiguration?
    /// The accessories that may be chosen as a source.
    var accessories: AccessoryConfiguration?

    /// Reads the options that both commands share.
    init(_ arguments: Arguments, console: Console, defaultSpeed: PlaybackSpeed) throws(UsageError) {
        module = try Self.module(arguments.text("--module") ?? "modern")
        activatesApps = module.activatesApps
        position = .none
        port = 0
        recordPath = arguments.text("--record")
        pcapngPath = arguments.text("--pcapng")
        logger = try arguments.logger(console)
        if let text = arguments.text("--speed") {
            guard let speed = PlaybackSpeed(text) else {
                throw UsageError("--speed", "a number from 0.001 to 100000, or max, not \(text)")
            }
            self.speed = speed
        } else {
            speed = defaultSpeed
        }
    }

    /// Reads the options of the page.
    ///
    /// - Parameter host: The address of all that listens; a page elsewhere than on loopback has a token.
    mutating func readPage(_ arguments: Arguments, host: String) throws(UsageError) {
        guard let port = try arguments.port("--page") else {
            for option in ["--tiles", "--attribution", "--page-host", "--leaflet"] where arguments.has(option) {
                throw UsageError(option, "needs --page")
            }
            return
        }
        var page = DashboardConfiguration()
        page.host = host
        page.port = port
        page.tiles = arguments.text("--tiles")
        if let tiles = page.tiles, DashboardConfiguration.origin(ofTiles: tiles) == nil {
            throw UsageError("--tiles", "https://HOST/{z}/{x}/{y}.png is wanted, not \(tiles)")
        }
        page.attribution = arguments.text("--attribution")
        guard page.tiles != nil || page.attribution == nil else { throw UsageError("--attribution", "needs --tiles") }
        if let name = arguments.text("--page-host") {
            guard !name.contains(where: { ":/@ ".contains($0) }) else {
                throw UsageError("--page-host", "a name without a port is wanted, not \(name)")
            }
            page.names = [name.lowercased()]
        }
        if let folder = arguments.text("--leaflet") { page.leafletFolder = folder }
        if !host.hasPrefix("127."), host != "::1" { page.token = Self.newToken() }
        self.page = page
    }

    /// What only those know who see the output of the program.
    private static func newToken() -> String {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdefghijklmnopqrstuv")
        return String((0..<26).map { _ in digits[Int(random.next() & 31)] })
    }

    /// The recorded drive; `nil` for a receiver, a drive made along a route, and a vehicle that stands nowhere.
    func recording() throws(TransportError) -> (name: String, sentences: [UInt8])? {
        switch position {
        case .none: nil
        case .source(let argument):
            if let path = argument.recordingPath { (path, try SmallFile.read(path, limit: 256 << 20)) } else { nil }
        case .embedded(let name, let bytes): (name, bytes)
        }
    }

    /// Where the vehicle's position comes from when it is no recording.
    func source(on reactor: Reactor) async throws(LocationSourceError) -> LocationSource? {
        guard case .source(let argument) = position, argument.recordingPath == nil else { return nil }
        var options = LocationSource.Options()
        options.speed = speed
        return try await argument.open(options: options, on: reactor)
    }

    /// Reads a route file, or a route that comes with the program by its name.
    static func route(_ path: String, option: String = "--route") throws(UsageError) -> Route {
        do {
            guard path.contains("/") || path.contains(".") else { return try MockFiles.route(path, file: option) }
            return try Route(parsing: try SmallFile.read(path, limit: 64 << 20))
        } catch let error as TransportError {
            throw UsageError(option, "\(error)")
        } catch let error as MockModuleError {
            throw UsageError(option, error.expectation)
        } catch {
            throw UsageError(option, "\(path): \(error)")
        }
    }

    private static func module(_ name: String) throws(UsageError) -> MockModule {
        do {
            if name.hasSuffix(".jsonl") { return try Recording(path: name).module() }
            guard name.contains("/") || name.hasSuffix(".json") else { return try MockModule(named: name) }
            return try MockModule(json: try SmallFile.read(name, limit: 16 << 20), file: name)
        } catch {
            throw UsageError("--module", "\(error)")
        }
    }
}
