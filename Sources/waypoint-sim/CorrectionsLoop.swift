internal import Formats
internal import Positioning
internal import RTCM
internal import Synchronization
internal import Transport

/// The loop of an RTK receiver in a command: its position goes to the caster, the caster's corrections go to it.
struct CorrectionsLoop: Sendable {
    /// The options of commands that have a receiver and may get corrections for it.
    static let options: [CommandDescription.Option] =
        [
            .init("--ntrip", "URL", "Get corrections for the receiver: ntrip://[USER:PASSWORD@]HOST/MOUNTPOINT."),
            .init("--send-position", nil, "Send the receiver's position to the caster, as VRS streams want it."),
        ] + NTRIPSetup.positionOptions + NTRIPSetup.options

    private let session: CorrectionsSession
    private let feeding: Task<Void, Never>

    /// What `--ntrip` and its companions ask for; nil without.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command.
    ///   - source: The receiver that is named, if one is.
    ///   - console: Where `--log` goes.
    static func setup(
        _ arguments: Arguments, source: SourceArgument?, console: Console
    ) throws(UsageError) -> NTRIPSetup? {
        guard let url = arguments.text("--ntrip") else {
            for option in options where arguments.has(option.name) { throw UsageError(option.name, "needs --ntrip") }
            return nil
        }
        var setup = try NTRIPSetup(url, named: "--ntrip", arguments, console: console)
        guard !setup.configuration.address.mountpoint.isEmpty else {
            throw UsageError("--ntrip", "the URL names no mountpoint; waypoint-sim ntrip --sourcetable lists them")
        }
        if case .gpsd = source?.address {
            throw UsageError("--ntrip", "gpsd feeds its receiver itself: give the ntrip:// URL to gpsd")
        }
        let upstream = arguments.flag("--send-position") ? GGAUpstream.Configuration() : nil
        try setup.send(upstream, arguments, asking: "--send-position")
        return setup
    }

    /// Starts the loop.
    ///
    /// - Parameters:
    ///   - setup: Caster and stream.
    ///   - source: The receiver, open or not; `nil` when there is none that could be corrected.
    ///   - locations: Where it is, for a caster that wants to know.
    ///   - reactor: Where the receiver lives.
    ///   - note: Tells what people must know.
    init<Locations: AsyncSequence & Sendable>(
        _ setup: NTRIPSetup, source: LocationSource?, locations: Locations, on reactor: Reactor,
        note: @escaping @Sendable (String) -> Void
    ) async throws(UsageError) where Locations.Element == Location {
        if setup.trust == .anyone { note("warning: any certificate of the caster is trusted") }
        let session = try setup.session(on: reactor) { event in
            guard case .state(let state) = event else { return }
            switch state {
            case .streaming, .backingOff, .fallingBack, .failed, .degraded, .waitingForPosition:
                note("\(setup.configuration.address): \(NTRIPReport.words(state))")
            case .idle, .connecting, .handshaking, .waitingForData, .finished:
                break
            }
        }
        if let source, source.takesCorrections { await session.add(source) }
        feeding = Task {
            do {
                for try await location in locations { await session.offer(location) }
            } catch {
                // The source's end is told by its event.
            }
        }
        self.session = session
        await session.start()
    }

    /// What it does, for a page: words by names, distances as numbers of metres.
    func report(now: Duration) async -> JSONValue {
        let status = await session.status
        var members: [String: JSONValue] = ["State": .string(NTRIPReport.words(status.state))]
        members["Version"] = status.version.map { .string("NTRIP \($0.rawValue)") }
        members["Received"] = .string("\(status.bytesIn) bytes, \(status.statistics.frameCount) messages")
        members["Age"] = status.statistics.age(now: now).map { .string("\(NTRIPReport.seconds($0)) s") }
        members["Station"] = status.stationDistance.map { .double($0.rounded()) }
        members["Remark"] = status.explanation.map { .string($0) }
        return .object(members)
    }

    /// Ends the loop; the receiver stays open.
    func stop() async {
        feeding.cancel()
        await session.stop()
    }
}

/// A loop that is there later than those who want to ask it.
final class CorrectionsDesk: Sendable {
    private let loop = Mutex<CorrectionsLoop?>(nil)
    private let reactor: Reactor

    init(_ reactor: Reactor) {
        self.reactor = reactor
    }

    func open(_ loop: CorrectionsLoop) { self.loop.withLock { $0 = loop } }

    func report() async -> JSONValue? {
        guard let loop = loop.withLock({ $0 }) else { return nil }
        return await loop.report(now: reactor.now)
    }
}
