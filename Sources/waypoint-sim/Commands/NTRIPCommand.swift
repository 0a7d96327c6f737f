internal import Formats
internal import GNSS
internal import Positioning
internal import Synchronization
internal import Transport

/// `ntrip`: gets corrections from a caster.
struct NTRIPCommand: Command {
    static let description = CommandDescription(
        name: "ntrip", summary: "Get corrections from an NTRIP caster and pass them on.", operands: ["URL"],
        options: NTRIPSetup.options + [
            .init("--gga", "LAT,LON", "Send this position to the caster, perhaps with ,ALTITUDE."),
            .init(
                "--gga-from", "SOURCE",
                "Send the positions of this receiver; it gets the corrections too, where it can take them."),
        ] + NTRIPSetup.positionOptions + [
            .init(
                "--to", "SINK",
                "Where corrections go, as often as there are receivers: a file, - for standard output, tcp://HOST:PORT, "
                    + "serial:///dev/ttyACM0?baud=115200, accessory://NAME."),
            .init("--raw", nil, "Pass on the bytes as they come, for streams that are not RTCM 3."),
            .init("--sourcetable", nil, "List the streams of the caster and end."),
            .init("--near", "LAT,LON", "List the nearest streams only; with --sourcetable."),
            .init(
                "--format", "TEXT",
                "List only streams whose format begins so, such as RTCM 3.3; with --sourcetable (nearest: RTCM 3)."),
            .init("--auth", "none, basic or digest", "List only streams that want this login; with --sourcetable."),
            .init("--once", nil, "End at the first failure instead of connecting again."),
            .init("--count", "N", "End after so many messages."),
            .init("--json", nil, "Print states and counts as JSON, an object a line."),
            SourceArgument.accessoriesOption,
        ],
        details: [
            "URL is ntrip://[USER:PASSWORD@]HOST[:2101]/MOUNTPOINT, or ntrips:// for TLS (port 443).",
            "The client connects again after failures, never sooner than ten seconds after the last attempt and ever more "
                + "seldom. It ends by itself only when trying again cannot help.",
            SourceArgument.forms,
        ])

    private let setup: NTRIPSetup
    private let source: SourceArgument?
    private let sinks: [Sink]
    private let near: GeodeticCoordinate?
    private var filter = StreamFilter()
    private let endsAtFailure: Bool
    private let count: Int?
    private let isJSON: Bool
    private let console: Console

