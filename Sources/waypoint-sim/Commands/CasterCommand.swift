internal import GNSS
internal import Positioning
internal import Transport

/// `caster`: a small NTRIP caster for tests.
struct CasterCommand: Command {
    static let description = CommandDescription(
        name: "caster", summary: "Be a small NTRIP caster for tests.", operands: ["FILE"],
        options: [
            .init("--port", "PORT", "The TCP port (default 2101, 0 for any free one)."),
            .init("--bind", "ADDR", "The address to listen on (default 127.0.0.1)."),
            .init("--mount", "NAME", "The mountpoint (default BASE1)."),
            .init(
                "--vrs", "NAME", "A mountpoint that waits for the rover's position and comes from there (default VRS1)."
            ),
            .init("--login", "USER:PASSWORD", "Let only this login in; without it all are let in."),
            .init("--table-login", nil, "Want the login for the table too."),
            .init("--ntrip-version", "1 or 2", "Speak only this version (default: what the rover asks for)."),
            .init("--no-chunks", nil, "Send streams of version 2 without chunks."),
            .init("--chunk", "BYTES", "Cut chunks to this size (default: a chunk a message)."),
            .init("--rate", "HZ", "Epochs a second (default 1)."),
            .init("--tls", "FILE", "Speak TLS with the certificate and key of this PEM file."),
            .init("--fault", "NAME", "Go wrong on purpose; see below. Several are separated by commas."),
            .init("--play", "FILE", "Play the caster's side of a recorded conversation instead."),
        ],
        details: [
            "FILE is a recording of RTCM 3, played again and again. The first line on standard output is `caster HOST:PORT`.",
            "Faults: close (without a byte), no-reply, silence, accept-then-close, close-after=BYTES, stall-after=BYTES, "
                + "status=CODE, ban-page, redirect=URL, damage=N (a byte in every Nth message), false-chunks, glued-status, "
                + "mid-frame, drip (replies byte by byte).",
        ])

    private let file: String?
    private let dialogue: String?
    private let configuration: CasterConfiguration
    private let host: String
    private let port: UInt16
    private let rate: Int
    private let certificate: String?
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        file = arguments.operands.first
        dialogue = arguments.text("--play")
        guard (file == nil) != (dialogue == nil) else {
            throw UsageError("caster", "a FILE of RTCM 3, or --play FILE, is wanted")
        }
        let place = GeodeticCoordinate(latitude: 32.07, longitude: 34.77)
        var configuration = CasterConfiguration(mountpoints: [
            .init(try Self.mountpoint(arguments.text("--mount") ?? "BASE1", option: "--mount"), coordinate: place),
            .init(
                try Self.mountpoint(arguments.text("--vrs") ?? "VRS1", option: "--vrs"), coordinate: place,
                needsPosition: true),
        ])
        if let login = arguments.text("--login") {
            ProcessTitle.hide(login)
            let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { throw UsageError("--login", "USER:PASSWORD") }
            configuration.users = [parts[0]: parts[1]]
        }
        configuration.tableNeedsLogin = arguments.flag("--table-login")
        configuration.onlyVersion = try arguments.integer("--ntrip-version", in: 1...2)
            .flatMap(NTRIPVersion.init(rawValue:))
        configuration.isChunked = !arguments.flag("--no-chunks")
        configuration.chunkSize = try arguments.integer("--chunk", in: 1...65_536)
        if let text = arguments.text("--fault") {
            for word in text.split(separator: ",") { configuration.faults.insert(try Self.fault(String(word))) }
        }
        self.configuration = configuration
        host = arguments.text("--bind") ?? "127.0.0.1"
        port = try arguments.port("--port") ?? 2101
        rate = try arguments.integer("--rate", in: 1...1000) ?? 1
        certificate = arguments.text("--tls")
        self.console = console
    }

    private static func mountpoint(_ name: String, option: String) throws(UsageError) -> String {
        guard !name.isEmpty, (try? NTRIPAddress(host: "h", mountpoint: name)) != nil else {
            throw UsageError(option, "\(name) cannot be a mountpoint")
        }
        return name
    }

    private static func fault(_ text: String) throws(UsageError) -> CasterConfiguration.Fault {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let number = parts.count > 1 ? Int(parts[1]).flatMap { $0 >= 0 ? $0 : nil } : nil
        switch (parts.first ?? "", number) {
        case ("close", nil): return .closeWithoutByte
        case ("no-reply", nil): return .noReply
        case ("silence", nil): return .silence
        case ("accept-then-close", nil): return .acceptThenClose
        case ("close-after", let count?): return .closeAfter(bytes: count)
        case ("stall-after", let count?): return .stallAfter(bytes: count)
        case ("status", let code?) where 100...599 ~= code: return .status(code)
        case ("ban-page", nil): return .banPage
        case ("redirect", nil) where parts.count > 1: return .redirect(parts[1])
        case ("damage", let count?) where count > 0: return .damage(every: count)
        case ("false-chunks", nil): return .falseChunks
        case ("glued-status", nil): return .gluedStatus
        case ("mid-frame", nil): return .midFrame
        case ("drip", nil): return .drip
        default: throw UsageError("--fault", "there is no fault \(text)")
        }
    }

    func run() async -> ExitStatus {
        do {
            let reactor = try Reactor()
            let (ends, finish) = AsyncStream.makeStream(of: ExitStatus.self, bufferingPolicy: .bufferingOldest(1))
            TerminationSignals.handle { finish.yield(.success) }
            if let dialogue {
                guard let recording = RecordedDialogue(try SmallFile.read(dialogue, limit: 16 << 20)) else {
                    console.complain(dialogue, "no recorded conversation")
                    return .failure
                }
                let player = try DialoguePlayer(recording, host: host, port: port, on: reactor)
                await player.start()
                console.print("caster \(player.address)")
                for await _ in ends { break }
                await player.stop()
                return .success
            }
            let path = file ?? "-"
            guard let feed = CorrectionsFeed(try SmallFile.read(path, limit: 256 << 20)) else {
                console.complain(path, "no RTCM 3 message in it")
                return .failure
            }
            let tls: TLSContext? =
                if let certificate { try TLSContext.server(certificate: certificate, key: certificate) } else { nil }
            let caster = try NTRIPCaster(
                configuration, feed: feed, interval: .seconds(1) / rate, host: host, port: port, tls: tls, on: reactor
            ) { event in
                switch event {
                case .subscribed(let peer, let mountpoint): console.post("\(peer) gets \(mountpoint)")
                case .position(let peer, let place):
                    let decimals = (NMEAReport.decimal(place.latitude, 5), NMEAReport.decimal(place.longitude, 5))
                    console.post("\(peer) is at \(decimals.0), \(decimals.1)")
                case .closed(let peer): console.post("\(peer) is gone")
                }
            }
            console.print("caster \(caster.address)")
            await caster.start()
            for await _ in ends { break }
            await caster.stop()
            return .success
        } catch {
            console.complain("caster", "\(error)")
            return .failure
        }
    }
}
