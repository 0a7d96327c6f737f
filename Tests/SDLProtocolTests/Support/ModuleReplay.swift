import Formats
import SDLProtocol
import TestKit
import Testing

/// Plays a recording against the head unit's machine; every difference is an issue of the running test.
struct ModuleReplay {
    private struct Emitted {
        let frame: Frame
        let time: Duration
    }

    /// Recordings in which the head unit had just started.
    private static let startingUp: Set<String> = ["hmi_poor_answers", "hmi_no_vehicle_type", "hmi_boot"]

    /// Recordings that lack frames which the head unit had numbered: answers that met a reset, or were overtaken by the
    /// end of the session in the relay of the recording.
    private static let incomplete: Set<String> = ["link_lost_abruptly", "client_js_late"]

    private let configuration: ModuleConnection.Configuration
    private let comparesMessageIDs: Bool
    private var registry: SessionRegistry
    private var connections: [Int: ModuleConnection] = [:]
    // What the machine has sent and the recording has not shown yet, by connection.
    private var emitted: [Int: [Emitted]] = [:]
    private var mediaRequests: [ModuleConnection.ServiceRequest] = []
    private var closeCauses: [Int: ModuleConnection.CloseCause] = [:]
    private var now = Duration.zero
    private var firstConnection = 0

    init(_ recording: Recording, configuration base: ModuleConnection.Configuration = .core) {
        var configuration = base
        let isCore = configuration.faultPolicy == .asCore
        comparesMessageIDs = isCore && !ModuleReplay.incomplete.contains(recording.name)
        registry = SessionRegistry(messageIDs: isCore ? .asCore : .counting)
        configuration.isReady = !ModuleReplay.startingUp.contains(recording.name)
        configuration.vehicle = VehicleInfo(
            make: "Example Motors", model: "Model W", modelYear: "2026", trim: "SE",
            systemSoftwareVersion: "EX-1.2.3", systemHardwareVersion: "HW-7")
        if ["hmi_no_vehicle_type", "vehicle_info_not_available"].contains(recording.name) {
            configuration.vehicle?.make = "SDL"
            configuration.vehicle?.model = "Generic"
            configuration.vehicle?.modelYear = "2019"
            configuration.vehicle?.trim = "SE"
        }
        if let version = recording.setting("MaxSupportedProtocolVersion") {
            configuration.maximumVersion = ProtocolVersion(UInt16(version), 0, 0)
        }
        if let time = recording.setting("HeartBeatTimeout") { configuration.heartbeatTimeout = .milliseconds(time) }
        if let size = recording.setting("MaximumPayloadSize") { configuration.setMaximumPayloadSize(size) }
        if let count = recording.setting("FrequencyCount") {
            configuration.frameLimit = FrequencyLimit(count: count, window: .seconds(1))
        }
        self.configuration = configuration
    }

    mutating func play(_ lines: [Recording.Line]) throws {
        var index = 0
        while index < lines.count {
            let line = lines[index]
            passTime(to: line.time)
            switch line.direction {
            case .event: play(event: line)
            case .fromApp: receive(line)
            case .fromModule: index += try compare(line, following: lines[(index + 1)...])
            }
            index += 1
        }
        for (connection, frames) in emitted where !frames.isEmpty {
            Issue.record("connection \(connection) sent more than was recorded: \(frames)")
        }
    }

    // MARK: - Events and time

    private mutating func play(event line: Recording.Line) {
        let id = line.connection
        switch line.note {
        case "tcp connected":
            connections[id] = ModuleConnection(number: id - firstConnection, configuration: configuration)
        case "head unit started again":
            // A new process: its connections count from 1, no session id was given yet.
            registry = SessionRegistry(messageIDs: registry.messageIDs)
            firstConnection = id - 1
            connections[id] = ModuleConnection(number: 1, configuration: configuration)
        case "closed by the head unit" where closeCauses[id] != nil:
            closeCauses[id] = nil
            _ = connections[id]?.transportClosed(now: now, sessions: &registry)
        default:
            let isClosed = line.note.hasPrefix("closed by") || line.note == "head unit killed"
            guard isClosed || line.note.hasSuffix("dropped") || line.note.hasSuffix("drops") else { return }
            #expect(closeCauses[id] == nil, "line \(line.number): the machine closes, the recording does not")
            _ = connections[id]?.transportClosed(now: now, sessions: &registry)
        }
    }

    private mutating func passTime(to time: Duration) {
        for id in connections.keys.sorted() {
            while let due = connections[id]?.nextDeadline, due <= time {
                let moment = max(now, due)
                let events = connections[id]?.timePassed(now: moment, sessions: &registry) ?? []
                note(events, id, at: moment)
            }
        }
        now = max(now, time)
    }

    private mutating func receive(_ line: Recording.Line) {
        let events = connections[line.connection]?.receive(line.bytes, now: now, sessions: &registry) ?? []
        note(events, line.connection, at: now)
    }

    private mutating func note(_ events: [ModuleConnection.Event], _ connection: Int, at time: Duration) {
        for event in events {
            switch event {
            case .send(let bytes): emit(bytes, connection, at: time)
            case .serviceRequested(let request): mediaRequests.append(request)
            case .close(let cause): closeCauses[connection] = cause
            case .sessionStarted, .message, .sessionEnded, .serviceEnded, .mediaFrame, .fault, .serviceProtected,
                .protectionFailed, .protectionLost:
                break
            }
        }
    }

