internal import RTCM

/// Frames that wait for a slow receiver: seldom many, never old.
///
/// What is too much or too old is dropped by whole epochs, the oldest first, because half an epoch is worth nothing and
/// an old one little. Frames are never cut.
struct EpochQueue: Sendable {
    /// An epoch and what came with it.
    private struct Group: Sendable {
        var frames: [[UInt8]] = []
        var byteCount = 0
        let arrived: Duration
        /// Whether part of it was handed out already.
        var isBegun = false
        var isComplete = false
    }

    let byteLimit: Int
    let ageLimit: Duration
    private var groups: [Group] = []
    private(set) var byteCount = 0
    private(set) var droppedFrames = 0
    private(set) var droppedBytes = 0

    /// Makes a queue of at most 16 KiB and 5 s.
    init(byteLimit: Int = 16_384, ageLimit: Duration = .seconds(5)) {
        self.byteLimit = byteLimit
        self.ageLimit = ageLimit
    }

    var isEmpty: Bool { groups.isEmpty }

    mutating func append(_ frame: RTCMFrame, now: Duration) {
        // What belongs to no epoch of observations, such as orbits, is grouped by when it came.
        let isOpen = groups.last.map { !$0.isComplete && now - $0.arrived < .seconds(1) } ?? false
        if !isOpen { groups.append(Group(arrived: now)) }
        let last = groups.count - 1
        groups[last].frames.append(frame.bytes)
        groups[last].byteCount += frame.bytes.count
        byteCount += frame.bytes.count
        if case .observations(let header) = RTCMMessage(frame), !header.moreFollow { groups[last].isComplete = true }
        prune(now: now)
    }

    /// The next frame to send.
    mutating func next(now: Duration) -> [UInt8]? {
        prune(now: now)
        guard !groups.isEmpty else { return nil }
        let frame = groups[0].frames.removeFirst()
        groups[0].byteCount -= frame.count
        groups[0].isBegun = true
        byteCount -= frame.count
        if groups[0].frames.isEmpty { groups.removeFirst() }
        return frame
    }

    private mutating func prune(now: Duration) {
        while let victim = groups.firstIndex(where: { group in
            now - group.arrived > ageLimit || (byteCount > byteLimit && !group.isBegun)
        }) ?? (byteCount > byteLimit ? groups.indices.first : nil) {
            droppedFrames += groups[victim].frames.count
            droppedBytes += groups[victim].byteCount
            byteCount -= groups[victim].byteCount
            groups.remove(at: victim)
        }
    }
}
