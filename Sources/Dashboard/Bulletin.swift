internal import Synchronization
internal import Web

/// What the dashboard tells its readers, made once for all of them.
///
/// A reader is told the newest state and position that it has not seen, whatever lies between; the log and the track it
/// gets in full, or is told how many rows it has missed.
final class Bulletin: Sendable {
    struct State: Sendable {
        var state = Versioned()
        var route = Versioned()
        var position = Versioned()
        var track = TrackKeeper()
        var log = TrafficLog()
    }

    /// A message of which only the newest counts.
    struct Versioned: Sendable {
        private(set) var version = 0
        private(set) var text: [UInt8] = []

        /// Whether it is another one than before.
        @discardableResult
        mutating func set(_ new: [UInt8]) -> Bool {
            guard new != text else { return false }
            text = new
            version += 1
            return true
        }
    }

    /// How far a reader has read.
    struct Bookmark: Sendable {
        fileprivate var state = 0
        fileprivate var route = 0
        fileprivate var position = 0
        fileprivate var trackGeneration = 0
        fileprivate var trackPoints = 0
        fileprivate var log = 0
        /// Whose turn it is when there are both positions and rows, so that a slow reader gets some of each.
        fileprivate var wantsLog = false
    }

    private static let rowsAtATime = 200
    private static let pointsAtATime = 1000
    private let state = Mutex(State())

    func withState<Result>(_ body: (inout State) -> sending Result) -> sending Result {
        state.withLock { body(&$0) }
    }

    /// The next message for a reader; `nil` when it has seen everything.
    func next(after bookmark: inout Bookmark) -> WebMessage? {
        state.withLock { state in
            if bookmark.route < state.route.version {
                bookmark.route = state.route.version
                return .text(state.route.text)
            }
            if bookmark.state < state.state.version {
                bookmark.state = state.state.version
                return .text(state.state.text)
            }
            let track = state.track
            if bookmark.trackGeneration != track.generation || bookmark.trackPoints < track.points.count {
                return Self.points(of: track, &bookmark)
            }
            let hasRows = max(bookmark.log, 1) < state.log.endNumber
            if bookmark.position < state.position.version, !(bookmark.wantsLog && hasRows) {
                bookmark.position = state.position.version
                bookmark.wantsLog = true
                return .text(state.position.text)
            }
            bookmark.wantsLog = false
            return hasRows ? Self.rows(of: state.log, &bookmark) : nil
        }
    }

    private static func points(of track: TrackKeeper, _ bookmark: inout Bookmark) -> WebMessage {
        if bookmark.trackGeneration != track.generation {
            bookmark.trackGeneration = track.generation
            bookmark.trackPoints = 0
        }
        let end = min(bookmark.trackPoints + pointsAtATime, track.points.count)
        var text = Array("{\"track\":{\"start\":\(bookmark.trackPoints),\"points\":[".utf8)
        join(track.points[bookmark.trackPoints..<end], into: &text)
        text += Array("]}}".utf8)
        bookmark.trackPoints = end
        return .text(text)
    }

    private static func rows(of log: TrafficLog, _ bookmark: inout Bookmark) -> WebMessage {
        let wanted = max(bookmark.log, 1)
        let missed = max(log.firstNumber - wanted, 0)
        let rows = log.briefs(from: wanted, limit: rowsAtATime)
        bookmark.log = wanted + missed + rows.count
        var text = Array("{\"log\":{\"missed\":\(missed),\"lost\":\(log.lostEvents),\"rows\":[".utf8)
        join(rows.map(\.brief)[...], into: &text)
        text += Array("]}}".utf8)
        return .text(text)
    }

    private static func join(_ items: ArraySlice<[UInt8]>, into text: inout [UInt8]) {
        for (index, item) in items.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += item
        }
    }
}
