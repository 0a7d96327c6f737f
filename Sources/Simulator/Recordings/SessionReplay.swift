internal import Formats
internal import HeadUnit
internal import SDLProtocol
internal import SDLSpec

/// Says to one app what a recorded head unit said in one session.
///
/// Requests are matched by function and order: the next recorded request of that function that was not matched yet, one
/// with the same parameters first. Notifications follow in their order and at their moments, but wait for the requests
/// before them, for a while.
///
/// An app need not ask everything that the recorded one asked. A session in which waypoints are told is therefore begun
/// at that passage: what changed before it (levels, permissions, capabilities) is told at once after the registration,
/// and answers that the recorded app got before it are used only if they were successes.
struct SessionReplay: Sendable {
    /// What is to be said.
    enum Action: Sendable {
        case send(RPCPayload)
        case end
    }

    /// How an answer came about.
    struct Statistics: Sendable {
        var asRecorded = 0
        var madeUp = 0
    }

    private let recorded: RecordedSession
    private let capabilities: [String: JSONValue]
    private let passage: Int?
    /// Recorded seconds in a second of the clock; `nil` waits for nothing.
    private let factor: Double?
    private var used: Set<Int> = []
    /// The next item that may be told by itself.
    private var cursor = 0
    /// A recorded second, and when it was.
    private var position: (second: Double, at: Duration)?
    /// Since when the next notification waits for a request.
    private var waitingSince: Duration?
    /// Answers that have their time.
    private var delayed: [(due: Duration, payload: RPCPayload)] = []
    private(set) var statistics = Statistics()
    /// The last success of each function, for an app that asks more often than the recorded one.
    private var lastAnswers: [UInt32: RPCPayload] = [:]

    /// How long a notification waits for a request before it: for those about waypoints longer, since an app that
    /// wants them asks when it is ready.
    private static func patience(for request: RPCPayload) -> Duration {
        ["GetWayPoints", "SubscribeWayPoints"].contains(request.functionName) ? .seconds(15) : .seconds(2)
    }

    /// What only an app that subscribed should hear, and no state that an app must know.
    private static let data: Set<String> = ["OnWayPointChange", "OnVehicleData", "OnAppServiceData"]

    init(_ recorded: RecordedSession, capabilities: [String: JSONValue], factor: Double?) {
        self.recorded = recorded
        self.capabilities = capabilities
        self.factor = factor
        passage = recorded.passage
    }

    // MARK: Time

    /// When ``timePassed(now:)`` is due; `nil` when nothing waits.
    var nextDeadline: Duration? {
        let answer = delayed.map(\.due).min()
        guard let told = nextTold else { return answer }
        return answer.map { min($0, told) } ?? told
    }

    /// When the next notification is due, or its patience ends.
    private var nextTold: Duration? {
        guard let position, cursor < recorded.items.count else { return nil }
        if let waitingSince, case .request(let request) = recorded.items[cursor].content {
            return waitingSince + Self.patience(for: request)
        }
        guard let factor else { return position.at }
        return position.at + .seconds(max(0, recorded.items[cursor].time - position.second) / factor)
    }

    /// Says what is due.
    mutating func timePassed(now: Duration) -> [Action] {
        var actions: [Action] = []
        for answer in delayed where answer.due <= now { actions.append(.send(answer.payload)) }
        delayed.removeAll { $0.due <= now }
        while let due = nextTold, due <= now {
            let item = recorded.items[cursor]
            switch item.content {
            case .request where !used.contains(cursor) && waitingSince == nil:
                waitingSince = now
                continue
            // Matched, or waited for long enough: the app does not ask that.
            case .request, .answer: break
            case .notification(let payload): actions.append(.send(payload))
            case .end: actions.append(.end)
            }
            waitingSince = nil
            cursor += 1
        }
        return actions
    }

    // MARK: Requests

    /// An app asked.
    mutating func asked(_ request: RPCPayload, now: Duration) -> [Action] {
        guard let match = match(request) else {
            statistics.madeUp += 1
            return [.send(madeUp(request))]
        }
        used.insert(match)
        waitingSince = nil
        statistics.asRecorded += 1
        var actions: [Action] = []
        let asked = recorded.items[match].time
        if position.map({ $0.second < asked }) ?? true { position = (asked, now) }
        if match >= cursor { tellStates(before: match, &actions) }
        guard var answer = recorded.answer(to: match), let index = recorded.answers[match] else { return actions }
        if answer.isSuccess { lastAnswers[request.functionID] = answer }
        answer.header.correlationID = request.correlationID
        let delay = factor.map { Duration.seconds((recorded.items[index].time - asked) / $0) } ?? .zero
        if delay > .milliseconds(1) {
            delayed.append((now + delay, answer))
        } else {
            actions.append(.send(answer))
        }
        if request.isFunction("RegisterAppInterface"), answer.isSuccess, let passage, passage > match {
            registered(at: now + delay, &actions)
        }
        return actions
    }

