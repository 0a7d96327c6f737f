import Formats
import SDLProtocol
import SDLSpec
import Simulator

@testable import HeadUnit

/// Plays the app's and the HMI's side of a recording into our head unit and collects what it says.
struct Replay {
    /// What our head unit said.
    private(set) var ours = SaidByHeadUnit()
    /// What was recorded.
    private(set) var theirs = SaidByHeadUnit()
    /// Lines of the recorded head unit after the second up to which it was played.
    private(set) var linesCut = 0
    /// Sessions that our head unit still has after everything is over.
    var sessionsLeft: Int { machine.sessions.count }
    /// Apps that are still registered then.
    var appsLeft: Int { machine.apps.count + machine.order.count + machine.names.count }
    /// What our head unit kept of apps that were gone, at the first moment at which it did.
    private(set) var inconsistencies: [String] = []

    /// Our clock at second 0 of the recording: late enough for a head unit that had started before.
    private let zero: Duration
    /// How long before that the head unit had started; StartService came so soon in few recordings.
    private static let startedBefore = Duration.milliseconds(1_510)
    /// Writes of an app that follow each other so quickly were read as one, as if the head unit had been busy.
    private static let oneRead = 0.005

    private var machine: HeadUnitMachine
    private let module: RecordedModule
    private let recording: Recording
    private var readers: [Int: SaidFrameReader] = [:]
    private var recordedReaders: [Int: SaidFrameReader] = [:]
    /// Our request ids by method and order, to find the one a recorded answer is for.
    private var asked: [String: [Int]] = [:]
    private var recordedAsked: [String: [Int64]] = [:]
    private var requestsOfHMI: [Int64: String] = [:]
    private var appIDs: [Int64] = []
    private var recordedAppIDs: [Int64] = []
    private var open: Set<Int> = []
    private var policy: PolicyTable
    private var time = 0.0
    /// The start is answered from the module's description unless the recording holds it.
    private var answersStart = true
    /// Connections of earlier runs of the head unit.
    private var linkOffset = 0
    private var isOver = false

    /// Plays a recording.
    ///
    /// - Parameters:
    ///   - recording: The conversation.
    ///   - module: The head unit it was held with.
    ///   - until: The second from which on nothing is played.
    ///   - closesAll: Whether all connections close in the end.
    init(_ recording: Recording, module: RecordedModule, until: Double? = nil, closesAll: Bool = false) {
        self.recording = recording
        zero = .seconds(20) + Self.clockPhase(of: recording.name)
        self.module = module
        policy = module.configuration.policy
        machine = HeadUnitMachine(configuration: module.configuration, random: .seeded(1))
        // Where the recording holds the first start, its HMI answers.
        let first = recording.events.first { event in
            switch event.line {
            case .connected: true
            case .fromHMI(let json): json["method"] == "BasicCommunication.OnReady"
            default: false
            }
        }
        if case .fromHMI = first?.line { answersStart = false }
        if answersStart { perform(machine.start(now: zero - Self.startedBefore)) }
        play(until: until ?? .infinity)
        guard closesAll else { return }
        for connection in open.sorted() { perform(machine.linkClosed(link(connection), now: now)) }
    }

    /// Where the second of the recorded clock changed, which only a limit by the clock's second shows.
    private static func clockPhase(of name: String) -> Duration {
        name == "vehicle_data_faults" ? .milliseconds(520) : .zero
    }

    private mutating func play(until end: Double) {
        var events = recording.eventsInOrderOfArrival
        if RecordingException.has(name, .joinedWrites) { events = Self.joined(events) }
        for event in events {
            guard !isOver, event.time < end else {
                if event.time >= end, event.line.isOfHeadUnit { linesCut += 1 }
                continue
            }
            passTime(to: event.time)
            play(event)
            if inconsistencies.isEmpty {
                inconsistencies = machine.inconsistencies.map { "\($0) after \(event.place)" }
            }
        }
    }

