internal import Formats

/// Goes through the steps of a scenario: events and time in, orders out.
///
/// Each expectation looks at what came after the event that the last one of its lane took (``ScenarioLane``); other
/// events in between do not matter, but where a step names RPCs in `without`. An app that ends where no step expects it
/// fails the scenario, whatever is waited for. Time is the scenario's own and an argument; the driver calls
/// ``timePassed(now:)`` at the moment that ``Action/setTimer(_:)`` named.
struct ScenarioStateMachine: Sendable {
    /// What the driver has to do.
    enum Action: Hashable, Sendable {
        /// Carry out a command, and tell by ``controlDone(failure:now:)``.
        case control(JSONValue)
        case answer(String, HMIBehaviour?)
        /// Listen, if that is not done yet, and start the app.
        case startApp(arguments: [String])
        case interruptApp
        case killApp
        case disconnect
        /// Let another app do something, and tell by ``controlDone(failure:now:)``.
        case guest(JSONValue)
        /// Call at this moment; replaces the moment before.
        case setTimer(Duration)
        /// A step is done.
        case stepDone(ScenarioReport.Step)
        /// All is over; the report says how.
        case finish
    }

    enum State: Hashable {
        case ready
        /// Between two steps.
        case between
        /// Waits for an event until then.
        case matching(until: Duration)
        case quiet(until: Duration)
        case waiting(until: Duration)
        /// Waits for the app, which comes back by itself or ends, until then.
        case returning(until: Duration)
        case controlling
        case finished
    }

    /// What the app is, as far as the steps depend on it.
    struct Circumstances: Hashable, Sendable {
        /// Whether it prints the events of `waypoint-sim app --json`.
        var tellsEvents = true
    }

    /// An end of the app that no step expects.
    private struct Loss: Hashable {
        let status: Int32
        let deadline: Duration
    }

    /// Events that steps are about and that none has taken; more mean that an app runs wild.
    static let eventLimit = 10_000
    /// Their bytes.
    static let sizeLimit = 32 << 20
    /// How long what an app sent at its end may be seen after the end.
    static let grace = Duration.milliseconds(500)

    let scenario: Scenario
    let circumstances: Circumstances
    var state = State.ready
    var index = 0
    var lanes: [ScenarioTarget.Lane: ScenarioLane] = [
        .traffic: ScenarioLane(), .output: ScenarioLane(), .ends: ScenarioLane(),
    ]
    private(set) var exchange = ScenarioExchange()
    /// How far the step has looked, behind the events that were taken.
    var scanned: [ScenarioTarget.Lane: Int] = [:]
    var nearest: [String] = []
    var captures: [String: JSONValue]
    /// The number of the last event that a step took.
    var taken = 0
    private var eventCount = 0
    private let interests: Set<String>
    private var start = Duration.zero
    private var stepBegan = Duration.zero
    private var hasStarted = false
    private(set) var isAppRunning = false
    private var appEndedAt = Duration.zero
    /// Whether the scenario itself has asked the app to end, in this life of the app.
    private var wasInterrupted = false
    private(set) var wasKilled = false
    private var mayEnd = false
    private var loss: Loss?
    private var guestConnections: Set<JSONValue> = []
    /// What came of it.
    private(set) var report: ScenarioReport

    init(
        _ scenario: Scenario, host: String, port: UInt16, folder: String = "",
        circumstances: Circumstances = Circumstances()
    ) {
        self.scenario = scenario
        self.circumstances = circumstances
        report = ScenarioReport(scenario)
        captures = ["host": .string(host), "port": .int(Int64(port)), "folder": .string(folder)]
        interests = Set(scenario.steps.flatMap(\.interests))
    }

    // MARK: Events

    /// The head unit is there.
    mutating func began(now: Duration) -> [Action] {
        guard state == .ready else { return [] }
        start = now
        state = .between
        return proceed(now)
    }

    /// The head unit listens there.
    mutating func listens(host: String, port: UInt16) {
        captures["host"] = .string(host)
        captures["port"] = .int(Int64(port))
    }

    /// Something happened.
    mutating func happened(_ event: ScenarioEvent, now: Duration) -> [Action] {
        guard state != .finished, !isGuest(event) else { return [] }
        if event.name == "appEnded" { ended(event, now) }
        if event.isRegistration, let parameters = event.members["parameters"] {
            captures["app"] = parameters["appName"]
            captures["appID"] = parameters["fullAppID"] ?? parameters["appID"]
        }
        eventCount += 1
        let entry = ScenarioLane.Entry(
            number: eventCount, moment: ScenarioReport.Moment(time: now - start, event: event))
        let lane = ScenarioTarget.Lane(event)
        if lane != .output { exchange.append(entry) }
        guard event.keys.contains(where: interests.contains) else {
            // It may still have moved the deadline.
            return event.name == "appEnded" ? [.setTimer(deadline)] : []
        }
        lanes[lane]?.append(entry)
        if let lane = lanes[lane], lane.count > Self.eventLimit || lane.size > Self.sizeLimit {
            let size = lane.size >> 20
            return fail(
                "more than the steps can take: \(lane.count) events with \(size) MB, none of them expected", [], now)
        }
        let before = deadline
        var actions = look(now)
        actions += proceed(now)
        return actions.isEmpty && event.name == "appEnded" && before != .zero ? [.setTimer(deadline)] : actions
    }