    /// After the registration everything that is known at the passage is told.
    private mutating func registered(at moment: Duration, _ actions: inout [Action]) {
        guard let passage else { return }
        var states: [Action] = []
        tellStates(before: passage, &states)
        if !Self.isOpened(by: states) { states.append(.send(Self.fullLevel)) }
        position = (recorded.items[passage].time, moment)
        for case .send(let payload) in states {
            if delayed.isEmpty { actions.append(.send(payload)) } else { delayed.append((moment, payload)) }
        }
    }

    /// Whether states leave an app in another level than NONE.
    private static func isOpened(by states: [Action]) -> Bool {
        let levels = states.compactMap { action -> String? in
            guard case .send(let payload) = action, payload.isFunction("OnHMIStatus") else { return nil }
            return payload.value?["hmiLevel"]?.stringValue
        }
        return levels.last.map { $0 != "NONE" } ?? false
    }

    /// What a driver does who opens the app; the recorded one was content with NONE, which others are not.
    private static let fullLevel: RPCPayload = {
        let json: JSONValue = [
            "hmiLevel": "FULL", "audioStreamingState": "AUDIBLE", "videoStreamingState": "STREAMABLE",
            "systemContext": "MAIN",
        ]
        let id = RPCSpec.embedded.functions.first { $0.name == "OnHMIStatus" }?.id ?? 0x8000
        return RPCPayload(rpcType: .notification, functionID: id, correlationID: -1, json: json.serialized())
    }()

    /// Tells the states that the next items up to a request brought about, in their order.
    private mutating func tellStates(before request: Int, _ actions: inout [Action]) {
        guard cursor < request else {
            cursor = max(cursor, request + 1)
            return
        }
        for item in recorded.items[cursor..<request] {
            guard case .notification(let payload) = item.content, !Self.data.contains(payload.functionName) else {
                continue
            }
            actions.append(.send(payload))
        }
        cursor = request
        waitingSince = nil
    }

    /// The recorded request that stands for one of the app's.
    private func match(_ request: RPCPayload) -> Int? {
        var candidates: [Int] = []
        for (index, item) in recorded.items.enumerated() {
            guard case .request(let other) = item.content, other.functionID == request.functionID,
                !used.contains(index), !isPassedOver(index)
            else { continue }
            candidates.append(index)
        }
        let parameters = request.value
        return candidates.first { index in
            guard case .request(let other) = recorded.items[index].content, let parameters else { return false }
            return other.value?.isEqualInValue(to: parameters) == true
        } ?? candidates.first
    }

    /// Whether an answer is none for the state of the passage: one that holds no longer, or a refusal of later.
    private func isPassedOver(_ index: Int) -> Bool {
        guard let passage, case .request(let request) = recorded.items[index].content else { return false }
        if index < passage, request.isFunction("GetWayPoints") { return true }
        let holds = index >= passage && (index == passage || used.contains(passage))
        return !holds && recorded.answer(to: index)?.isSuccess != true
    }

    /// The answer to a request that the recording does not answer: the last one again, what the module can do, or that
    /// it is not there.
    private func madeUp(_ request: RPCPayload) -> RPCPayload {
        var answer = lastAnswers[request.functionID]
        let name = request.functionName
        if name == "GetSystemCapability", let type = request.value?["systemCapabilityType"]?.stringValue,
            answer?.value?["systemCapability"]?["systemCapabilityType"]?.stringValue != type
        {
            answer = capabilityAnswer(type, request)
        }
        if var answer {
            answer.header.correlationID = request.correlationID
            return answer
        }
        let isWanted = ["SubscribeWayPoints", "UnsubscribeWayPoints", "UnregisterAppInterface"].contains(name)
        let json: JSONValue =
            isWanted
            ? ["success": true, "resultCode": "SUCCESS"]
            : ["success": false, "resultCode": "UNSUPPORTED_REQUEST", "info": "The recording has no answer"]
        return Self.response(to: request, json)
    }

    private func capabilityAnswer(_ type: String, _ request: RPCPayload) -> RPCPayload? {
        guard let member = SystemCapabilities.members[type], let value = capabilities[type] else { return nil }
        return Self.response(
            to: request,
            [
                "success": true, "resultCode": "SUCCESS",
                "systemCapability": ["systemCapabilityType": .string(type), member: value],
            ])
    }

    private static func response(to request: RPCPayload, _ json: JSONValue) -> RPCPayload {
        RPCPayload(
            rpcType: .response, functionID: request.functionID, correlationID: request.correlationID,
            json: json.serialized())
    }
}
