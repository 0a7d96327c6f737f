internal import Formats
internal import SDLProtocol
internal import SDLSpec

/// Goes through a transcript once and keeps what each session has told so far.
struct EvidenceReader {
    struct Key: Hashable {
        let connection: Int
        let session: UInt8
    }

    let spec: RPCSpec
    private(set) var exchanges: [Exchange] = []
    private(set) var controls: [ControlExchange] = []
    private(set) var notices: [Notice] = []
    private(set) var orphans: [(entry: Int, rpc: Transcript.RPC, connection: Int, session: UInt8)] = []
    private(set) var repetitions: [(exchange: Int, entry: Int)] = []
    private(set) var misdirected: [(exchange: Int, entry: Int)] = []
    private(set) var strayControls: [(entry: Int, frame: Frame, connection: Int)] = []
    var registrations: [Registration] = []
    private(set) var states: [Int: SessionState] = [:]
    private(set) var closures: [Int: (time: Duration, party: Transcript.Party?, entry: Int)] = [:]
    private var sessions: [Key: SessionState] = [:]
    /// The requests that wait, by session and correlation id, oldest first.
    private var open: [Key: [Int32: [Int]]] = [:]
    /// The requests that were answered, for second answers.
    private var answered: [Key: [Int32: Int]] = [:]
    /// The control questions that wait, by link, oldest first.
    private var openControls: [Int: [Int]] = [:]
    private var sessionCount = 0
    /// Whether what each party sent last on a link made no sense.
    private var trouble: [Int: Set<Transcript.Party>] = [:]
    private(set) var snapshots: [Int: [Key: SessionState]] = [:]
    private(set) var troubles: [(entry: Int, connection: Int, time: Duration)] = []
    private(set) var cuts:
        [(entry: Int, connection: Int, time: Duration, party: Transcript.Party?, sessions: [SessionState])] = []

    init(spec: RPCSpec) { self.spec = spec }

    mutating func read(_ transcript: Transcript) {
        for (number, entry) in transcript.entries.enumerated() {
            switch entry.event {
            case .opened, .unreachable, .data: break
            case .malformed(let party, _):
                trouble[entry.connection, default: []].insert(party)
                if party == .app { troubles.append((number, entry.connection, entry.time)) }
            case .stimulus: snapshots[number] = sessions
            case .closed(let party): closed(entry, number, by: party)
            case .control(let party, let frame):
                control(frame, party, entry, number)
                trouble[entry.connection]?.remove(party)
            case .message(let party, let message):
                take(message, party, entry, number)
                if case .unreadable = message.content {
                    trouble[entry.connection, default: []].insert(party)
                } else {
                    trouble[entry.connection]?.remove(party)
                }
            }
        }
        finish(transcript)
    }

    func hand(to evidence: inout Evidence) {
        evidence.exchanges = exchanges
        evidence.controls = controls
        evidence.notices = notices
        evidence.orphans = orphans
        evidence.repetitions = repetitions
        evidence.misdirected = misdirected
        evidence.strayControls = strayControls
        evidence.registrations = registrations
        evidence.states = states
        evidence.closures = closures
        evidence.troubles = troubles
        evidence.cuts = cuts
        evidence.snapshots = snapshots.mapValues { sessions in
            sessions.map { Evidence.Snapshot(connection: $0.key.connection, session: $0.key.session, state: $0.value) }
                .sorted { ($0.connection, $0.session) < ($1.connection, $1.session) }
        }
    }

    private func state(_ key: Key) -> SessionState { sessions[key] ?? SessionState() }

    mutating func change(_ key: Key, _ body: (inout SessionState) -> Void) {
        body(&sessions[key, default: SessionState()])
    }

    // MARK: Links

    private mutating func closed(_ entry: Transcript.Entry, _ number: Int, by party: Transcript.Party?) {
        closures[entry.connection] = (entry.time, party, number)
        let states = sessions.filter { $0.key.connection == entry.connection }.map(\.value)
        cuts.append((number, entry.connection, entry.time, party, states))
        if party == .headUnit { cutOff(entry.connection, number) }
        for key in sessions.keys where key.connection == entry.connection {
            end(key, at: entry.time, by: .link)
            sessions[key] = nil
        }
        for key in open.keys where key.connection == entry.connection { open[key] = nil }
        openControls[entry.connection] = nil
    }

    /// What the head unit leaves unanswered as it closes a link.
    private mutating func cutOff(_ connection: Int, _ number: Int) {
        for (key, requests) in open where key.connection == connection && state(key).isAlive {
            for place in requests.values.joined() where exchanges[place].waited == nil {
                exchanges[place].cutOff = number
            }
        }
        for place in openControls[connection] ?? [] where controls[place].party == .app {
            let session = controls[place].session
            guard session == 0 || state(Key(connection: connection, session: session)).isAlive else { continue }
            controls[place].cutOff = number
        }
    }

    mutating func end(_ key: Key, at time: Duration, by cause: Registration.End) {
        guard let state = sessions[key] else { return }
        if let registration = state.registration, registrations[registration].endedBy == .transcript {
            registrations[registration].ended = time
            registrations[registration].endedBy = cause
        }
        change(key) { $0.endRegistration() }
        stopWaiting(key, at: time)
    }

