internal import Formats

// How the steps look at events.
extension ScenarioStateMachine {
    /// Looks at the events that the step has not seen yet.
    mutating func look(_ now: Duration) -> [Action] {
        guard index < scenario.steps.count else { return [] }
        let step = scenario.steps[index]
        if case .returnApp = step.kind { return lookForReturn(now) }
        guard let lane = step.target?.lane else { return [] }
        // Requests that must not come between pass by another way than ends and lines of the app.
        var offset = scanned[lane] ?? 0
        while let entry = lanes[lane].flatMap({ offset < $0.count ? $0[offset] : nil }) {
            offset += 1
            scanned[lane] = offset
            if let actions = see(entry, step, lane, now) { return actions }
        }
        return []
    }

    /// Looks at one event; `nil` to look at the next one.
    private mutating func see(
        _ entry: ScenarioLane.Entry, _ step: ScenarioStep, _ lane: ScenarioTarget.Lane, _ now: Duration
    ) -> [Action]? {
        let event = entry.event
        switch step.kind {
        case .expect(let target, _, let without):
            guard case .matching = state else { return [] }
            if let intruder = name(of: event, in: without) { return fail("\(intruder) came before it", [], now) }
            guard target.selects(event) else { return nil }
            let differences = compare(target, event)
            guard differences.isEmpty else { return fail("it differs", differences, now) }
            return take(entry, lane, now)
        case .awaiting(let target, _, let without):
            guard case .matching = state else { return [] }
            if let intruder = name(of: event, in: without) { return fail("\(intruder) came before it", [], now) }
            guard target.selects(event) else { return nil }
            let differences = compare(target, event)
            guard differences.isEmpty else {
                nearest = differences
                return nil
            }
            return take(entry, lane, now)
        case .never(let target, _):
            guard case .quiet = state else { return [] }
            guard target.selects(event), compare(target, event).isEmpty else { return nil }
            return fail("it came", ["\(event.text), after \(entry.moment.time.secondsText)"], now)
        case .control, .answer, .wait, .startApp, .returnApp, .interruptApp, .killApp, .mayEnd, .disconnect, .guest:
            return []
        }
    }

    private mutating func take(_ entry: ScenarioLane.Entry, _ lane: ScenarioTarget.Lane, _ now: Duration) -> [Action] {
        lanes[lane]?.take(scanned[lane] ?? 0)
        taken = max(taken, entry.number)
        return [done(now)]
    }

    /// A registration is left for the step behind; an end is taken.
    private mutating func lookForReturn(_ now: Duration) -> [Action] {
        guard case .returning = state else { return [] }
        var offset = scanned[.traffic] ?? 0
        while let entry = lanes[.traffic].flatMap({ offset < $0.count ? $0[offset] : nil }) {
            if entry.event.isRegistration {
                lanes[.traffic]?.take(offset)
                return returned(endStatus: nil, now)
            }
            offset += 1
            scanned[.traffic] = offset
        }
        guard let lane = lanes[.ends], lane.count > 0 else { return [] }
        let end = lane[0]
        lanes[.ends]?.take(1)
        taken = max(taken, end.number)
        return returned(
            endStatus: Int32(truncatingIfNeeded: end.event.members["status"]?.intValue ?? -1), now)
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
}
