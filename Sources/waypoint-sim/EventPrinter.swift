internal import Synchronization
internal import Transport

/// Prints the events of an app: a JSON object a line for programs, sentences for people.
///
/// On a terminal the last line tells how things stand.
final class EventPrinter: Sendable {
    /// How things stand.
    private struct Standing {
        var level = "no HMI level"
        var next = "no route"
        var changes = 0

        var text: String { "\(level) | next: \(next) | \(changes) changes | Ctrl-C ends" }
    }

    let console: Console
    private let isJSON: Bool
    private let reactor: Reactor
    private let start: Duration
    private let standing = Mutex(Standing())

    init(console: Console, isJSON: Bool, reactor: Reactor) {
        self.console = console
        self.isJSON = isJSON
        self.reactor = reactor
        start = reactor.now
    }

    func print(_ event: AppEvent) {
        if isJSON {
            let parts = (reactor.now - start).components
            console.print(event.json(at: Double(parts.seconds) + Double(parts.attoseconds) / 1e18))
            return
        }
        guard console.isTerminal else {
            if let text = event.text { console.print(text) }
            return
        }
        standing.withLock { standing in
            switch event.name {
            case "hmiStatus": standing.level = event.hmiLevel ?? standing.level
            case "wayPoints": standing.next = event.nextPlace
            case "wayPointChange":
                standing.next = event.nextPlace
                standing.changes += 1
            default: break
            }
            console.print(event.text, above: event.name == "ended" ? nil : standing.text)
        }
    }
}
