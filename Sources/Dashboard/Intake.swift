internal import HeadUnit
internal import Positioning
internal import Synchronization

/// Where the head unit's thread leaves what the dashboard is to tell, without waiting for it.
///
/// Bounds: the newest position counts, 256 places wait for the track, and 8 MiB of traffic; beyond, the oldest traffic is
/// lost and counted.
final class Intake: Sendable {
    struct Traffic: Sendable {
        let connection: Int
        let time: Duration
        let event: HeadUnit.TrafficEvent

        var byteCount: Int {
            if case .bytes(_, let bytes) = event { bytes.count + 64 } else { 64 }
        }
    }

    struct Content: Sendable {
        /// At most ``trafficAtATime`` events.
        var traffic: [Traffic] = []
        /// Whether traffic was left behind.
        var hasMore = false
        var lostTraffic = 0
        var locations: [Location] = []
        var isCleared = false
        var isStateDirty = true
        var problem: String?
    }

    /// Traffic that waits, oldest first, in blocks of what is handed over at a time: taking one moves no other, so that
    /// the head unit's thread does not wait longer for the lock the more there is.
    private struct Backlog {
        private var blocks: [[Traffic]] = []
        private var byteCount = 0

        var isEmpty: Bool { blocks.isEmpty }

        mutating func append(_ item: Traffic) {
            if (blocks.last?.count ?? .max) >= Intake.trafficAtATime { blocks.append([]) }
            blocks[blocks.count - 1].append(item)
            byteCount += item.byteCount
        }

        mutating func takeFirst() -> [Traffic] {
            guard !blocks.isEmpty else { return [] }
            let block = blocks.removeFirst()
            byteCount -= Self.size(of: block[...])
            return block
        }

        /// Holds the bound; half goes at once, so that a flood does not pay for every event, and not more than half,
        /// but for an event that is too much by itself.
        ///
        /// - Returns: How many events are lost.
        mutating func makeRoom() -> Int {
            guard byteCount > Intake.trafficLimit else { return 0 }
            var lost = 0
            while let block = blocks.first, canSpare(Self.size(of: block[...])) { lost += takeFirst().count }
            guard let block = blocks.first else { return lost }
            var count = 0
            while count < block.count, canSpare(block[count].byteCount) || byteCount > Intake.trafficLimit {
                byteCount -= block[count].byteCount
                count += 1
            }
            blocks[0] = Array(block.dropFirst(count))
            if blocks[0].isEmpty { blocks.removeFirst() }
            return lost + count
        }

        /// Whether at least half of what may wait remains without that many bytes.
        private func canSpare(_ size: Int) -> Bool { byteCount - size >= Intake.trafficLimit / 2 }

        private static func size(of items: ArraySlice<Traffic>) -> Int { items.reduce(0) { $0 + $1.byteCount } }
    }

    private struct State {
        /// All but the traffic.
        var content = Content()
        var backlog = Backlog()
        var isAwaited = false
        var isOver = false
    }

    private static let trafficLimit = 8 << 20
    /// So many events are handed over at a time: whoever puts them into words has positions to tell as well.
    static let trafficAtATime = 1000
    private let state = Mutex(State())
    private let wake: @Sendable () -> Void

    /// - Parameter wake: Called once when there is something, until that is taken.
    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Takes what there is: of a flood of traffic the oldest part, and ``Content/hasMore`` then.
    func take() -> Content {
        state.withLock { state in
            state.isAwaited = false
            var rest = Content()
            rest.isStateDirty = false
            var content = exchange(&state.content, with: rest)
            content.traffic = state.backlog.takeFirst()
            content.hasMore = !state.backlog.isEmpty
            return content
        }
    }

    /// Nobody will take anything any more.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.content = Content()
            state.backlog = Backlog()
        }
    }

    private func put(_ change: (inout Content) -> Void) {
        putState { change(&$0.content) }
    }

    private func putState(_ change: (inout State) -> Void) {
        let mustWake = state.withLock { state in
            guard !state.isOver else { return false }
            change(&state)
            return !exchange(&state.isAwaited, with: true)
        }
        if mustWake { wake() }
    }

    func traffic(_ connection: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) {
        putState { state in
            state.backlog.append(Traffic(connection: connection, time: time, event: event))
            state.content.lostTraffic += state.backlog.makeRoom()
            state.content.isStateDirty = true
        }
    }

    func moved(_ location: Location) {
        put { content in
            content.locations.append(location)
            if content.locations.count > 256 { content.locations.removeFirst(128) }
        }
    }

    func cleared() {
        put { content in
            content.locations = []
            content.isCleared = true
            content.isStateDirty = true
            content.problem = nil
        }
    }

    func changed(problem: String? = nil) {
        put { content in
            content.isStateDirty = true
            if let problem { content.problem = problem }
        }
    }
}
