internal import GNSS
internal import NMEA
internal import Positioning
internal import Synchronization
internal import Transport

/// `receiver`: keeps a receiver open, tells its positions, and hands its sentences to other programs.
struct ReceiverCommand: Command {
    static let description = CommandDescription(
        name: "receiver", summary: "Keep a receiver open: positions out, sentences for other programs.",
        operands: ["SOURCE"],
        options: [
            .init("--serve", "tcp://HOST:PORT", "Hand the sentences to other programs (tcp://:10110 on this machine)."),
            .init("--json", nil, "Print gpsd's TPV and SKY objects, one a line."),
            .init("--speed", "N or max", "How fast a recording or a drive is played (default 1)."),
            .init("--loop", nil, "Begin a recording or a drive again at its end."),
            SourceArgument.accessoriesOption,
        ],
        details: [
            SourceArgument.forms,
            "On a terminal one line shows fix, accuracy, satellites used and in view by system, rate and source; elsewhere "
                + "each position is a line. A receiver that is lost is looked for until the program is interrupted.",
            "With --serve the first line is `nmea HOST:PORT`.",
        ])

    private let source: SourceArgument
    private let server: (host: String, port: UInt16)?
    private let options: LocationSource.Options
    private let isJSON: Bool
    private let console: Console
    /// The line on a terminal.
    private let statusLine: StandingStatus?

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let text = arguments.operands.first else {
            throw UsageError("receiver", "a SOURCE is missing (waypoint-sim receiver --help)")
        }
        source = try SourceArgument(text, name: "receiver", accessories: arguments.text("--accessories"))
        server = try arguments.text("--serve").map(Self.server)
        var options = LocationSource.Options()
        if let text = arguments.text("--speed") {
            guard let speed = PlaybackSpeed(text) else {
                throw UsageError("--speed", "a number from 0.001 to 100000, or max, not \(text)")
            }
            options.speed = speed
        }
        options.loops = arguments.flag("--loop")
        self.options = options
        isJSON = arguments.flag("--json")
        self.console = console
        statusLine = console.isTerminal && !isJSON ? StandingStatus(source: source.text, console: console) : nil
        if server != nil, case .gpsd(_, _, _, .json) = source.address {
            throw UsageError("--serve", "gpsd hands on sentences only when asked for them: add ?watch=nmea to \(text)")
        }
    }

    private static func server(_ text: String) throws(UsageError) -> (host: String, port: UInt16) {
        let scheme = "tcp://"
        guard text.hasPrefix(scheme), let (host, port) = Arguments.hostAndPort(in: text.dropFirst(scheme.count)) else {
            throw UsageError("--serve", "tcp://HOST:PORT is wanted, not \(text)")
        }
        return (host.isEmpty ? "127.0.0.1" : host, port)
    }

    func run() async throws(UsageError) -> ExitStatus {
        guard let reactor = try? Reactor() else {
            console.complain("receiver", "the system has no thread or descriptor to give")
            return .failure
        }
        let source = try await source.opened(for: "receiver", options: options, on: reactor)
        let server = try await server(on: reactor)
        let (ends, finish) = AsyncStream.makeStream(of: ExitStatus.self, bufferingPolicy: .bufferingOldest(1))
        console.onTermination { finish.yield(.success) }
        if let server { console.print("nmea \(server.address)") }
        // Made before the start, so that nothing is missed.
        let locations = source.locations
        let sentences = server == nil ? nil : source.sentences
        let relay = Task { await hand(sentences, to: server) }
        let view = Task { await show(locations) }
        await source.start { event in
            if let end = tell(event) { finish.yield(end) }
        }
        var status = ExitStatus.success
        for await end in ends {
            status = end
            break
        }
        await source.stop()
        await relay.value
        await view.value
        console.stand(nil)
        await server?.close()
        return status
    }

    private func server(on reactor: Reactor) async throws(UsageError) -> NMEAServer? {
        guard let (host, port) = server else { return nil }
        do throws(TransportError) {
            let made = try NMEAServer(host: host, port: port, on: reactor)
            await made.start()
            return made
        } catch {
            throw UsageError("--serve", "\(error)")
        }
    }

    /// What people must know; how the program ends where it does.
    private func tell(_ event: LocationEvent) -> ExitStatus? {
        switch event {
        case .ended:
            return .success
        case .failed(let error):
            console.complain("receiver", "\(error)" + (error.remedy.map { "; \($0)" } ?? ""))
            return error.exitStatus
        case .interrupted(let error):
            console.complain("receiver", "\(error); trying again")
        case .stale(let location):
            console.complain("receiver", "no new position: the last one is old")
            statusLine?.show(location)
        case .status(.started):
            console.complain("receiver", "\(source.text) is open")
        case .location(let location):
            statusLine?.show(location)
        case .status:
            break
        }
        return nil
    }

    private func hand(
        _ sentences: SourceSequence<ReceivedSentence, LocationSourceError>?, to server: NMEAServer?
    ) async {
        guard let sentences, let server else { return }
        do {
            for try await sentence in sentences { await server.send(sentence.bytes) }
        } catch {
            // The source's end is told by its event.
        }
    }

    private func show(_ locations: SourceSequence<Location, LocationSourceError>) async {
        do {
            for try await location in locations {
                if isJSON {
                    for object in GPSDReport.objects(of: Epoch(location)) { console.print(line: object.jsonLine) }
                } else if statusLine == nil {
                    console.print(NMEAReport.line(location))
                }
            }
        } catch {
            // The source's end is told by its event.
        }
    }
}
