internal import Synchronization

/// What an app does, on its way from whatever reads it to the player.
///
/// Lines that wait are bounded by their bytes: an app may print faster than its lines are looked at. From the first line
/// that finds no room on none is taken any more, and that is told where the line would have come.
final class ScenarioAppEvents: Sendable {
    /// What the player gets.
    enum Item: Hashable, Sendable {
        case event(ScenarioAppEvent)
        /// From here on lines are missing.
        case overflow
    }

    private struct State {
        var waitingBytes = 0
        var hasOverflown = false
    }

    /// The bytes of the lines that may wait.
    static let limit = 8 << 20
    /// What a line takes beside its bytes, about.
    private static let overhead = 64

    /// In the order in which they happened, the end of the app last; tell ``isTaken(_:)`` of each.
    let items: AsyncStream<Item>
    private let sink: AsyncStream<Item>.Continuation
    private let state = Mutex(State())

    init() {
        (items, sink) = AsyncStream.makeStream(of: Item.self)
    }

    /// Something happened; may be called from any thread.
    func put(_ event: ScenarioAppEvent) {
        switch event {
        case .printed(let line):
            let item = state.withLock { state -> Item? in
                guard !state.hasOverflown else { return nil }
                let size = Self.size(of: line)
                guard state.waitingBytes + size <= Self.limit else {
                    state.hasOverflown = true
                    return .overflow
                }
                state.waitingBytes += size
                return .event(event)
            }
            if let item { sink.yield(item) }
        case .ended:
            sink.yield(.event(event))
            sink.finish()
        }
    }

    /// Nobody waits for more: what is there is still taken, then ``items`` end.
    func finish() { sink.finish() }

    /// An item waits no longer.
    func isTaken(_ item: Item) {
        guard case .event(.printed(let line)) = item else { return }
        state.withLock { $0.waitingBytes -= Self.size(of: line) }
    }

    private static func size(of line: String) -> Int { line.utf8.count + overhead }
}
