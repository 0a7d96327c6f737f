internal import CLinux
internal import Glibc

/// A TCP connection on a reactor, without Nagle's delay.
public final class TCPStream: PausableStream, @unchecked Sendable {
    // Sendable although it holds plain state: every member that touches it checks that it runs on the reactor's thread.

    /// Settings of a connection.
    public struct Configuration: Hashable, Sendable {
        /// Bytes kept for a peer that does not read; beyond this the stream ends with ``StreamClosure/slowPeer(unsentBytes:)``.
        public var unsentByteLimit: Int
        /// How long ``TCPStream/close()`` waits for a peer to take what is still unsent.
        public var lingerTime: Duration
        /// What the system may keep for a peer that does not read (SO_SNDBUF, which Linux doubles); `nil` lets it
        /// decide, up to some MiB.
        public var systemSendBuffer: Int?

        /// Makes settings; the defaults are 8 MiB, 2 seconds and the system's own buffer.
        public init(
            unsentByteLimit: Int = 8 << 20, lingerTime: Duration = .seconds(2), systemSendBuffer: Int? = nil
        ) {
            self.unsentByteLimit = unsentByteLimit
            self.lingerTime = lingerTime
            self.systemSendBuffer = systemSendBuffer
        }
    }

    private enum State {
        case idle
        case open
        case closing
        case closed
    }

    /// The reactor whose thread owns the stream.
    public let reactor: Reactor
    /// The peer's address.
    public let peer: String
    private let descriptor: Int32
    private let configuration: Configuration
    private var state = State.idle
    private var onBytes: (([UInt8]) -> Void)?
    private var onClosure: ((StreamClosure) -> Void)?
    private var unsent = UnsentBytes()
    /// Whether the reactor will send what was written in this turn.
    private var isFlushDue = false
    /// Whether the system takes nothing until it says so.
    private var isBlocked = false
    private var lingerTimer: Reactor.TimerID?
    /// Whether the end is decided but not told yet; what is written meanwhile is dropped.
    private var isEnding = false
    private var isReading = true
    private var onEndOfInput: (() -> Void)?
    /// Whether the peer has said that it sends nothing more, while it may still read.
    private var isInputOver = false

