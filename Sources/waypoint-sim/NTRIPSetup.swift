internal import GNSS
internal import Glibc
internal import Log
internal import Positioning
internal import Transport

/// The options by which a command gets corrections.
struct NTRIPSetup: Sendable {
    /// The options of `ntrip` that concern the caster; other commands take them too.
    static let options: [CommandDescription.Option] = [
        .init(
            "--user", "NAME",
            "User name for the caster; the password is read from the environment, NTRIP_PASSWORD (or both stand in the URL)."
        ),
        .init("--ntrip-version", "1 or 2", "Speak only this version (default: 2, and 1 where a caster refuses that)."),
        .init("--proxy", "HOST:PORT", "Go through this proxy (CONNECT); USER:PASSWORD@ before it logs in there."),
        .init("--ca", "FILE", "With ntrips://, trust the certificates of this PEM file instead of the system's."),
        .init("--insecure", nil, "With ntrips://, trust any certificate. For tests."),
    ]

    /// The options of how a position goes up.
    static let positionOptions: [CommandDescription.Option] = [
        .init("--gga-interval", "SECONDS", "Time between two positions (default 10)."),
        .init("--gga-age", "SECONDS", "A position older than this is not sent any more (default 30)."),
        .init(
            "--gga-decimals", "2 to 7",
            "Decimals of the minutes that are sent; 2 hides the place within some 18 m (default 7, of a typed place 5)."
        ),
    ]

    var configuration: NTRIPConfiguration
    let trust: TLSTrust
    private let log: Logger

    /// Reads the options.
    ///
    /// - Parameters:
    ///   - url: `ntrip://` or `ntrips://`.
    ///   - what: What to call it in errors.
    ///   - arguments: The arguments of the command.
    ///   - console: Where `--log` goes.
    init(_ url: String, named what: String, _ arguments: Arguments, console: Console) throws(UsageError) {
        log = try arguments.logger(console)
        ProcessTitle.hideCredentials()
        var address: NTRIPAddress
        do {
            address = try NTRIPAddress(parsing: url)
        } catch {
            throw UsageError(what, "\(error)")
        }
        if let user = arguments.text("--user") {
            let password = unsafe getenv("NTRIP_PASSWORD").map { unsafe String(cString: $0) } ?? "none"
            guard let credentials = NTRIPCredentials(user: user, password: password) else {
                throw UsageError("--user", "a user name has no colon")
            }
            address.credentials = credentials
        }
        configuration = NTRIPConfiguration(address)
        configuration.agent = "sdl-waypoints/\(Version.text)"
        if let version = try arguments.integer("--ntrip-version", in: 1...2).flatMap(NTRIPVersion.init(rawValue:)) {
            configuration.version = .only(version)
        }
        configuration.proxy = try arguments.text("--proxy").map(Self.proxy)
        if arguments.flag("--insecure") {
            trust = .anyone
        } else {
            trust = arguments.text("--ca").map { .file($0) } ?? .system
        }
        if !address.isSecure, arguments.flag("--insecure") || arguments.text("--ca") != nil {
            throw UsageError(what, "--insecure and --ca are for ntrips://")
        }
    }

    /// Sets how a position goes up.
    ///
    /// - Parameters:
    ///   - upstream: What was asked for; nil for no positions at all.
    ///   - asking: The options that ask for positions, for the error where others stand without them.
    mutating func send(
        _ upstream: GGAUpstream.Configuration?, _ arguments: Arguments, asking: String
    ) throws(UsageError) {
        guard var upstream else {
            for option in Self.positionOptions where arguments.has(option.name) {
                throw UsageError(option.name, "needs \(asking)")
            }
            return
        }
        if let seconds = try arguments.integer("--gga-interval", in: 1...3600) { upstream.interval = .seconds(seconds) }
        if let seconds = try arguments.integer("--gga-age", in: 1...3600) { upstream.maximumAge = .seconds(seconds) }
        if let decimals = try arguments.integer("--gga-decimals", in: 2...7) { upstream.decimals = decimals }
        configuration.upstream = upstream
    }

    private static func proxy(_ text: String) throws(UsageError) -> NTRIPProxy {
        guard let at = text.lastIndex(of: "@") else {
            let place = try Arguments.hostAndPort(text, option: "--proxy")
            return NTRIPProxy(host: place.host, port: place.port)
        }
        ProcessTitle.hide(text)
        let login = text[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let place = try Arguments.hostAndPort(String(text[text.index(after: at)...]), option: "--proxy")
        guard login.count == 2, let credentials = NTRIPCredentials(user: login[0], password: login[1]) else {
            throw UsageError("--proxy", "USER:PASSWORD@HOST:PORT, or HOST:PORT")
        }
        return NTRIPProxy(host: place.host, port: place.port, credentials: credentials)
    }

    /// Makes the session; certificates are read, so not on a reactor's thread.
    func session(
        on reactor: Reactor, deliver: @escaping @Sendable (NTRIPClient.Event) -> Void
    ) throws(UsageError) -> CorrectionsSession {
        do throws(TransportError) {
            let tls: TLSContext? = configuration.address.isSecure ? try TLSContext.client(trust: trust) : nil
            return try CorrectionsSession(configuration, tls: tls, on: reactor, log: log, deliver: deliver)
        } catch {
            throw UsageError("--ca", "\(error)")
        }
    }

    /// `LAT,LON` with perhaps `,ALTITUDE`.
    static func position(_ text: String, option: String) throws(UsageError) -> GGAUpstream.FixedPosition {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard 2...3 ~= parts.count, let latitude = parts[0], let longitude = parts[1],
            let place = GeodeticCoordinate(latitude: latitude, longitude: longitude),
            let altitude = parts.count > 2 ? parts[2] : 0, abs(altitude) < 20_000
        else { throw UsageError(option, "LATITUDE,LONGITUDE in degrees, perhaps ,ALTITUDE in metres, not \(text)") }
        return GGAUpstream.FixedPosition(place, altitude: altitude)
    }
}

/// What other users of the machine see of this process.
enum ProcessTitle {
    /// Writes over user and password of every URL among the arguments.
    static func hideCredentials() {
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            let text = Array(unsafe String(cString: argument).utf8)
            guard let start = text.indices.first(where: { text[$0...].starts(with: Array("://".utf8)) }),
                let end = text.lastIndex(of: UInt8(ascii: "@")), end > start + 3
            else { continue }
            for place in (start + 3)..<end { unsafe argument[place] = CChar(bitPattern: UInt8(ascii: "*")) }
        }
    }

    /// Writes over a secret among the arguments.
    static func hide(_ secret: String) {
        let bytes = Array(secret.utf8)
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            let text = Array(unsafe String(cString: argument).utf8)
            guard text.count >= bytes.count, text.suffix(bytes.count) == bytes[...] else { continue }
            for place in (text.count - bytes.count)..<text.count {
                unsafe argument[place] = CChar(bitPattern: UInt8(ascii: "*"))
            }
        }
    }
}

extension NTRIPFailure {
    /// How the program ends for it.
    var exitStatus: ExitStatus {
        switch kind {
        case .unknownHost, .connection, .connectTimeout, .replyTimeout, .wrongProtocol, .security, .handshake, .proxy,
            .closedWithoutAByte, .acceptedThenClosed, .ended, .noData, .silence, .badChunk:
            .noConnection
        case .unauthorized, .forbidden, .mountpointUnknown, .conflict, .busy, .banned, .redirect, .versionNotSupported,
            .casterFault, .refused, .encodingNotSupported:
            .failure
        }
    }
}