    private mutating func passTime(to moment: Double) {
        let now = zero + .seconds(moment)
        while let deadline = machine.nextDeadline, deadline <= now {
            time = Self.seconds(max(deadline, zero - .seconds(10)) - zero)
            perform(machine.timePassed(now: deadline))
        }
        time = moment
    }

    private var now: Duration { zero + .seconds(time) }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    var name: String { recording.name }

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

    private mutating func play(_ event: Recording.Event) {
        switch event.line {
        case .connected(let connection):
            open.insert(connection)
            perform(
                machine.linkOpened(
                    link(connection), address: recording.addresses[connection] ?? "127.0.0.1",
                    listenerPort: 12_345, now: now))
        case .closedByApp(let connection):
            guard open.remove(connection) != nil else { return }
            perform(machine.linkClosed(link(connection), now: now))
        case .closedByHeadUnit(let connection):
            // Where the app has closed before, the head unit only follows.
            guard open.contains(connection) || ours.frames[connection]?.last?.name == "closed" else { return }
            theirs.frames[connection, default: []].append(SaidFrame.closed(time: event.time, place: event.place))
        case .fromApp(let connection, let bytes):
            perform(machine.received(withOurHashes(bytes), on: link(connection), now: now))
        case .toApp(let connection, let bytes):
            theirs.frames[connection, default: []] += recordedReaders[connection, default: SaidFrameReader()]
                .read(bytes, time: event.time, place: event.place)
        case .toHMI(let json):
            noteRecorded(json, event.place)
        case .fromHMI(let json):
            play(json)
        case .policy(let app, let groups):
            policy.entries[app] =
                groups.map { .policy(PolicyTable.AppPolicy(groups: $0, priority: "NAVIGATION")) } ?? .revoked
        case .terminated:
            perform(machine.shutDown(now: now))
        case .killed:
            // A killed process says nothing more; its connections close by themselves.
            isOver = true
            ours.ends.append(time)
        case .other:
            break
        }
    }

    private func link(_ connection: Int) -> LinkID { LinkID(number: connection - linkOffset) }

    /// The recorded hashes in what an app says, replaced by ours, which are as long.
    private func withOurHashes(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for (connection, reader) in recordedReaders {
            guard let ours = readers[connection]?.hashes else { continue }
            for (hash, own) in zip(reader.hashes, ours) where hash.utf8.count == own.utf8.count {
                let text = Array(hash.utf8)
                guard let first = text.first else { continue }
                for place in bytes.indices.dropLast(text.count - 1)
                where bytes[place] == first && bytes[place..<place + text.count].elementsEqual(text) {
                    bytes.replaceSubrange(place..<place + text.count, with: own.utf8)
                }
            }
        }
        return bytes
    }

    /// The head unit ends and starts again, with what it kept.
    private mutating func restart() {
        let old = machine
        machine = HeadUnitMachine(configuration: module.configuration, random: .seeded(2))
        machine.restore(StoredState(apps: Array(old.saved.values), consents: old.consents))
        linkOffset = ours.frames.keys.max() ?? 0
        perform(machine.start(now: now))
    }

    // MARK: Our side