    /// What is not answered yet will not be: the session it belongs to is over.
    private mutating func stopWaiting(_ key: Key, at time: Duration) {
        for place in (open[key] ?? [:]).values.joined() where exchanges[place].waited == nil {
            exchanges[place].waited = time - exchanges[place].time
        }
        for place in openControls[key.connection] ?? []
        where controls[place].waited == nil && controls[place].frame.header.sessionID == key.session {
            controls[place].waited = time - controls[place].time
        }
    }

    private mutating func finish(_ transcript: Transcript) {
        // What came behind the last entry of a transcript that is full is not known.
        let end = transcript.isCut ? transcript.entries.last?.time ?? transcript.end : transcript.end
        for place in exchanges.indices where exchanges[place].waited == nil {
            let until = closures[exchanges[place].connection]?.time ?? end
            exchanges[place].waited = until - exchanges[place].time
        }
        for place in controls.indices where controls[place].waited == nil {
            let until = closures[controls[place].connection]?.time ?? end
            controls[place].waited = until - controls[place].time
        }
        for place in registrations.indices where registrations[place].endedBy == .transcript {
            registrations[place].ended = closures[registrations[place].connection]?.time ?? end
        }
    }

    // MARK: Control frames

    private mutating func control(
        _ frame: Frame, _ party: Transcript.Party, _ entry: Transcript.Entry, _ number: Int
    ) {
        let key = Key(connection: entry.connection, session: frame.header.sessionID)
        states[number] = state(key)
        guard let info = frame.header.controlInfo else { return }
        switch info {
        case .startService, .endService, .heartbeat, .registerSecondaryTransport:
            if info == .heartbeat, party == .app { change(key) { $0.hasAskedHeartbeat = true } }
            controls.append(
                ControlExchange(
                    request: number, time: entry.time, connection: entry.connection, party: party, frame: frame,
                    state: state(key),
                    sessions: Set(
                        sessions.filter { $0.key.connection == entry.connection && $0.value.isStarted }.map(
                            \.key.session)),
                    followsTrouble: trouble[entry.connection]?.contains(party) ?? false, pieces: entry.pieces))
            openControls[entry.connection, default: []].append(controls.count - 1)
            if info == .endService, party == .headUnit, frame.header.service == .rpc {
                end(key, at: entry.time, by: .headUnit)
                change(key) {
                    $0.wasEndedByHeadUnit = true
                    $0.isStarted = false
                }
            }
        case .startServiceACK, .startServiceNAK: answer(frame, to: .startService, party, entry, number, key)
        case .endServiceACK, .endServiceNAK: answer(frame, to: .endService, party, entry, number, key)
        case .heartbeatACK: answer(frame, to: .heartbeat, party, entry, number, key)
        case .registerSecondaryTransportACK, .registerSecondaryTransportNAK:
            answer(frame, to: .registerSecondaryTransport, party, entry, number, key)
        case .transportEventUpdate, .serviceDataACK: break
        }
    }

    private mutating func answer(
        _ frame: Frame, to question: ControlFrameInfo, _ party: Transcript.Party, _ entry: Transcript.Entry,
        _ number: Int, _ key: Key
    ) {
        let waiting = openControls[entry.connection] ?? []
        let isStart = question == .startService
        // Heartbeats are told apart by their message ids where the other side keeps them.
        let ordered = waiting.sorted { one, two in
            let (first, second) = (controls[one].frame.header.messageID, controls[two].frame.header.messageID)
            let id = frame.header.messageID
            return (first == id ? 0 : 1, one) < (second == id ? 0 : 1, two)
        }
        let match = ordered.first { place in
            let asked = controls[place]
            guard asked.party == party.other, asked.frame.header.controlInfo == question else { return false }
            let session = asked.frame.header.sessionID
            if isStart {
                return asked.frame.header.service == frame.header.service
                    && (session == 0 || session == frame.header.sessionID)
            }
            guard session == frame.header.sessionID else { return false }
            return question == .heartbeat || asked.frame.header.service == frame.header.service
        }
        guard let match else {
            strayControls.append((number, frame, entry.connection))
            return
        }
        openControls[entry.connection]?.removeAll { $0 == match }
        controls[match].response = number
        controls[match].answer = frame
        guard party == .headUnit, frame.header.service == .rpc else { return }
        switch frame.header.controlInfo {
        case .startServiceACK where controls[match].frame.header.sessionID == 0: started(frame, key)
        case .endServiceACK:
            end(key, at: entry.time, by: .app)
            change(key) {
                $0.isEnded = true
                $0.isStarted = false
            }
        default: break
        }
    }

    private mutating func started(_ frame: Frame, _ key: Key) {
        sessionCount += 1
        var state = SessionState()
        state.number = sessionCount
        state.isStarted = true
        let ack = ControlPayload.StartServiceACK(parsing: frame.payload, headerVersion: frame.header.version)
        state.protocolVersion =
            ack.protocolVersion.flatMap { ProtocolVersion(parsing: $0) }
            ?? ProtocolVersion(UInt16(frame.header.version), 0, 0)
        state.mtu = ack.mtu
        state.hash = ack.hashID
        sessions[key] = state
        open[key] = nil
        answered[key] = nil
    }