    /// The other apps of a scenario are part of the head unit's side.
    private mutating func isGuest(_ event: ScenarioEvent) -> Bool {
        guard let connection = event.members["connection"] else {
            return event.members["app"]?.stringValue == ScenarioGuest.name
        }
        if event.isRegistration, event.members["parameters"]?["appName"]?.stringValue == ScenarioGuest.name {
            guestConnections.insert(connection)
        }
        return guestConnections.contains(connection)
    }

    private mutating func ended(_ event: ScenarioEvent, _ now: Duration) {
        isAppRunning = false
        appEndedAt = now
        let status = Int32(truncatingIfNeeded: event.members["status"]?.intValue ?? -1)
        if !isExpected(endWith: status) { loss = Loss(status: status, deadline: now + Self.grace) }
    }

    /// Whether an end of the app is what the steps are about.
    private func isExpected(endWith status: Int32) -> Bool {
        if wasKilled { return true }
        // 128 and 2 is the shell's word for an end by SIGINT.
        if wasInterrupted { return status < 128 || status == 130 }
        if mayEnd { return status < 128 }
        for step in scenario.steps[min(index, scenario.steps.count)...] {
            switch step.kind {
            case .expect(let target, _, _), .awaiting(let target, _, _):
                if target.lane == .ends { return status < 128 || target.pattern["status"] != nil }
            case .returnApp: return status < 128
            case .startApp, .interruptApp, .killApp, .mayEnd: return false
            case .never, .control, .answer, .wait, .disconnect, .guest: break
            }
        }
        return false
    }

    /// The command is carried out, or cannot be.
    mutating func controlDone(failure: String?, now: Duration) -> [Action] {
        guard state == .controlling else { return [] }
        if let failure { return fail(failure, [], now) }
        return [done(now)] + proceed(now)
    }

    /// The app cannot be started.
    mutating func appFailed(_ reason: String, now: Duration) -> [Action] {
        guard state != .finished else { return [] }
        return fail("the app cannot be started: \(reason)", [], now)
    }

    /// Lines of the app are lost: what the steps look for may have been among them.
    mutating func appPrintedTooMuch(now: Duration) -> [Action] {
        guard state != .finished else { return [] }
        return fail("the app printed more than could be looked at", [], now)
    }

    /// Whoever plays the scenario does not want to any more.
    mutating func interrupted(now: Duration) -> [Action] {
        guard state != .finished else { return [] }
        report.wasInterrupted = true
        return fail("interrupted", [], now)
    }

    /// The moment that was asked for has come.
    mutating func timePassed(now: Duration) -> [Action] {
        guard state != .ready, state != .finished else { return [] }
        if let loss, now >= loss.deadline { return failLoss(loss, now) }
        guard now >= deadline else { return [.setTimer(deadline)] }
        guard now < start + scenario.timeout else {
            return fail("the scenario took more than \(scenario.timeout.secondsText)", [], now)
        }
        switch state {
        case .ready, .between, .finished, .controlling: return [.setTimer(deadline)]
        case .matching:
            return failMatch(isGone ? "the app has ended" : "nothing like it came in time", now)
        case .returning: return fail("the app has neither come back nor ended", came(), now)
        case .quiet, .waiting: return [done(now)] + proceed(now)
        }
    }

    /// Whether what the step waits for can only come from an app that has ended.
    private var isGone: Bool {
        guard hasStarted, !isAppRunning, index < scenario.steps.count else { return false }
        return scenario.steps[index].target?.isApps ?? false
    }

    private var deadline: Duration {
        var end = start + scenario.timeout
        if let loss { end = min(end, loss.deadline) }
        switch state {
        case .ready, .between, .finished, .controlling: return end
        case .matching(let deadline):
            return min(end, isGone ? min(deadline, max(appEndedAt, stepBegan) + Self.grace) : deadline)
        case .quiet(let deadline), .waiting(let deadline), .returning(let deadline): return min(deadline, end)
        }
    }

    // MARK: Steps

    /// Goes on until a step has to wait: a loop, since many steps may be done at once.
    mutating func proceed(_ now: Duration) -> [Action] {
        guard state == .between else { return [] }
        var actions: [Action] = []
        while state == .between {
            guard index < scenario.steps.count else {
                if let loss { return actions + failLoss(loss, now) }
                return actions + finish(now)
            }
            let step = scenario.steps[index]
            if !hasStarted, !step.isPreparation {
                appStarts()
                hasStarted = true
                actions.append(.startApp(arguments: filled(scenario.appArguments)))
            }
            actions += begin(step, now)
            if state != .between, state != .finished { actions += look(now) }
        }
        if state != .finished { actions.append(.setTimer(deadline)) }
        return actions
    }

