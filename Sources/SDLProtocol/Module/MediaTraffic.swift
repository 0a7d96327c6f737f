/// What an audio or video service has carried; the head unit discards it and keeps the count.
public struct MediaTraffic: Sendable, Hashable {
    /// How many frames arrived.
    public internal(set) var frames: UInt64 = 0
    /// How many bytes of payload they had.
    public internal(set) var bytes: UInt64 = 0

    /// Makes a count; nothing arrived yet by default.
    public init(frames: UInt64 = 0, bytes: UInt64 = 0) {
        self.frames = frames
        self.bytes = bytes
    }

    mutating func add(_ byteCount: Int) {
        frames &+= 1
        bytes &+= UInt64(clamping: byteCount)
    }
}