    // MARK: Messages

    private mutating func take(
        _ message: Transcript.Message, _ party: Transcript.Party, _ entry: Transcript.Entry, _ number: Int
    ) {
        let key = Key(connection: entry.connection, session: message.header.sessionID)
        states[number] = state(key)
        guard case .rpc(let rpc) = message.content else { return }
        switch (party, rpc.header.rpcType) {
        case (.app, .request): request(rpc, message, entry, number, key)
        case (.headUnit, .response): response(rpc, message, entry, number, key)
        case (.app, .response), (.app, .notification), (.headUnit, .notification), (.headUnit, .request):
            notices.append(
                Notice(
                    entry: number, time: entry.time, connection: entry.connection, session: message.header.sessionID,
                    party: party, header: message.header, rpc: rpc, function: name(rpc.header), state: state(key)))
            if party == .headUnit, rpc.header.rpcType == .notification {
                told(name(rpc.header), rpc.json ?? .null, entry, key)
            }
        }
    }

    private func name(_ header: RPCHeader) -> String? {
        RPCMessageKind(rawValue: header.rpcType.rawValue).flatMap { spec.function(header.functionID, $0)?.name }
    }

    private mutating func request(
        _ rpc: Transcript.RPC, _ message: Transcript.Message, _ entry: Transcript.Entry, _ number: Int, _ key: Key
    ) {
        let id = rpc.header.correlationID
        var exchange = Exchange(
            request: number, time: entry.time, connection: entry.connection, session: message.header.sessionID,
            header: message.header, rpc: rpc, function: name(rpc.header), state: state(key),
            followsTrouble: trouble[entry.connection]?.contains(.app) ?? false, pieces: entry.pieces)
        exchange.earlierOfSameID = open[key]?[id]?.last
        exchanges.append(exchange)
        open[key, default: [:]][id, default: []].append(exchanges.count - 1)
        let json = rpc.json ?? .null
        switch exchange.function {
        case "RegisterAppInterface", "UnregisterAppInterface": change(key) { $0.isChangingRegistration = true }
        case "SubscribeWayPoints", "UnsubscribeWayPoints": change(key) { $0.wayPoints = .unclear }
        // Its publisher hears of it before the response.
        case "PublishAppService": change(key) { $0.capabilities.insert("APP_SERVICES") }
        case "SubscribeVehicleData":
            change(key) { state in
                for (item, value) in json.objectValue ?? [:] where value == true { state.vehicleData.insert(item) }
            }
        case "GetSystemCapability":
            if json["subscribe"] == true, let type = json["systemCapabilityType"]?.stringValue {
                change(key) { $0.capabilities.insert(type) }
            }
        default: break
        }
    }

    private mutating func response(
        _ rpc: Transcript.RPC, _ message: Transcript.Message, _ entry: Transcript.Entry, _ number: Int, _ key: Key
    ) {
        let id = rpc.header.correlationID
        let waiting = open[key]?[id] ?? []
        // A refusal of an id in use overtakes the answer of the first request with that id.
        let isAboutID = rpc.json?["resultCode"] == "INVALID_ID" && waiting.count > 1
        let match =
            (isAboutID ? waiting.last : nil)
            ?? waiting.first {
                exchanges[$0].rpc.header.functionID == rpc.header.functionID || rpc.header.functionID == 31
            }
        guard let place = match else {
            unexpected(rpc, number, key)
            return
        }
        open[key]?[id]?.removeAll { $0 == place }
        answered[key, default: [:]][id] = place
        exchanges[place].response = number
        exchanges[place].answeredAt = entry.time
        exchanges[place].answer = rpc
        exchanges[place].answerHeader = message.header
        exchanges[place].stateAtAnswer = state(key)
        learn(exchanges[place], place, entry, key)
    }

    private mutating func unexpected(_ rpc: Transcript.RPC, _ number: Int, _ key: Key) {
        if let place = answered[key]?[rpc.header.correlationID],
            exchanges[place].rpc.header.functionID == rpc.header.functionID
        {
            repetitions.append((place, number))
            return
        }
        var candidates = (open[key] ?? [:]).values.joined().sorted()
        if candidates.isEmpty {
            // Perhaps it went to a session that did not ask.
            candidates = open.filter { $0.key.connection == key.connection }.values
                .flatMap { $0[rpc.header.correlationID] ?? [] }.sorted()
        }
        // The right function under another id, or the right id under another function.
        let stray =
            candidates.last { exchanges[$0].rpc.header.functionID == rpc.header.functionID }
            ?? candidates.last { exchanges[$0].rpc.header.correlationID == rpc.header.correlationID }
        if let stray {
            exchanges[stray].hasStrayAnswer = true
            misdirected.append((stray, number))
            if exchanges[stray].function?.hasSuffix("egisterAppInterface") == true {
                change(key) { $0.isChangingRegistration = false }
            }
        } else {
            orphans.append((number, rpc, key.connection, key.session))
        }
    }
}
