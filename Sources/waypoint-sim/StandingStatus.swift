internal import GNSS
internal import Positioning
internal import Synchronization
internal import Transport

/// The line that shows where a head unit's vehicle is, kept below what the head unit tells; not more than ten a second.
final class StandingStatus: Sendable {
    private struct State {
        var line: ReceiverStatusLine
        var last: ContinuousClock.Instant?
    }

    private let state: Mutex<State>
    private let console: Console

    init(source: String, console: Console) {
        state = Mutex(State(line: ReceiverStatusLine(source: source)))
        self.console = console
    }

    /// Takes a location; may be called on a reactor's thread.
    func show(_ location: Location) {
        let text = state.withLock { state -> String? in
            state.line.add(location)
            let now = ContinuousClock.now
            if let last = state.last, now - last < .milliseconds(100), !location.fix.isStale { return nil }
            state.last = now
            return state.line.text(columns: console.size.columns - 1)
        }
        if let text { console.stand(text) }
    }
}
