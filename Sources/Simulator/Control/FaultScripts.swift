internal import Transport

/// The faults that come from inside and take time: the timers that run for them.
struct FaultScripts {
    private var timers: [String: [Reactor.TimerID]] = [:]
    /// How often each has happened.
    var counts: [String: Int] = [:]

    mutating func add(_ timer: Reactor.TimerID, of fault: String) {
        timers[fault, default: []].append(timer)
    }

    mutating func stop(_ fault: String, on reactor: Reactor) {
        for timer in timers.removeValue(forKey: fault) ?? [] { reactor.cancel(timer) }
        counts[fault] = nil
    }

    mutating func stopAll(on reactor: Reactor) {
        for fault in timers.keys.sorted() { stop(fault, on: reactor) }
    }

    /// Forgets a timer that has fired.
    mutating func remove(_ timer: Reactor.TimerID?, of fault: String) {
        timers[fault]?.removeAll { $0 == timer }
    }
}