    private mutating func emit(_ bytes: [UInt8], _ connection: Int, at time: Duration) {
        let frames = DecodedStream([bytes]).frames
        emitted[connection, default: []] += frames.map { Emitted(frame: $0, time: time) }
    }

    // MARK: - The head unit's lines

    /// Compares a line, and those of the same message.
    ///
    /// - Returns: How many of the following lines were used.
    private mutating func compare(
        _ line: Recording.Line, following: ArraySlice<Recording.Line>
    ) throws -> Int {
        let recorded = try #require(DecodedStream([line.bytes]).frames.first, "line \(line.number)")
        let id = line.connection
        if recorded.header.type == .control {
            if emitted[id, default: []].isEmpty { decide(recorded, line, following: following) }
            compareNext(recorded, line)
            return 0
        }
        let used = recorded.header.type == .first ? consecutive(recorded, id, following) : []
        let payload = used.isEmpty ? recorded.payload : used.flatMap { $0.frame.payload }
        let header = recorded.header
        let sent =
            connections[id]?.send(
                encoded: payload, service: header.service, session: header.sessionID, version: header.version,
                sessions: &registry) ?? []
        guard comparesMessageIDs else { return used.last.map { $0.offset + 1 } ?? 0 }
        let bytes = line.bytes + used.flatMap { $0.frame.encode() }
        #expect(sent == bytes, "line \(line.number): \(DecodedStream([sent]).frames.map(\.header))")
        return used.last.map { $0.offset + 1 } ?? 0
    }

    /// The consecutive frames of a message, with their places behind the first frame.
    private func consecutive(
        _ first: Frame, _ connection: Int, _ following: ArraySlice<Recording.Line>
    ) -> [(offset: Int, frame: Frame)] {
        var result: [(Int, Frame)] = []
        for (offset, line) in following.enumerated() where line.direction == .fromModule {
            guard line.connection == connection, let frame = DecodedStream([line.bytes]).frames.first,
                frame.header.type == .consecutive, frame.header.messageID == first.header.messageID
            else { break }
            result.append((offset, frame))
            if frame.header.info == 0 { break }
        }
        return result
    }

    /// Does what the head unit above the machine must have decided.
    private mutating func decide(_ frame: Frame, _ line: Recording.Line, following: ArraySlice<Recording.Line>) {
        let id = line.connection
        let session = frame.header.sessionID
        let service = frame.header.service
        let request = mediaRequests.firstIndex { $0.session == session }.map { mediaRequests[$0] }
        switch (frame.header.controlInfo, request) {
        case (.startServiceACK, nil):
            for key in connections.keys.sorted() {
                let events = connections[key]?.becomeReady(now: now, sessions: &registry) ?? []
                note(events, key, at: now)
            }
        case (.startServiceACK, _?):
            mediaRequests.removeAll { $0.session == session && $0.service == service }
            emit(
                connections[id]?.acceptService(session: session, service: service, sessions: &registry) ?? [], id,
                at: now)
        case (.startServiceNAK, _?):
            refuse(service, frame, id)
        case (.endService, let request?) where request.service == .rpc:
            let next = following.first { $0.direction == .fromModule }
            if let refusal = next.flatMap({ DecodedStream([$0.bytes]).frames.first }) { refuse(.rpc, refusal, id) }
        case (.endService, _):
            emit(
                connections[id]?.endService(session: session, service: service, sessions: &registry) ?? [], id, at: now)
        default:
            break
        }
    }

    private mutating func refuse(_ service: ServiceType, _ refusal: Frame, _ id: Int) {
        let session = refusal.header.sessionID
        mediaRequests.removeAll { $0.session == session && $0.service == service }
        let bytes = connections[id]?.refuseService(
            session: session, service: service, reason: refusal.refusal.reason,
            rejectedParams: refusal.refusal.rejectedParams, sessions: &registry)
        emit(bytes ?? [], id, at: now)
    }

    private mutating func compareNext(_ recorded: Frame, _ line: Recording.Line) {
        let id = line.connection
        guard let next = emitted[id]?.first else {
            Issue.record("line \(line.number) was not sent: \(recorded.header)")
            return
        }
        emitted[id]?.removeFirst()
        var header = next.frame.header
        var wanted = recorded.header
        if !comparesMessageIDs {
            header.messageID = 0
            wanted.messageID = 0
        }
        #expect(header == wanted, "line \(line.number)")
        if recorded.header.version >= 5 {
            let documents = [next.frame.payload, recorded.payload].map { try? BSONDocument(parsing: $0) }
            #expect(documents[0].map(plainJSON) == documents[1].map(plainJSON), "line \(line.number)")
        } else {
            #expect(next.frame.payload == recorded.payload, "line \(line.number)")
        }
        // sdl_core looks at its heartbeats every 100 ms; what waits for start-up is let go by the recording itself.
        let delay = line.time - next.time
        #expect(delay < .milliseconds(250), "line \(line.number): sent at \(next.time)")
    }
}
