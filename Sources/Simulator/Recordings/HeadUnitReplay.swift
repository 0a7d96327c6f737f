internal import Formats
internal import HeadUnit
package import Positioning
internal import SDLProtocol

/// Plays the head unit's side of a recording to apps that connect: a state machine without I/O.
///
/// The n-th session that an app opens is played as the n-th recorded one, begun with the first in which waypoints are
/// told (or with the first of all, where there is none); after the last recorded session that one is played again.
/// Frames, sessions and signs of life are those of a live head unit; session, message and correlation ids are the live
/// ones. What is said is said by ``SessionReplay``.
package struct HeadUnitReplay: Sendable {
    /// What is to be done with a link.
    package enum Action: Hashable, Sendable {
        /// Write these bytes.
        case send(link: Int, [UInt8])
        /// Close it.
        case close(link: Int)
    }

    /// An app's session.
    private struct Session: Sendable {
        var replay: SessionReplay
        let headerVersion: UInt8
    }

    private let recorded: [RecordedSession]
    private let connection: ModuleConnection.Configuration
    private let capabilities: [String: JSONValue]
    private let factor: Double?
    private var registry: SessionRegistry
    private var links: [Int: ModuleConnection] = [:]
    private var sessions: [Int: [UInt8: Session]] = [:]
    private var nextLink = 1
    /// The recorded session that the next app gets.
    private var nextSession: Int
    private var past = SessionReplay.Statistics()

    /// Makes a replay.
    ///
    /// - Parameters:
    ///   - recording: The conversation.
    ///   - module: The module it was held with.
    ///   - speed: How fast what takes time is played.
    package init(_ recording: Recording, module: MockModule, speed: PlaybackSpeed = .factor(1)) {
        recorded = RecordedSession.all(of: recording)
        var connection = module.configuration.connection
        connection.isReady = true
        self.connection = connection
        capabilities = module.configuration.systemCapabilities
        registry = SessionRegistry(
            numbering: module.configuration.sessionNumbering, messageIDs: module.configuration.messageIDs)
        factor = if case .factor(let factor) = speed { factor } else { nil }
        nextSession = recorded.firstIndex { $0.passage != nil } ?? 0
    }

    /// How many sessions were recorded.
    package var recordedSessionCount: Int { recorded.count }

    /// How many requests of apps were answered as recorded, and how many the recording had no answer to.
    package var answerCounts: (asRecorded: Int, madeUp: Int) {
        sessions.values.flatMap(\.values).reduce((past.asRecorded, past.madeUp)) {
            ($0.0 + $1.replay.statistics.asRecorded, $0.1 + $1.replay.statistics.madeUp)
        }
    }

    // MARK: Links

    /// An app connected.
    ///
    /// - Returns: The number of its link.
    package mutating func opened() -> Int {
        let link = nextLink
        nextLink += 1
        var configuration = connection
        let session = recorded.isEmpty ? nil : recorded[min(nextSession, recorded.count - 1)]
        if let version = session?.version, Int(version) < Int(configuration.maximumVersion.major) {
            configuration.maximumVersion = ProtocolVersion(UInt16(version), 0, 0)
        }
        links[link] = ModuleConnection(number: link, configuration: configuration)
        sessions[link] = [:]
        return link
    }

    /// Bytes came from an app.
    package mutating func received(_ bytes: [UInt8], on link: Int, now: Duration) -> [Action] {
        guard let events = links[link]?.receive(bytes, now: now, sessions: &registry) else { return [] }
        return perform(events, on: link, now: now)
    }

    /// A link is gone.
    package mutating func closed(_ link: Int, now: Duration) {
        guard var connection = links.removeValue(forKey: link) else { return }
        _ = connection.transportClosed(now: now, sessions: &registry)
        forget(link)
    }

    private mutating func forget(_ link: Int) {
        for session in (sessions.removeValue(forKey: link) ?? [:]).values { note(session) }
    }

    private mutating func note(_ session: Session) {
        past.asRecorded += session.replay.statistics.asRecorded
        past.madeUp += session.replay.statistics.madeUp
    }

    // MARK: Time

    /// When ``timePassed(now:)`` is due; `nil` when nothing is.
    package var nextDeadline: Duration? {
        let told = sessions.values.flatMap(\.values).compactMap(\.replay.nextDeadline).min()
        let wire = links.values.compactMap(\.nextDeadline).min()
        return [told, wire].compactMap { $0 }.min()
    }

    /// Says what is due.
    package mutating func timePassed(now: Duration) -> [Action] {
        var actions: [Action] = []
        for link in links.keys.sorted() {
            if let events = links[link]?.timePassed(now: now, sessions: &registry) {
                actions += perform(events, on: link, now: now)
            }
            for id in (sessions[link] ?? [:]).keys.sorted() {
                guard let said = sessions[link]?[id]?.replay.timePassed(now: now) else { continue }
                actions += perform(said, of: id, on: link)
            }
        }
        return actions
    }

    // MARK: Inside

    private mutating func perform(
        _ events: [ModuleConnection.Event], on link: Int, now: Duration
    ) -> [Action] {
        var actions: [Action] = []
        for event in events {
            switch event {
            case .send(let bytes):
                actions.append(.send(link: link, bytes))
            case .sessionStarted(let session, _, let headerVersion):
                start(session, headerVersion, on: link)
            case .message(let message):
                guard case .rpc(let payload) = message.content, payload.rpcType == .request,
                    let said = sessions[link]?[message.sessionID]?.replay.asked(payload, now: now)
                else { continue }
                actions += perform(said, of: message.sessionID, on: link)
            case .sessionEnded(let session, _):
                if let ended = sessions[link]?.removeValue(forKey: session) { note(ended) }
            case .serviceRequested(let request):
                let bytes = links[link]?.refuseService(
                    session: request.session, service: request.service, reason: "The recording has no such service",
                    sessions: &registry)
                if let bytes { actions.append(.send(link: link, bytes)) }
            case .close:
                links[link] = nil
                forget(link)
                actions.append(.close(link: link))
            case .serviceEnded, .mediaFrame, .fault, .serviceProtected, .protectionFailed,
                .protectionLost:
                break
            }
        }
        return actions
    }

    private mutating func start(_ session: UInt8, _ headerVersion: UInt8, on link: Int) {
        guard !recorded.isEmpty else { return }
        let index = min(nextSession, recorded.count - 1)
        nextSession = index + 1
        sessions[link, default: [:]][session] = Session(
            replay: SessionReplay(recorded[index], capabilities: capabilities, factor: factor),
            headerVersion: headerVersion)
    }

    private mutating func perform(_ said: [SessionReplay.Action], of session: UInt8, on link: Int) -> [Action] {
        var actions: [Action] = []
        for item in said {
            switch item {
            case .send(let payload):
                guard let version = sessions[link]?[session]?.headerVersion,
                    let bytes = links[link]?.send(payload, session: session, version: version, sessions: &registry)
                else { continue }
                actions.append(.send(link: link, bytes))
            case .end:
                guard let ended = sessions[link]?.removeValue(forKey: session) else { continue }
                note(ended)
                if let bytes = links[link]?.endService(session: session, sessions: &registry), !bytes.isEmpty {
                    actions.append(.send(link: link, bytes))
                }
                guard links[link]?.sessionIDs.isEmpty == true else { continue }
                links[link] = nil
                forget(link)
                actions.append(.close(link: link))
            }
        }
        return actions
    }
}
