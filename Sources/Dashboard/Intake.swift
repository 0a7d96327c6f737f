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
        var traffic: [Traffic] = []
        var trafficBytes = 0
        /// Whether traffic was left behind.
        var hasMore = false
        var lostTraffic = 0
        var locations: [Location] = []
        var isCleared = false
        var isStateDirty = true
        var problem: String?
    }

    private struct State {
        var content = Content()
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
            guard content.traffic.count > Self.trafficAtATime else { return content }
            let now = Array(content.traffic.prefix(Self.trafficAtATime))
            content.traffic.removeFirst(now.count)
            let bytes = now.reduce(0) { $0 + $1.byteCount }
            state.content.traffic = exchange(&content.traffic, with: now)
            state.content.trafficBytes = content.trafficBytes - bytes
            content.trafficBytes = bytes
            content.hasMore = true
            return content
        }
    }

    /// Nobody will take anything any more.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.content = Content()
        }
    }

    private func put(_ change: (inout Content) -> Void) {
        let mustWake = state.withLock { state in
            guard !state.isOver else { return false }
            change(&state.content)
            return !exchange(&state.isAwaited, with: true)
        }
        if mustWake { wake() }
    }

    func traffic(_ connection: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) {
        put { content in
            let item = Traffic(connection: connection, time: time, event: event)
            content.traffic.append(item)
            content.trafficBytes += item.byteCount
            content.isStateDirty = true
            guard content.trafficBytes > Self.trafficLimit else { return }
            // Half at once, so that a flood does not move the rest for every event.
            let dropped = content.traffic.prefix(content.traffic.count / 2 + 1)
            content.trafficBytes -= dropped.reduce(0) { $0 + $1.byteCount }
            content.lostTraffic += dropped.count
            content.traffic.removeFirst(dropped.count)
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
