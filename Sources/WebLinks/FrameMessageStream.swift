public import Transport

/// A stream on which each write is one SDL frame, as peers expect it of the messages of a WebSocket.
///
/// What is written is cut at the ends of frames; what is no frame, as some faults make it, goes out as it stands. What
/// arrives is passed on: a frame may span messages or share one.
public final class FrameMessageStream: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: like the stream below, it is used on the reactor's thread only.

    private let base: any ByteStream
    private var onEnd: (@Sendable () -> Void)?

    /// Puts itself over a stream that is not started.
    ///
    /// - Parameters:
    ///   - base: The stream below; it belongs to this one from now on.
    ///   - onEnd: Called once, on the reactor's thread, when either side has closed it.
    public init(over base: any ByteStream, onEnd: (@Sendable () -> Void)? = nil) {
        self.base = base
        self.onEnd = onEnd
    }

    /// The reactor of the stream below.
    public var reactor: Reactor { base.reactor }
    /// The peer's address.
    public var peer: String { base.peer }
    /// Bytes that the stream below keeps.
    public var unsentByteCount: Int { base.unsentByteCount }

    /// Begins to deliver.
    public func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        base.start(
            onBytes: onBytes,
            onClosure: { [weak self] closure in
                self?.end()
                onClosure(closure)
            })
    }

    /// Sends whole frames, each by itself.
    public func write(_ bytes: [UInt8]) {
        var start = 0
        while let end = Self.endOfFrame(in: bytes, from: start), end < bytes.count {
            base.write(Array(bytes[start..<end]))
            start = end
        }
        base.write(start == 0 ? bytes : Array(bytes[start...]))
    }

    /// Closes the stream below.
    public func close() {
        base.close()
        end()
    }

    private func end() {
        guard let tell = exchange(&onEnd, with: nil) else { return }
        tell()
    }

    /// Where the frame that begins at `start` ends; nil if not even its header is there.
    package static func endOfFrame(in bytes: [UInt8], from start: Int) -> Int? {
        let rest = bytes.count - start
        guard rest >= 8 else { return nil }
        let header = bytes[start] >> 4 < 2 ? 8 : 12
        let size = bytes[(start + 4)..<(start + 8)].reduce(0) { $0 << 8 | Int($1) }
        guard size <= rest - header else { return nil }
        return start + header + size
    }
}
