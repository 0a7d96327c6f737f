internal import Formats
package import HeadUnit
internal import Positioning

/// Plays the apps' and the HMI's side of a recording against a head unit, and compares what that says.
///
/// A state machine without I/O: events come in by its methods with the time as `now`, orders go out as ``Action``s. After
/// events, as after time, ``nextDeadline`` tells when ``timePassed(now:)`` is due; that may be at once.
/// Recorded hashes and ids in what apps say are replaced by those of the live head unit, and the HMI's ids by its own.
/// An input is played at its moment, and not before the head unit has said what it had said by then in the recording;
/// when that does not come, the replay is out of step and ends.
///
/// It does not answer the questions that the head unit asks at its start: whoever runs the head unit does.
package struct AppReplay: Sendable {
    /// What the head unit said.
    package private(set) var ours = SaidByHeadUnit()
    /// What was recorded, as far as it was played.
    package private(set) var theirs = SaidByHeadUnit()
    /// Whether the head unit did not say in time what it had said, so that the replay ended early.
    package private(set) var isOutOfStep = false
    /// Whether the head unit said so much more than it had said that the replay ended early.
    package private(set) var isFlooded = false
    /// Whether everything is over.
    package private(set) var isOver = false
    /// The line that was played last, such as `waypoints_full_flow:12`.
    package private(set) var place = ""

    private let recording: Recording
    private let options: Options
    private let zero: Duration
    private var apps: ReplayLane
    private var hmi: ReplayLane
    private var open: Set<Int> = []
    private var readers: [Int: SaidFrameReader] = [:]
    private var recordedReaders: [Int: SaidFrameReader] = [:]
    private var ids = HMIReplayIDs()
    /// Answers of the HMI to requests that were not asked yet.
    private var waitingAnswers: [HMIReplayIDs.Request: HMIAnswer] = [:]
    private var policy: [String: [String]?] = [:]
    /// Requests of the HMI under way, by tag.
    private var requests: [Int: HMIMethod] = [:]
    private var hasStarted: Bool
    private var hasRestarted = false
    /// Since when nothing is left to be played.
    private var lingersSince: Duration?
    /// How much was said and recorded, for what an input waits for.
    private var tally = ReplayTally()
    /// Since when the last words of the head unit are waited for.
    private var waitingSince: Duration?

    /// The recording's names of requests that only a start asks.
    private static let startQuestions: Set<String> = [
        "Navigation.IsReady", "VehicleInfo.IsReady", "VehicleInfo.GetVehicleData",
    ]
    /// Writes of an app that follow each other so quickly may have been read as one.
    private static let oneRead = 0.005

    /// Makes a replay.
    ///
    /// - Parameters:
    ///   - recording: The conversation.
    ///   - options: How it is played.
    ///   - zero: The time of second 0 of the recording.
    package init(_ recording: Recording, _ options: Options = Options(), zero: Duration) {
        self.recording = recording
        self.options = options
        self.zero = zero
        hasStarted = options.isStarted
        var events = recording.eventsInOrderOfArrival
        if RecordingException.has(recording.name, .joinedWrites) { events = Self.joined(events) }
        // What comes before second 0 is the start of the recorded head unit.
        if options.isStarted { events.removeAll { $0.line.isOfHMI && $0.time < 0 } }
        tally.expect(events)
        apps = ReplayLane(events.filter { !$0.line.isOfHMI })
        hmi = ReplayLane(options.playsHMI ? events.filter(\.line.isOfHMI) : [])
    }

    /// Joins writes of one connection that came without anything between them.
    private static func joined(_ events: [Recording.Event]) -> [Recording.Event] {
        var result: [Recording.Event] = []
        for event in events {
            if case .fromApp(let connection, let bytes) = event.line, let last = result.last,
                case .fromApp(connection, let before) = last.line, event.time - last.time <= oneRead
            {
                result[result.count - 1] = Recording.Event(
                    time: last.time, place: last.place, line: .fromApp(connection: connection, before + bytes))
            } else {
                result.append(event)
            }
        }
        return result
    }

    // MARK: Time

    /// When ``timePassed(now:)`` is due; `nil` when everything is over.
    package var nextDeadline: Duration? {
        if isOver { return nil }
        if isFlooded { return .zero }
        if let lingersSince { return lingersSince + options.linger }
        if apps.next == nil, hmi.next == nil {
            guard let waitingSince else { return moment(end) }
            return isEverythingSaid ? waitingSince : waitingSince + options.patience
        }
        return [ReplayLane.Side.apps, .hmi].compactMap(deadline).min()
    }

    /// When the next input of a side is due; the past if it waited and need not any longer.
    private func deadline(of side: ReplayLane.Side) -> Duration? {
        let lane = side == .apps ? apps : hmi
        guard let event = lane.next else { return nil }
        guard let since = lane.waitingSince else { return moment(event.time) }
        return isSaid(before: event, of: side) ? since : since + options.patience
    }

    /// The moment of a recorded second.
    private func moment(_ second: Double) -> Duration {
        switch options.speed {
        case .factor(let factor): zero + .seconds(second / factor)
        case .maximum: zero
        }
    }

    /// The second of the last line.
    private var end: Double { recording.events.last?.time ?? 0 }

    /// The second of the recording that a moment is.
    private func second(_ now: Duration) -> Double {
        let (seconds, attoseconds) = (now - zero).components
        let passed = Double(seconds) + Double(attoseconds) / 1e18
        return if case .factor(let factor) = options.speed { passed * factor } else { passed }
    }

    /// Plays what is due.
    ///
    /// - Returns: What is to be done, in order.
    package mutating func timePassed(now: Duration) -> [Action] {
        var actions: [Action] = []
        noteRecorded()
        while !isOver, !isOutOfStep, !isFlooded, playNext(now: now, &actions) { noteRecorded() }
        let last = moment(end)
        if !isOver, !isOutOfStep, !isFlooded, apps.next == nil, hmi.next == nil, now >= last {
            let since = waitingSince ?? now
            waitingSince = since
            if isEverythingSaid {
                let since = lingersSince ?? now
                lingersSince = since
                if now >= since + options.linger { finish(&actions) }
            } else {
                isOutOfStep = now >= since + options.patience
            }
        }
        if isOutOfStep || isFlooded, !isOver { finish(&actions) }
        return actions
    }

    /// Plays the earlier one of both sides' next inputs that may come now.
    ///
    /// - Returns: Whether there was one.
    private mutating func playNext(now: Duration, _ actions: inout [Action]) -> Bool {
        let isHMIFirst = hmi.next?.time ?? .infinity < apps.next?.time ?? .infinity
        for side in isHMIFirst ? [ReplayLane.Side.hmi, .apps] : [.apps, .hmi] {
            guard let event = side == .apps ? apps.next : hmi.next, moment(event.time) <= now else { continue }
            tally.settle(before: event.time, of: side)
            guard isSaid(before: event, of: side) else {
                wait(side, now: now)
                continue
            }
            place = event.place
            if side == .apps { apps.advance() } else { hmi.advance() }
            play(event, now: now, &actions)
            return true
        }
        return false
    }

    /// An input waits; when it has waited for long enough, the head unit is out of step.
    private mutating func wait(_ side: ReplayLane.Side, now: Duration) {
        let since = (side == .apps ? apps : hmi).waitingSince ?? now
        if side == .apps { apps.waitingSince = since } else { hmi.waitingSince = since }
        if now >= since + options.patience { isOutOfStep = true }
    }

    private mutating func finish(_ actions: inout [Action]) {
        isOver = true
        ours.toHMI = ids.inRecordedTerms(ours.toHMI)
        ours.answers = ids.inRecordedTerms(ours.answers)
        for connection in open.sorted() { actions.append(.close(connection: connection)) }
        actions.append(.finish)
    }

    // MARK: What the head unit has to say

    /// What is recorded of the head unit up to the next input of each side is known beforehand.
    private mutating func noteRecorded() {
        guard !isOver else { return }
        while let event = apps.popRecorded() { note(event) }
        while let event = hmi.popRecorded() { note(event) }
    }

    private mutating func note(_ event: Recording.Event) {
        switch event.line {
        case .closedByHeadUnit(let connection):
            // Where the app has closed before, the head unit only follows.
            guard open.contains(connection) || ours.frames[connection]?.last?.name == "closed" else { return }
            noteRecorded([.closed(time: event.time, place: event.place)], on: connection)
        case .toApp(let connection, let bytes):
            var reader = recordedReaders[connection] ?? SaidFrameReader()
            if options.renamesSessions { reader.recordedSessions = [] }
            let frames = reader.read(bytes, time: event.time, place: event.place)
            recordedReaders[connection] = reader
            noteRecorded(frames, on: connection)
        case .toHMI(let json):
            noteToHMI(json, event)
        case .connected, .closedByApp, .fromApp, .fromHMI, .policy, .terminated, .killed, .other:
            break
        }
    }

    private mutating func noteRecorded(_ frames: [SaidFrame], on connection: Int) {
        theirs.frames[connection, default: []] += frames
        tally.record(frames, on: connection)
    }

    private mutating func noteToHMI(_ json: JSONValue, _ event: Recording.Event) {
        guard let method = json["method"]?.stringValue else {
            guard let id = json["id"]?.intValue, let method = ids.requestsOfHMI[id], method.hasPrefix("SDL.") else {
                return
            }
            theirs.answers.append(
                SaidToHMI(method, json["result"] ?? json["error"], time: event.time, place: event.place))
            tally.recordAnswerToHMI(time: event.time)
            return
        }
        if hasRestarted, RecordingException.has(recording.name, .shortStart), Self.startQuestions.contains(method) {
            return
        }
        ids.noteRecorded(method, json)
        let message = SaidToHMI(method, json["params"], time: event.time, place: event.place)
        theirs.toHMI.append(message)
        tally.recordToHMI(message)
    }

    /// Whether the head unit has said what it had said before an input was recorded, and the other side has come as far.
    private func isSaid(before event: Recording.Event, of side: ReplayLane.Side) -> Bool {
        let other = side == .apps ? hmi : apps
        guard other.next?.time ?? .infinity > event.time - ReplayTally.skew(of: side) else { return false }
        // The end of a connection takes with it what may come at any moment.
        let ending: Int? = if case .closedByApp(let connection) = event.line { connection } else { nil }
        return tally.isSaid(before: side, on: open, ending: ending, hasHMI: options.playsHMI)
    }

    private var isEverythingSaid: Bool { tally.isEverythingSaid(on: open, hasHMI: options.playsHMI) }

    // MARK: The recorded inputs

    private mutating func play(_ event: Recording.Event, now: Duration, _ actions: inout [Action]) {
        switch event.line {
        case .connected(let connection):
            open.insert(connection)
            let address = recording.addresses[connection] ?? "127.0.0.1"
            actions.append(.connect(connection: connection, address: address))
        case .closedByApp(let connection):
            guard open.remove(connection) != nil else { return }
            ours.ends.append(second(now))
            actions.append(.close(connection: connection))
        case .fromApp(let connection, let bytes):
            actions.append(
                .send(connection: connection, withOurSessions(withOurHashes(bytes), on: connection)))
        case .fromHMI(let json):
            play(json, &actions)
        case .policy(let app, let groups):
            policy[app] = .some(groups)
        case .terminated:
            actions.append(.terminate)
        case .killed:
            // A killed process says nothing more; its connections close by themselves.
            ours.ends.append(second(now))
            finish(&actions)
        case .toApp, .toHMI, .closedByHeadUnit, .other:
            break
        }
    }

    /// The recorded hashes in what an app says, replaced by ours, which are as long.
    private func withOurHashes(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for (connection, reader) in recordedReaders {
            guard let ours = readers[connection]?.hashes else { continue }
            for (hash, own) in zip(reader.hashes, ours) where hash.utf8.count == own.utf8.count {
                bytes.replace(Array(hash.utf8), with: Array(own.utf8))
            }
        }
        return bytes
    }

    /// An app's write with the ids of live sessions.
    private func withOurSessions(_ bytes: [UInt8], on connection: Int) -> [UInt8] {
        guard options.renamesSessions, let recorded = recordedReaders[connection]?.sessions,
            let ours = readers[connection]?.sessions
        else { return bytes }
        return ReplaySessions(recorded: recorded, ours: ours).inOurTerms(bytes)
    }

    private mutating func play(_ json: JSONValue, _ actions: inout [Action]) {
        let id = json["id"]?.intValue
        if let method = json["method"]?.stringValue {
            play(HMIMethod(rawValue: method), json["params"].map(ids.inOurTerms), id: id, &actions)
            return
        }
        guard let id, let request = ids.recordedRequest(id), var members = json.objectValue else { return }
        members["id"] = nil
        members["jsonrpc"] = nil
        let answer = HMIAnswer.raw(.object(members))
        if let own = ids.ourID(of: request) {
            actions.append(.answer(id: own, answer))
        } else {
            waitingAnswers[request] = answer
        }
    }

    private mutating func play(
        _ method: HMIMethod, _ parameters: JSONValue?, id: Int64?, _ actions: inout [Action]
    ) {
        if let id {
            ids.requestsOfHMI[id] = method.rawValue
            // What the HMI says to the message broker of its own transport.
            guard method.interface != "MB" else { return }
            let tag = requests.count
            requests[tag] = method
            actions.append(.request(tag: tag, method, parameters))
        } else if method == .onReceivedPolicyUpdate {
            actions.append(.updatePolicy(policy))
        } else if method == .onReady, hasStarted {
            hasRestarted = true
            actions.append(.restart)
        } else {
            if method == .onReady { hasStarted = true }
            actions.append(.notify(method, parameters))
        }
    }

    // MARK: The head unit speaks

    private mutating func note(_ frames: [SaidFrame], on connection: Int) {
        if !tally.hasRoom(toKeep: frames, on: connection) { isFlooded = true }
        if isFlooded { return }
        ours.frames[connection, default: []] += frames
        tally.say(frames, on: connection)
    }

    private mutating func note(_ message: SaidToHMI) {
        if !tally.hasRoom(toKeep: message) { isFlooded = true }
        if isFlooded { return }
        ours.toHMI.append(message)
        tally.sayToHMI(message)
    }

    /// Bytes came from the head unit.
    package mutating func received(_ bytes: [UInt8], on connection: Int, now: Duration) {
        if !tally.hasRoom(for: bytes.count, on: connection) { isFlooded = true }
        if isFlooded { return }
        var reader = readers[connection] ?? SaidFrameReader()
        if options.renamesSessions { reader.recordedSessions = recordedReaders[connection]?.sessions.map(\.id) ?? [] }
        note(reader.read(bytes, time: second(now)), on: connection)
        readers[connection] = reader
    }

    /// The head unit closed a connection.
    package mutating func closed(_ connection: Int, now: Duration) {
        guard open.remove(connection) != nil else { return }
        note([.closed(time: second(now))], on: connection)
    }

    /// The head unit asked the HMI.
    package mutating func asked(_ request: HMIRequest, now: Duration) -> [Action] {
        guard !isFlooded else { return [] }
        let method = request.method.rawValue
        let place = ids.note(request)
        note(SaidToHMI(method, request.parameters, time: second(now)))
        return waitingAnswers.removeValue(forKey: place).map { [.answer(id: request.id, $0)] } ?? []
    }

    /// The head unit told the HMI something.
    package mutating func told(_ notification: HMINotification, now: Duration) {
        guard !isFlooded else { return }
        ids.note(notification)
        if notification.method == .onAppUnregistered { ours.ends.append(second(now)) }
        note(SaidToHMI(notification.method.rawValue, notification.parameters, time: second(now)))
    }

    /// The head unit answered a request of the HMI.
    package mutating func answered(_ tag: Int, _ answer: HMIAnswer, now: Duration) {
        guard !isFlooded, let method = requests[tag], method.interface == "SDL" else { return }
        let content: JSONValue
        switch answer {
        case .result(let code, var members):
            members["code"] = .int(Int64(code))
            members["method"] = .string(method.rawValue)
            content = .object(members)
        case .error(let code, let message):
            content = ["code": .int(Int64(code)), "message": .string(message ?? "")]
        case .raw(let value):
            content = value
        }
        let message = SaidToHMI(method.rawValue, content, time: second(now))
        if !tally.hasRoom(toKeep: message) { isFlooded = true }
        if isFlooded { return }
        ours.answers.append(message)
        tally.answerHMI()
    }
}
