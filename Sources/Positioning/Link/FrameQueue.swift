/// Corrections that wait for a receiver: whole frames, the oldest of them dropped when there are too many.
struct FrameQueue: Sendable {
    /// What happened to the frames.
    struct Counters: Hashable, Sendable {
        var sentFrames = 0
        var sentBytes = 0
        var droppedFrames = 0
    }

    static let frameLimit = 64
    static let byteLimit = 64 << 10

    private var frames: [[UInt8]] = []
    private var byteCount = 0
    private(set) var counters = Counters()

    var isEmpty: Bool { frames.isEmpty }
    var count: Int { frames.count }

    mutating func push(_ frame: [UInt8]) {
        guard !frame.isEmpty else { return }
        guard frame.count <= Self.byteLimit else {
            counters.droppedFrames += 1
            return
        }
        frames.append(frame)
        byteCount += frame.count
        // Old corrections are worth less than new ones.
        while frames.count > Self.frameLimit || byteCount > Self.byteLimit {
            byteCount -= frames.removeFirst().count
            counters.droppedFrames += 1
        }
    }

    mutating func pop() -> [UInt8]? {
        guard !frames.isEmpty else { return nil }
        let frame = frames.removeFirst()
        byteCount -= frame.count
        counters.sentFrames += 1
        counters.sentBytes += frame.count
        return frame
    }

    /// Drops all, for a receiver that is gone.
    mutating func clear() {
        counters.droppedFrames += frames.count
        frames = []
        byteCount = 0
    }
}
