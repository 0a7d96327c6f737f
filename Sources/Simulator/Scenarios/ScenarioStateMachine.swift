internal import Formats

/// Goes through the steps of a scenario: events and time in, orders out.
///
/// Each expectation looks at what came after the event that the last one took; other events in between do not matter,
/// but where a step names RPCs in `without`. Time is the scenario's own and an argument; the driver calls
/// ``timePassed(now:)`` at the moment that ``Action/setTimer(_:)`` named.
struct ScenarioStateMachine: Sendable {
    /// What the driver has to do.
    enum Action: Hashable, Sendable {
        /// Carry out a command, and tell by ``controlDone(failure:now:)``.
        case control(JSONValue)
        case answer(String, HMIBehaviour?)
        case startApp(arguments: [String])
        case interruptApp
        case killApp
        case disconnect
        /// Call at this moment; replaces the moment before.
        case setTimer(Duration)
        /// A step is done.
        case stepDone(ScenarioReport.Step)
        /// All is over; the report says how.
        case finish
    }

    private enum State: Hashable {
        case ready
        /// Waits for an event until then; `scanned` events were looked at.
        case matching(until: Duration)
        case quiet(until: Duration)
        case waiting(until: Duration)
        case controlling
        case finished
    }

    /// Events kept for what is still expected; more mean that an app runs wild.
    static let eventLimit = 10_000
    private static let exchangeLimit = 500
    private static let grace = Duration.milliseconds(500)

    private let scenario: Scenario
    private var state = State.ready
    private var index = 0
    private var events: [ScenarioReport.Moment] = []
    /// Where the next expectation begins to look.
    private var cursor = 0
    /// How far the expectation of this step has looked.
    private var scanned = 0
    private var nearest: [String] = []
    private var captures: [String: JSONValue]
    private var start = Duration.zero
    private var isAppRunning = false
    private let folder: String
    /// What came of it.
    private(set) var report: ScenarioReport

    /// Makes the run of a scenario.
    ///
    /// - Parameters:
    ///   - scenario: What is played.
    ///   - host: Where the head unit listens.
    ///   - port: Its port.
    ///   - folder: A folder of the run's own, for what the app keeps.
    init(_ scenario: Scenario, host: String, port: UInt16, folder: String = "") {
        self.scenario = scenario
        report = ScenarioReport(scenario)
        captures = ["host": .string(host), "port": .int(Int64(port)), "folder": .string(folder)]
        self.folder = folder
    }

    /// Arguments of the app with the folder in its place.
    private func filled(_ arguments: [String]) -> [String] {
        arguments.map { $0.replacing("${folder}", with: folder) }
    }

    // MARK: Events

    /// The head unit listens.
    mutating func began(now: Duration) -> [Action] {
        guard state == .ready, index == 0 else { return [] }
        start = now
        isAppRunning = true
        return [.startApp(arguments: filled(scenario.appArguments))] + begin(now)
    }

    /// Something happened.
    mutating func happened(_ event: ScenarioEvent, now: Duration) -> [Action] {
        guard state != .finished else { return [] }
        if event.name == "appEnded" {
            isAppRunning = false
            if case .matching(let deadline) = state { state = .matching(until: lastChance(deadline, now)) }
        }
        if event.members["rpc"] == "RegisterAppInterface", event.members["type"] == "request",
            let name = event.members["parameters"]?["appName"]
        {
            captures["app"] = name
        }
        events.append(ScenarioReport.Moment(time: now - start, event: event))
        guard events.count - cursor <= Self.eventLimit else {
            return fail("more than \(Self.eventLimit) events that no step expects", [], now)
        }
        let actions = look(now)
        return actions.isEmpty && !isAppRunning ? [.setTimer(deadline)] : actions
    }

    /// What an app sent at its end may be seen after the end; an app that is gone is not waited for longer than that.
    private func lastChance(_ deadline: Duration, _ now: Duration) -> Duration {
        guard !isAppRunning, scenario.steps[index].target?.selector["from"] == "app" else { return deadline }
        return min(deadline, now + Self.grace)
    }

    /// The command is carried out, or cannot be.
    mutating func controlDone(failure: String?, now: Duration) -> [Action] {
        guard state == .controlling else { return [] }
        if let failure { return fail(failure, [], now) }
        return done(now)
    }

    /// The app cannot be started.
    mutating func appFailed(_ reason: String, now: Duration) -> [Action] {
        guard state != .finished else { return [] }
        return fail("the app cannot be started: \(reason)", [], now)
    }

    /// Whoever plays the scenario does not want to any more.
    mutating func interrupted(now: Duration) -> [Action] {
        guard state != .finished else { return [] }
        return fail("interrupted", [], now)
    }

    /// The moment that was asked for has come.
    mutating func timePassed(now: Duration) -> [Action] {
        switch state {
        case .ready, .finished: return []
        case .controlling: return lateActions(now)
        case .matching(let deadline):
            guard now >= deadline else { return lateActions(now) }
            let isGone = !isAppRunning && scenario.steps[index].target?.selector["from"] == "app"
            return failMatch(isGone ? "the app has ended" : "nothing like it came in time", now)
        case .quiet(let deadline), .waiting(let deadline):
            return now >= deadline ? done(now) : lateActions(now)
        }
    }

    private mutating func lateActions(_ now: Duration) -> [Action] {
        guard now >= start + scenario.timeout else { return [.setTimer(deadline)] }
        return fail("the scenario took more than \(scenario.timeout.secondsText)", [], now)
    }