    private func filled(_ arguments: [String]) -> [String] {
        arguments.map { ScenarioPattern.filled(.string($0), captures).stringValue ?? $0 }
    }

    private mutating func appStarts() {
        (isAppRunning, wasInterrupted, wasKilled, mayEnd, loss) = (true, false, false, false, nil)
    }

    private mutating func begin(_ step: ScenarioStep, _ now: Duration) -> [Action] {
        scanned = [:]
        nearest = []
        stepBegan = now
        switch step.kind {
        case .expect(let target, let time, _), .awaiting(let target, let time, _):
            guard isLookedAt(target) else { return [done(now, note: Self.unseen)] }
            state = .matching(until: now + time)
            return []
        case .never(let target, let time):
            guard isLookedAt(target) else { return [done(now, note: Self.unseen)] }
            state = .quiet(until: now + time)
            return []
        case .wait(let time):
            state = .waiting(until: now + time)
            return []
        case .control(let request):
            state = .controlling
            return [.control(ScenarioPattern.filled(request, captures))]
        case .guest(let request):
            state = .controlling
            return [.guest(ScenarioPattern.filled(request, captures))]
        case .answer(let method, let behaviour): return [.answer(method, behaviour), done(now)]
        case .startApp(let arguments):
            guard !isAppRunning else { return fail("the app runs already", [], now) }
            appStarts()
            let words = arguments.isEmpty ? scenario.appArguments : arguments
            return [.startApp(arguments: filled(words)), done(now)]
        case .returnApp(let time):
            state = .returning(until: now + time)
            return []
        case .interruptApp:
            wasInterrupted = true
            return [.interruptApp, done(now)]
        case .killApp:
            wasKilled = true
            return [.killApp, done(now)]
        case .mayEnd:
            mayEnd = true
            // It may have ended just before.
            if let loss, loss.status < 128 { self.loss = nil }
            return [done(now)]
        case .disconnect: return [.disconnect, done(now)]
        }
    }

    private static let unseen = "not looked at: the app prints no such events"

    private func isLookedAt(_ target: ScenarioTarget) -> Bool {
        target.lane != .output || circumstances.tellsEvents || target.pattern["json"] == nil
    }

    /// The step is done; the next one begins with ``proceed(_:)``.
    mutating func done(_ now: Duration, note: String? = nil) -> Action {
        let step = step(now, note: note)
        report.steps.append(step)
        index += 1
        state = .between
        return .stepDone(step)
    }

    private func step(_ now: Duration, note: String? = nil) -> ScenarioReport.Step {
        let step = scenario.steps[index]
        return ScenarioReport.Step(text: step.text(captures), note: note ?? step.note, time: now - start)
    }

    /// The app came back, or ended and is started again.
    mutating func returned(endStatus status: Int32?, _ now: Duration) -> [Action] {
        guard let status else { return [done(now)] }
        guard status < 128 else { return fail("the app crashed, status \(status)", [], now) }
        appStarts()
        return [.startApp(arguments: filled(scenario.appArguments)), done(now)]
    }

    // MARK: The end

    private mutating func failLoss(_ loss: Loss, _ now: Duration) -> [Action] {
        fail("the app has ended by itself, status \(loss.status)", came(), now)
    }

    mutating func failMatch(_ reason: String, _ now: Duration) -> [Action] {
        guard nearest.isEmpty else { return fail("\(reason); the last of its kind differs", nearest, now) }
        var details = came()
        if let early = earlier() {
            details.append("one like it came before what the last step took, after \(early.time.secondsText)")
        }
        return fail(reason, details, now)
    }

    /// What came since the last event that was taken.
    private func came() -> [String] {
        let came = exchange.entries.filter { $0.number > taken }.suffix(12).map { "came: \($0.event.text)" }
        return came.isEmpty ? ["nothing came at all"] : came
    }

    /// What the step waits for, among the events before the last one that was taken.
    private func earlier() -> ScenarioReport.Moment? {
        guard index < scenario.steps.count, let target = scenario.steps[index].target else { return nil }
        return exchange.entries.last { entry in
            var pattern = ScenarioPattern(captures: captures)
            guard entry.number <= taken, target.selects(entry.event) else { return false }
            pattern.compare(target.pattern, .object(entry.event.members), at: "")
            return pattern.differences.isEmpty
        }?.moment
    }

    mutating func fail(_ reason: String, _ details: [String], _ now: Duration) -> [Action] {
        let isStep = index < scenario.steps.count
        report.failure = ScenarioReport.Failure(
            step: isStep ? step(now) : nil, place: isStep ? scenario.steps[index].place : "", reason: reason,
            details: details)
        return finish(now)
    }

    private mutating func finish(_ now: Duration) -> [Action] {
        state = .finished
        report.duration = now - start
        exchange.trim()
        report.exchange = exchange.entries.map(\.moment)
        return [.finish]
    }
}