    /// Takes over a connected, non-blocking socket.
    init(descriptor: Int32, peer: String, configuration: Configuration, reactor: Reactor) {
        self.descriptor = descriptor
        self.peer = peer
        self.configuration = configuration
        self.reactor = reactor
        _ = c_linux_set_no_delay(descriptor)
        _ = c_linux_set_keep_alive(descriptor, 3, 1, 5, 7000)
        if let size = configuration.systemSendBuffer {
            var value = Int32(clamping: size)
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    deinit {
        if case .closed = state {} else { Glibc.close(descriptor) }
    }

    /// Bytes that the system does not take yet.
    public var unsentByteCount: Int {
        reactor.checkIsolated()
        // What only waits for the end of the turn says nothing about the peer.
        if isFlushDue { flush() }
        return unsent.count
    }

    /// Begins to deliver bytes and, at the end, the closure.
    public func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        guard case .idle = state else { return }
        state = .open
        self.onBytes = onBytes
        self.onClosure = onClosure
        let watched = reactor.register(descriptor: descriptor, events: isReading ? .readable : .failed) {
            [self] events in ready(events)
        }
        if !watched { finish(.failed(TransportError(system: "epoll_ctl"))) }
    }

    /// Lets the stream live on for writing when the peer has ended its side, as `shutdown` with SHUT_WR does.
    ///
    /// Without it the end of the peer's side is the end of the stream. Call it before or right after
    /// ``start(onBytes:onClosure:)``; the stream ends when the peer is gone altogether, or by ``close()``.
    ///
    /// - Parameter handler: Is called once, on the reactor's thread, after the last bytes.
    public func keepWriting(afterEndOfInput handler: @escaping () -> Void) {
        reactor.checkIsolated()
        onEndOfInput = handler
    }

    /// Reads, or leaves what comes with the system until it reads again.
    public func setReading(_ isReading: Bool) {
        reactor.checkIsolated()
        guard self.isReading != isReading else { return }
        self.isReading = isReading
        if case .open = state { watch() }
    }

    /// Sends bytes with all that is written in the same turn of the reactor, and keeps what the system does not take.
    ///
    /// One call of the system costs more than all else about a small frame, and a turn that answers many requests
    /// writes many. A large piece, or much in all, does not wait for the end of the turn.
    public func write(_ bytes: [UInt8]) {
        reactor.checkIsolated()
        guard case .open = state, !isEnding, !bytes.isEmpty else { return }
        unsent.append(bytes[...])
        if !isBlocked {
            guard
                bytes.count >= Self.largePiece
                    || unsent.count >= min(Self.gatheredByteCount, configuration.unsentByteLimit)
            else {
                if !isFlushDue {
                    isFlushDue = true
                    reactor.flushSoon(self)
                }
                return
            }
            flush()
        }
        if unsent.count > configuration.unsentByteLimit { endSoon(.slowPeer(unsentBytes: unsent.count)) }
    }

    /// A piece that gains nothing by waiting for others.
    private static let largePiece = 8 << 10
    /// How much of one turn goes out in one call of the system, at most about.
    private static let gatheredByteCount = 32 << 10

    /// Sends what was written in the turn that ends now.
    func turnEnded() {
        if isFlushDue { flush() }
    }

    /// Closes after the unsent bytes, or after the linger time; at once on a reactor that has ended.
    public func close() {
        reactor.checkIsolated()
        switch state {
        case .idle:
            release()
        case .open:
            if isFlushDue { flush() }
            onBytes = nil
            onClosure = nil
            // What the peer still sends is read and thrown away, so that the end is noticed.
            (isReading, isInputOver) = (true, false)
            state = .closing
            guard !reactor.hasEnded else { return closeUnwatched() }
            lingerTimer = reactor.schedule(after: configuration.lingerTime) { [self] in release() }
            if unsent.isEmpty {
                endOutput()
            } else {
                watch()
            }
        case .closing:
            if reactor.hasEnded { closeUnwatched() }
        case .closed:
            break
        }
    }

    // MARK: Inside

    /// Closes where nobody tells of the peer's end, nor of the time.
    private func closeUnwatched() {
        shutdown(descriptor, Int32(SHUT_WR))
        // What came unread would make a reset of the end, and could take back what was sent last.
        for _ in 0..<16 {
            guard case .bytes = ReadOutcome(reading: descriptor) else { break }
        }
        release()
    }

    private func ready(_ events: ReadinessEvents) {
        if events.contains(.writable) {
            isBlocked = false
            flush()
        }
        let wanted: ReadinessEvents = isReading && !isInputOver ? [.readable, .failed, .hungUp] : [.failed, .hungUp]
        if !events.isDisjoint(with: wanted) { receive() }
    }

    private func receive() {
        switch state {
        case .open: break
        case .closing:
            // Only the end matters now: what the peer still sends is not wanted.
            discardIncoming()
            return
        case .idle, .closed: return
        }
        switch ReadOutcome(reading: descriptor) {
        case .bytes(let bytes): onBytes?(bytes)
        case .nothing: break
        case .end: inputEnded()
        case .failed(let error): finish(.failed(error))
        }
    }

    /// The peer sends nothing more; told a second time, it is gone.
    private func inputEnded() {
        guard let handler = onEndOfInput, !isInputOver else {
            finish(.endOfStream)
            return
        }
        isInputOver = true
        onEndOfInput = nil
        watch()
        handler()
    }

    private func discardIncoming() {
        switch ReadOutcome(reading: descriptor) {
        case .bytes, .nothing: break
        case .end, .failed: release()
        }
    }

    private func flush() {
        isFlushDue = false
        guard !isBlocked else { return }
        while !unsent.isEmpty {
            switch sendFirst() {
            case .success(0):
                isBlocked = true
                watch()
                return
            case .success(let count):
                unsent.removeFirst(count)
            case .failure(let error):
                endSoon(.failed(error))
                return
            }
        }
        switch state {
        case .open: watch()
        case .closing: endOutput()
        case .idle, .closed: break
        }
    }

    /// Tells the peer that nothing follows, and waits for its end.
    ///
    /// Closing at once while unread bytes wait would reset the connection and could take back what was sent last.
    private func endOutput() {
        shutdown(descriptor, Int32(SHUT_WR))
        reactor.change(descriptor: descriptor, events: .readable)
    }

    private func sendFirst() -> Result<Int, TransportError> {
        while true {
            let count = unsafe unsent.withFirst(Self.gatheredByteCount) { bytes in
                unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return .success(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .success(0)
            case let code: return .failure(TransportError(code: code, operation: "send to \(peer)"))
            }
        }
    }

    /// Waits for what matters now: something to read, room for what is unsent.
    private func watch() {
        // Never empty: failures are told in any case, and the system forgets what waits for nothing.
        var events: ReadinessEvents = isReading && !isInputOver ? .readable : .failed
        if isBlocked { events.insert(.writable) }
        reactor.change(descriptor: descriptor, events: events)
    }

    /// Ends the stream by a fresh turn of the loop, since the caller is in the middle of its own work.
    ///
    /// Decided once: a caller that writes on without giving the loop its turn must not pile anything up.
    private func endSoon(_ closure: StreamClosure) {
        isEnding = true
        unsent = UnsentBytes()
        reactor.schedule(after: .zero) { [weak self] in self?.finish(closure) }
    }

    private func finish(_ closure: StreamClosure) {
        switch state {
        case .idle, .closed: return
        case .closing: release()
        case .open:
            let callback = onClosure
            release()
            callback?(closure)
        }
    }

    private func release() {
        if case .closed = state { return }
        state = .closed
        onBytes = nil
        onClosure = nil
        onEndOfInput = nil
        unsent = UnsentBytes()
        if let lingerTimer { reactor.cancel(lingerTimer) }
        reactor.unregister(descriptor: descriptor)
        Glibc.close(descriptor)
    }
}