    private mutating func perform(_ actions: [HeadUnitMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let id, let bytes):
                ours.frames[id.number + linkOffset, default: []] += readers[
                    id.number + linkOffset, default: SaidFrameReader()
                ]
                .read(bytes, time: time)
            case .close(let id):
                open.remove(id.number + linkOffset)
                ours.frames[id.number + linkOffset, default: []].append(SaidFrame.closed(time: time))
                perform(machine.linkClosed(id, now: machine.now))
            case .ask(let request):
                ask(request)
            case .trace, .store: break
            case .tell(let notification):
                if notification.method == .onAppRegistered,
                    let id = notification.parameters?["application"]?["appID"]?.intValue
                {
                    appIDs.append(id)
                }
                if notification.method == .onAppUnregistered { ours.ends.append(time) }
                ours.toHMI.append(SaidToHMI(notification.method.rawValue, notification.parameters, time: time))
            }
        }
    }

    private mutating func ask(_ request: HMIRequest) {
        if answersStart, machine.startUp.open.contains(request.id) {
            guard let answer = module.answer(to: request) else { return }
            perform(machine.answered(request.id, answer, now: machine.now))
            return
        }
        asked[request.method.rawValue, default: []].append(request.id)
        ours.toHMI.append(SaidToHMI(request.method.rawValue, request.parameters, time: time))
    }

    // MARK: The HMI's side

    private static let startQuestions: Set<String> = [
        "Navigation.IsReady", "VehicleInfo.IsReady", "VehicleInfo.GetVehicleData",
    ]

    private mutating func noteRecorded(_ json: JSONValue, _ place: String) {
        guard let method = json["method"]?.stringValue else {
            guard let id = json["id"]?.intValue, let method = requestsOfHMI[id], method.hasPrefix("SDL.") else {
                return
            }
            theirs.answers.append(SaidToHMI(method, json["result"] ?? json["error"], time: time, place: place))
            return
        }
        if linkOffset > 0, RecordingException.has(name, .shortStart), Self.startQuestions.contains(method) { return }
        if let id = json["id"]?.intValue { recordedAsked[method, default: []].append(id) }
        if method == HMIMethod.onAppRegistered.rawValue,
            let id = json["params"]?["application"]?["appID"]?.intValue
        {
            recordedAppIDs.append(id)
        }
        theirs.toHMI.append(SaidToHMI(method, json["params"], time: time, place: place))
    }

    private mutating func play(_ json: JSONValue) {
        if let method = json["method"]?.stringValue {
            let parameters = json["params"].map(translated)
            play(HMIMethod(rawValue: method), parameters, id: json["id"]?.intValue)
            return
        }
        // An answer: to the request of ours that stands at the same place among those of its method.
        guard let id = json["id"]?.intValue,
            let (method, place) = recordedAsked.lazy.compactMap({ entry in
                entry.value.firstIndex(of: id).map { (entry.key, $0) }
            }).first, let ours = asked[method], place < ours.count
        else { return }
        var members = json.objectValue ?? [:]
        members["id"] = nil
        members["jsonrpc"] = nil
        perform(machine.answered(ours[place], .raw(.object(members)), now: now))
    }

    private mutating func play(_ method: HMIMethod, _ parameters: JSONValue?, id: Int64?) {
        if let id {
            requestsOfHMI[id] = method.rawValue
            guard method.interface != "MB" else { return }
            let (actions, answer) = machine.requested(method, parameters: parameters, now: now)
            perform(actions)
            noteAnswer(answer, to: method)
        } else if method == "SDL.OnReceivedPolicyUpdate" {
            perform(machine.policyUpdated(policy, now: now))
        } else if method == .onReady, machine.startUp.isOver {
            restart()
        } else {
            perform(machine.notified(HMINotification(method, parameters: parameters), now: now))
        }
    }

    private mutating func noteAnswer(_ answer: HMIAnswer, to method: HMIMethod) {
        guard method.interface == "SDL" else { return }
        switch answer {
        case .result(let code, var members):
            members["code"] = .int(Int64(code))
            members["method"] = .string(method.rawValue)
            ours.answers.append(SaidToHMI(method.rawValue, .object(members), time: time))
        case .error(let code, let message):
            ours.answers.append(
                SaidToHMI(
                    method.rawValue, ["code": .int(Int64(code)), "message": .string(message ?? "")], time: time))
        case .raw(let value):
            ours.answers.append(SaidToHMI(method.rawValue, value, time: time))
        }
    }

    /// The recorded HMI's ids of apps, devices and requests as ours.
    private func translated(_ parameters: JSONValue) -> JSONValue {
        guard case .object(var members) = parameters else { return parameters }
        if let id = members["appID"]?.intValue, let place = recordedAppIDs.lastIndex(of: id), place < appIDs.count {
            members["appID"] = .int(appIDs[place])
        }
        if let id = members["requestID"]?.intValue, let method = members["methodName"]?.stringValue,
            let place = recordedAsked[method]?.firstIndex(of: id), let ours = asked[method], place < ours.count
        {
            members["requestID"] = .int(Int64(ours[place]))
        }
        return .object(members)
    }
}
