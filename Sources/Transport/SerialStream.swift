internal import CLinux
internal import Glibc

/// A serial port on a reactor: raw bytes, eight bits, no parity, no flow control, held by this process alone.
///
/// A device that is unplugged ends the stream, as `endOfStream` or as a failure with the system's reason; its descriptor is
/// closed at once, since a device that comes back gets its old name only then.
public final class SerialStream: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: every member that touches it checks that it runs on the reactor's thread.

    /// Speeds that receivers use, in baud, in the order in which an unknown one is best tried.
    public static let usualSpeeds = [115_200, 9600, 38_400, 460_800, 230_400, 57_600, 4800, 19_200, 921_600]

    private enum State {
        case idle
        case open
        case closed
    }

    /// The reactor whose thread owns the stream.
    public let reactor: Reactor
    /// The path of the device.
    public let peer: String
    /// The speed in baud.
    public let baud: Int
    private let descriptor: Int32
    private let unsentByteLimit: Int
    private var state = State.idle
    private var onBytes: (([UInt8]) -> Void)?
    private var onClosure: ((StreamClosure) -> Void)?
    private var unsent = UnsentBytes()
    /// Whether the end is decided but not told yet; what is written meanwhile is dropped.
    private var isEnding = false

    /// Opens a port.
    ///
    /// - Parameters:
    ///   - path: The device, for example `/dev/ttyACM0` or a link to it in `/dev/serial/by-id`.
    ///   - baud: The speed; devices on USB often ignore it.
    ///   - unsentByteLimit: Bytes kept for a device that does not take them; beyond this the stream ends.
    ///   - reactor: Where the stream will live.
    /// - Throws: ``TransportError``: `ENOENT` when there is no such device, `EACCES` without the right to it, `EBUSY` when
    ///   another program holds it, `ENOTTY` when it is no serial port, `EINVAL` for a speed it does not have.
    public init(
        path: String, baud: Int = 115_200, unsentByteLimit: Int = 1 << 16, on reactor: Reactor
    ) throws(TransportError) {
        let operation = "open \(path)"
        let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw TransportError(system: operation) }
        guard c_linux_serial_configure(descriptor, Int32(clamping: baud)) == 0 else {
            let error = TransportError(system: operation)
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.peer = path
        self.baud = baud
        self.unsentByteLimit = unsentByteLimit
        self.reactor = reactor
    }

    deinit {
        if case .closed = state {} else { Self.release(descriptor) }
    }

    /// Bytes that the device has not taken yet.
    public var unsentByteCount: Int {
        reactor.checkIsolated()
        return unsent.count
    }

    /// Begins to deliver bytes and, at the end, the closure.
    ///
    /// From now on the reactor holds the stream: it lives, and keeps the device from others, until it is closed or ends,
    /// also when its owner drops it.
    public func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        guard case .idle = state else { return }
        state = .open
        self.onBytes = onBytes
        self.onClosure = onClosure
        let watched = reactor.register(descriptor: descriptor, events: .readable) { [self] events in ready(events) }
        if !watched { finish(.failed(TransportError(system: "epoll_ctl"))) }
    }

    /// Sends bytes at once as far as the device takes them, and keeps the rest.
    public func write(_ bytes: [UInt8]) {
        reactor.checkIsolated()
        guard case .open = state, !isEnding, !bytes.isEmpty else { return }
        guard unsent.count + bytes.count <= unsentByteLimit else {
            endSoon(.slowPeer(unsentBytes: unsent.count + bytes.count))
            return
        }
        let wasEmpty = unsent.isEmpty
        unsent.append(bytes[...])
        if wasEmpty { flush() }
    }

    /// Closes at once; what is unsent is dropped, since a device that is gone would hold the close up.
    public func close() {
        reactor.checkIsolated()
        end()
    }

    // MARK: Inside

    private func ready(_ events: ReadinessEvents) {
        if events.contains(.writable) { flush() }
        guard case .open = state, !events.isDisjoint(with: [.readable, .failed, .hungUp]) else { return }
        switch ReadOutcome(reading: descriptor) {
        case .bytes(let bytes): onBytes?(bytes)
        case .nothing: if events.contains(.hungUp) { finish(.endOfStream) }
        case .end: finish(.endOfStream)  // a terminal gives no bytes only when its device is gone
        case .failed(let error): finish(.failed(error))
        }
    }

    private func flush() {
        while let chunk = unsent.first {
            let count = unsafe chunk.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                unsent.removeFirst(count)
                if count < chunk.count { break }
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: reactor.change(descriptor: descriptor, events: [.readable, .writable])
            case let code: endSoon(.failed(TransportError(code: code, operation: "write to \(peer)")))
            }
            return
        }
        reactor.change(descriptor: descriptor, events: unsent.isEmpty ? .readable : [.readable, .writable])
    }

    /// Ends the stream by a fresh turn of the loop, since the caller is in the middle of its own work.
    private func endSoon(_ closure: StreamClosure) {
        isEnding = true
        unsent = UnsentBytes()
        reactor.change(descriptor: descriptor, events: .readable)
        reactor.schedule(after: .zero) { [weak self] in self?.finish(closure) }
    }

    private func finish(_ closure: StreamClosure) {
        guard case .open = state else { return }
        let callback = onClosure
        end()
        callback?(closure)
    }

    private func end() {
        if case .closed = state { return }
        state = .closed
        onBytes = nil
        onClosure = nil
        unsent = UnsentBytes()
        reactor.unregister(descriptor: descriptor)
        Self.release(descriptor)
    }

    private static func release(_ descriptor: Int32) {
        c_linux_serial_release(descriptor)
        Glibc.close(descriptor)
    }
}
