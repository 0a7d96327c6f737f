/// One side of a recording that is played: what is next, and since when it waits.
struct ReplayLane: Sendable {
    /// Whose lines they are.
    enum Side: Hashable, Sendable {
        case apps
        case hmi
    }

    private let events: [Recording.Event]
    private var index = 0
    /// Since when the next input waits for the head unit.
    var waitingSince: Duration?

    init(_ events: [Recording.Event]) {
        self.events = events
    }

    /// The next line; `nil` at the end.
    var next: Recording.Event? { index < events.count ? events[index] : nil }

    /// Goes on behind the next line.
    mutating func advance() {
        index += 1
        waitingSince = nil
    }

    /// The next line if the head unit says it, which is gone on behind.
    mutating func popRecorded() -> Recording.Event? {
        guard let next, next.line.isOfHeadUnit else { return nil }
        index += 1
        return next
    }
}