    private var deadline: Duration {
        let end = start + scenario.timeout
        switch state {
        case .ready, .finished, .controlling: return end
        case .matching(let deadline), .quiet(let deadline), .waiting(let deadline): return min(deadline, end)
        }
    }

    // MARK: Steps

    private mutating func begin(_ now: Duration) -> [Action] {
        guard index < scenario.steps.count else { return finish(now) }
        scanned = cursor
        nearest = []
        switch scenario.steps[index].kind {
        case .expect(_, let time, _), .awaiting(_, let time, _): state = .matching(until: lastChance(now + time, now))
        case .never(_, let time): state = .quiet(until: now + time)
        case .wait(let time): state = .waiting(until: now + time)
        case .control(let request):
            state = .controlling
            return [.control(ScenarioPattern.filled(request, captures)), .setTimer(deadline)]
        case .answer(let method, let behaviour): return [.answer(method, behaviour)] + done(now)
        case .startApp(let arguments):
            guard !isAppRunning else { return fail("the app runs already", [], now) }
            isAppRunning = true
            return [.startApp(arguments: filled(arguments.isEmpty ? scenario.appArguments : arguments))] + done(now)
        case .interruptApp: return [.interruptApp] + done(now)
        case .killApp: return [.killApp] + done(now)
        case .disconnect: return [.disconnect] + done(now)
        }
        let actions = look(now)
        return actions.isEmpty ? [.setTimer(deadline)] : actions
    }

    private mutating func done(_ now: Duration) -> [Action] {
        guard index < scenario.steps.count else { return [] }
        let step = step(now)
        report.steps.append(step)
        index += 1
        trim()
        return [.stepDone(step)] + begin(now)
    }

    private func step(_ now: Duration) -> ScenarioReport.Step {
        let step = scenario.steps[index]
        return ScenarioReport.Step(text: step.text, note: step.note, time: now - start)
    }

    /// Forgets what no expectation looks at and no report shows.
    private mutating func trim() {
        let surplus = cursor - 2 * Self.exchangeLimit
        guard surplus > 0 else { return }
        events.removeFirst(surplus)
        cursor -= surplus
    }

    /// Looks at the events that the step has not seen yet.
    private mutating func look(_ now: Duration) -> [Action] {
        guard index < scenario.steps.count else { return [] }
        while scanned < events.count {
            let event = events[scanned].event
            scanned += 1
            switch scenario.steps[index].kind {
            case .expect(let target, _, let without):
                guard case .matching = state else { return [] }
                if let intruder = name(of: event, in: without) { return failIntruder(intruder, now) }
                guard target.selects(event) else { continue }
                let differences = compare(target, event)
                guard differences.isEmpty else { return fail("it differs", differences, now) }
                return take(now)
            case .awaiting(let target, _, let without):
                guard case .matching = state else { return [] }
                if let intruder = name(of: event, in: without) { return failIntruder(intruder, now) }
                guard target.selects(event) else { continue }
                let differences = compare(target, event)
                guard differences.isEmpty else {
                    nearest = differences
                    continue
                }
                return take(now)
            case .never(let target, _):
                guard case .quiet = state else { return [] }
                if target.selects(event), compare(target, event).isEmpty {
                    return fail("it came", ["\(event.text), after \((events[scanned - 1].time).secondsText)"], now)
                }
            case .control, .answer, .wait, .startApp, .interruptApp, .killApp, .disconnect: return []
            }
        }
        return []
    }

    private mutating func take(_ now: Duration) -> [Action] {
        cursor = scanned
        return done(now)
    }

    private func name(of event: ScenarioEvent, in names: [String]) -> String? {
        // A response is the head unit's; what must not come is asked or told.
        guard let rpc = event.members["rpc"]?.stringValue, event.members["type"] != "response", names.contains(rpc)
        else { return nil }
        return rpc
    }

    private mutating func compare(_ target: ScenarioTarget, _ event: ScenarioEvent) -> [String] {
        var pattern = ScenarioPattern(captures: captures)
        pattern.compare(target.pattern, .object(event.members), at: "")
        if pattern.differences.isEmpty { captures = pattern.captures }
        return pattern.differences.map(\.text)
    }

    // MARK: The end

    private mutating func failIntruder(_ name: String, _ now: Duration) -> [Action] {
        fail("\(name) came before it", [], now)
    }

    private mutating func failMatch(_ reason: String, _ now: Duration) -> [Action] {
        guard nearest.isEmpty else { return fail("\(reason); the last of its kind differs", nearest, now) }
        let came = events[cursor...].suffix(12).map { $0.event.text }
        return fail(reason, came.isEmpty ? ["nothing came at all"] : came.map { "came: \($0)" }, now)
    }

    private mutating func fail(_ reason: String, _ details: [String], _ now: Duration) -> [Action] {
        let isStep = index < scenario.steps.count
        report.failure = ScenarioReport.Failure(
            step: isStep ? step(now) : nil, place: isStep ? scenario.steps[index].place : "", reason: reason,
            details: details)
        return finish(now)
    }

    private mutating func finish(_ now: Duration) -> [Action] {
        state = .finished
        report.duration = now - start
        report.exchange = Array(events.suffix(Self.exchangeLimit))
        return [.finish]
    }
}

extension ScenarioStep {
    /// The events it is about; `nil` for a step that does something.
    fileprivate var target: ScenarioTarget? {
        switch kind {
        case .expect(let target, _, _), .awaiting(let target, _, _), .never(let target, _): target
        case .control, .answer, .wait, .startApp, .interruptApp, .killApp, .disconnect: nil
        }
    }
}