    private enum Sink: Sendable {
        case file(String)
        case tcp(host: String, port: UInt16)
        case receiver(SourceArgument)
    }

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let url = arguments.operands.first else {
            throw UsageError("ntrip", "a URL is missing: ntrip://HOST/MOUNT")
        }
        var setup = try NTRIPSetup(url, named: "ntrip", arguments, console: console)
        var upstream: GGAUpstream.Configuration?
        if let text = arguments.text("--gga") {
            upstream = GGAUpstream.Configuration(fixed: try NTRIPSetup.position(text, option: "--gga"))
        }
        if let text = arguments.text("--gga-from") {
            guard upstream == nil else { throw UsageError("--gga-from", "not together with --gga") }
            upstream = GGAUpstream.Configuration()
            source = try SourceArgument(text, name: "--gga-from", accessories: arguments.text("--accessories"))
        } else {
            source = nil
        }
        try setup.send(upstream, arguments, asking: "--gga or --gga-from")
        if arguments.flag("--raw") { setup.configuration.payload = .any }
        near = try arguments.text("--near").map { text throws(UsageError) in
            try NTRIPSetup.position(text, option: "--near").coordinate
        }
        filter.rtcm3Only = near != nil && arguments.text("--format") == nil
        filter.format = arguments.text("--format")
        if let kind = try arguments.choice("--auth", of: ["none", "basic", "digest"]) {
            filter.authentications = NTRIPAuthentication(rawValue: kind).map { [$0] }
        }
        let listsStreams = arguments.flag("--sourcetable") || near != nil
        guard listsStreams || arguments.text("--format") == nil && arguments.text("--auth") == nil else {
            throw UsageError("--format, --auth", "go with --sourcetable or --near")
        }
        if listsStreams, let address = try? setup.configuration.address.with(mountpoint: "") {
            setup.configuration.address = address
        } else if setup.configuration.address.mountpoint.isEmpty {
            throw UsageError("ntrip", "the URL names no mountpoint; --sourcetable lists them")
        }
        var sinks: [Sink] = []
        for text in arguments.texts("--to") { sinks.append(try Self.sink(text, arguments)) }
        self.sinks = sinks
        endsAtFailure = arguments.flag("--once") || listsStreams
        count = try arguments.integer("--count", in: 1...1_000_000_000)
        isJSON = arguments.flag("--json")
        self.setup = setup
        self.console = console
        if usesStandardOutput, isJSON { throw UsageError("--to", "standard output is taken by --json") }
    }

    private static func sink(_ text: String, _ arguments: Arguments) throws(UsageError) -> Sink {
        guard text.contains("://") else { return .file(text) }
        if text.hasPrefix("serial://") || text.hasPrefix("accessory://") {
            return .receiver(
                try SourceArgument(text, name: "--to", accessories: arguments.text("--accessories")))
        }
        let scheme = "tcp://"
        guard text.hasPrefix(scheme), let (host, port) = Arguments.hostAndPort(in: text.dropFirst(scheme.count)),
            !host.isEmpty, port > 0
        else { throw UsageError("--to", "a file, -, tcp://HOST:PORT, serial:// or accessory://, not \(text)") }
        return .tcp(host: host, port: port)
    }

    func run() async throws(UsageError) -> ExitStatus {
        guard let reactor = try? Reactor() else {
            console.complain("ntrip", "the system has no thread or descriptor to give")
            return .failure
        }
        if setup.trust == .anyone { console.note("waypoint-sim: ntrip: warning: any certificate is trusted") }
        let (ends, finish) = AsyncStream.makeStream(of: ExitStatus.self, bufferingPolicy: .bufferingOldest(1))
        let view = NTRIPView(
            console: console, isJSON: isJSON, usesStandardOutput: usesStandardOutput,
            isListing: setup.configuration.address.mountpoint.isEmpty)
        let files = try FileWatch(paths: sinks.compactMap { if case .file(let path) = $0 { path } else { nil } })
        let hasOtherSinks = sinks.count > files.count || source != nil
        let session = try setup.session(on: reactor) { event in
            // Corrections were passed on before: what failed then is told now.
            for error in files.newFailures() { console.complain("--to", "\(error)") }
            if files.areAllGone, !hasOtherSinks { finish.yield(.failure) }
            switch event {
            case .state(let state):
                view.show(state)
                if let status = end(state) { finish.yield(status) }
            case .table(let table):
                view.keep(table)
            case .frames(let frames):
                if let count, view.countMessages(frames.count) >= count { finish.yield(.success) }
            case .bytes:
                break
            }
        }
        TerminationSignals.handle { finish.yield(.success) }
        for file in files.sinks { await session.add(file) }
        var receivers: [LocationSource] = []
        for sink in sinks {
            switch sink {
            case .tcp(let host, let port): await session.addTCP(host: host, port: port)
            case .file: break
            case .receiver(let argument): receivers.append(try await addReceiver(argument, to: session, on: reactor))
            }
        }
        let receiver = try await source?.opened(for: "--gga-from", options: LocationSource.Options(), on: reactor)
        if let receiver {
            if receiver.takesCorrections { await session.add(receiver) }
            await receiver.start { event in
                if case .location(let location) = event { session.assumeIsolated { $0.offer(location) } }
                if case .failed(let error) = event {
                    console.complain("--gga-from", "\(error)")
                    finish.yield(error.exitStatus)
                }
            }
        }
        await session.start()
        let ticker = Task { await view.tick(session, reactor: reactor) }
        var status = ExitStatus.success
        for await end in ends {
            status = end
            break
        }
        ticker.cancel()
        view.showTable(near: near, filter: filter)
        await view.summarise(session, now: reactor.now)
        await receiver?.stop()
        for receiver in receivers { await receiver.stop() }
        await session.stop()
        await files.finish()
        for error in files.newFailures() { console.complain("--to", "\(error)") }
        return files.hasFailed ? .failure : status
    }

    /// A receiver that gets corrections and is not listened to.
    private func addReceiver(
        _ argument: SourceArgument, to session: CorrectionsSession, on reactor: Reactor
    ) async throws(UsageError) -> LocationSource {
        var options = LocationSource.Options()
        // Its own positions may go elsewhere, so that silence means nothing.
        options.silenceLimit = nil
        let receiver = try await argument.opened(for: "--to", options: options, on: reactor)
        await session.add(receiver)
        let console = console
        await receiver.start { event in
            switch event {
            case .interrupted(let error), .failed(let error): console.complain("--to", "\(error)")
            case .location, .stale, .ended, .status: break
            }
        }
        return receiver
    }

    private var usesStandardOutput: Bool {
        sinks.contains { if case .file("-") = $0 { true } else { false } }
    }

    private func end(_ state: NTRIPState) -> ExitStatus? {
        switch state {
        case .finished: .success
        case .failed(let failure): complain(failure)
        case .backingOff(let failure, _): endsAtFailure ? complain(failure) : nil
        // The other version belongs to the first attempt.
        case .fallingBack: nil
        case .idle, .waitingForPosition, .connecting, .handshaking, .waitingForData, .streaming, .degraded: nil
        }
    }

    private func complain(_ failure: NTRIPFailure) -> ExitStatus {
        console.complain("\(setup.configuration.address)", "\(failure)")
        return failure.exitStatus
    }
}

/// The files that get corrections, and which of them take no more.
private final class FileWatch: Sendable {
    let sinks: [FileSink]
    /// Of each file, whether its failure was told.
    private let told: Mutex<[Bool]>

    /// Creates the files.
    init(paths: [String]) throws(UsageError) {
        var sinks: [FileSink] = []
        do throws(TransportError) {
            for path in paths { sinks.append(try FileSink(path: path)) }
        } catch {
            throw UsageError("--to", "\(error)")
        }
        self.sinks = sinks
        told = Mutex(sinks.map { _ in false })
    }

    var count: Int { sinks.count }
    var hasFailed: Bool { sinks.contains { $0.failure != nil } }
    /// Whether there were files, and none takes anything any more.
    var areAllGone: Bool { !sinks.isEmpty && sinks.allSatisfy { $0.failure != nil } }

    /// Failures that were not told before.
    func newFailures() -> [TransportError] {
        told.withLock { told in
            var errors: [TransportError] = []
            for (index, sink) in sinks.enumerated() where !told[index] {
                guard let error = sink.failure else { continue }
                told[index] = true
                errors.append(error)
            }
            return errors
        }
    }

    /// Waits until all is written; what failed stands in ``newFailures()``.
    func finish() async {
        for sink in sinks { _ = try? await sink.finish() }
    }
}
