/// Finds the frames in a stream of bytes, wherever it is cut and whatever lies between them.
///
/// A preamble whose frame has a wrong check value is passed over by one byte, so that a good frame inside is found. The
/// six reserved bits are not insisted on. At most one unfinished frame is kept, 1028 bytes.
public struct RTCMFramer: Sendable {
    /// Bytes taken so far.
    public private(set) var byteCount = 0
    /// Frames found.
    public private(set) var frameCount = 0
    /// Bytes of these frames.
    public private(set) var frameByteCount = 0
    /// Bytes passed over because they belong to no frame.
    public private(set) var skippedByteCount = 0
    /// Preambles whose frame had a wrong check value.
    ///
    /// In a stream of frames only, each is a damaged frame; in a mixed stream most are bytes of something else.
    public private(set) var checkFailures = 0

    private var pending: [UInt8] = []

    /// Makes a framer.
    public init() {}

    /// Bytes kept for a frame that is not complete.
    public var pendingByteCount: Int { pending.count }

    /// Takes more bytes and gives the frames that are complete.
    public mutating func append(_ bytes: [UInt8]) -> [RTCMFrame] {
        var frames: [RTCMFrame] = []
        byteCount &+= bytes.count
        if pending.isEmpty {
            let used = scan(bytes, base: byteCount &- bytes.count, isFinal: false, into: &frames)
            if used < bytes.count { pending = Array(bytes[used...]) }
        } else {
            var buffer: [UInt8] = []
            swap(&buffer, &pending)
            buffer += bytes
            let used = scan(buffer, base: byteCount &- buffer.count, isFinal: false, into: &frames)
            buffer.removeFirst(used)
            pending = buffer
        }
        return frames
    }

    /// Tells that nothing came for a while (half a second): good frames behind a false preamble are found now.
    ///
    /// When there are none, the unfinished frame may be a slow one and stays.
    public mutating func flush() -> [RTCMFrame] {
        guard !pending.isEmpty else { return [] }
        var ahead = self
        var frames: [RTCMFrame] = []
        let base = byteCount &- pending.count
        _ = ahead.scan(pending, base: base, isFinal: true, into: &frames)
        guard let last = frames.last else { return [] }
        let used = last.offset + last.bytes.count - base
        // What follows the last good frame is looked at again with the bytes to come.
        ahead.skippedByteCount &-= pending.count - used
        ahead.pending = []
        let rest = Array(pending[used...])
        self = ahead
        byteCount &-= rest.count
        return frames + append(rest)
    }

    /// Ends the stream: the rest is searched for good frames, then dropped.
    public mutating func finish() -> [RTCMFrame] {
        var frames: [RTCMFrame] = []
        let rest = pending
        pending = []
        _ = scan(rest, base: byteCount &- rest.count, isFinal: true, into: &frames)
        return frames
    }

    /// Collects frames; returns how many bytes need not be seen again.
    private mutating func scan(
        _ bytes: [UInt8], base: Int, isFinal: Bool, into frames: inout [RTCMFrame]
    ) -> Int {
        var index = 0
        let end = bytes.count
        while index < end {
            guard bytes[index] == RTCMFrame.preamble else {
                index &+= 1
                skippedByteCount &+= 1
                continue
            }
            let left = end &- index
            let length = left >= 3 ? (Int(bytes[index &+ 1]) & 3) << 8 | Int(bytes[index &+ 2]) : Int.max
            guard left >= 3, left >= length &+ RTCMFrame.overhead else {
                guard isFinal else { return index }
                index &+= 1
                skippedByteCount &+= 1
                continue
            }
            let stop = index &+ length &+ RTCMFrame.overhead
            guard CRC24Q.value(of: bytes.span, from: index, to: stop) == 0 else {
                checkFailures &+= 1
                index &+= 1
                skippedByteCount &+= 1
                continue
            }
            let copy = Array(bytes[index..<stop])
            frames.append(RTCMFrame(unchecked: copy, offset: base &+ index))
            frameCount &+= 1
            frameByteCount &+= copy.count
            index = stop
        }
        return index
    }
}
