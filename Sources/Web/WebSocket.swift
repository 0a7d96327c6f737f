internal import Synchronization

/// A WebSocket of a server or a client.
///
/// What is sent goes out in order. Whoever has much to tell to slow peers does not queue it here but supplies it
/// (``supply(_:)``): the next message is asked for when there is room for it, so that the newest can be told.
public final class WebSocket: Sendable {
    private struct State {
        var queue: [WebMessage] = []
        var first = 0
        var unsentBytes = 0
        var onMessage: (@Sendable (WebMessage) -> Void)?
        var onClosure: (@Sendable (WebSocketClosure) -> Void)?
        var source: (@Sendable () -> WebMessage?)?
        /// What came before anybody listened.
        var early: [WebMessage] = []
        var closure: WebSocketClosure?
        var isOver = false
        var isClosing = false
        /// What was asked for last; it counts from the start on.
        var wantsReading = true
        /// Whether the thread was asked to write and has not come to it.
        var isWanted = false
        var slowPeer: WebSocketClosure?
    }

    /// The peer's address.
    public let peer: String
    let id: UInt64
    private let loop: WebLoop
    private let unsentLimit: Int
    private let state = Mutex(State())

    init(id: UInt64, peer: String, unsentLimit: Int, loop: WebLoop) {
        self.id = id
        self.peer = peer
        self.unsentLimit = unsentLimit
        self.loop = loop
    }

    /// Begins to deliver; until then the peer is not read.
    ///
    /// Both are called on the thread of the server or client, which must not be blocked.
    ///
    /// - Parameters:
    ///   - onMessage: Gets what arrives, in order.
    ///   - onClosure: Called once, last.
    public func start(
        onMessage: @escaping @Sendable (WebMessage) -> Void,
        onClosure: @escaping @Sendable (WebSocketClosure) -> Void
    ) {
        loop.perform { [self] in
            let (early, closure) = state.withLock { state in
                state.onMessage = onMessage
                state.onClosure = onClosure
                return (exchange(&state.early, with: []), state.closure)
            }
            for message in early { onMessage(message) }
            if let closure { return tell(closure) }
            state.withLock { loop.setReading(id, $0.wantsReading) }
        }
    }

    /// Sends a message after those sent before.
    ///
    /// - Returns: Whether it is on its way; false when the socket is over, or was cut because it would have exceeded the
    ///   bound of unsent bytes.
    @discardableResult
    public func send(_ message: WebMessage) -> Bool {
        let outcome = state.withLock { state -> (isTaken: Bool, wants: Bool, isSlow: Bool) in
            guard !state.isOver, !state.isClosing else { return (false, false, false) }
            let size = message.bytes.count
            guard state.unsentBytes + size <= unsentLimit || state.unsentBytes == 0 else {
                state.isClosing = true
                state.slowPeer = .slowPeer(unsentBytes: state.unsentBytes)
                state.queue = []
                state.first = 0
                return (false, false, true)
            }
            state.queue.append(message)
            state.unsentBytes += size
            return (true, !exchange(&state.isWanted, with: true), false)
        }
        if outcome.wants { loop.wantToWrite(id) }
        if outcome.isSlow { loop.abort(id) }
        return outcome.isTaken
    }

    /// From now on asks `source` for the next message whenever there is room and nothing of ``send(_:)`` waits.
    ///
    /// It is asked on the thread of the server or client until it has none; ``supplyIsReady()`` has it asked again.
    public func supply(_ source: @escaping @Sendable () -> WebMessage?) {
        state.withLock { $0.source = source }
        supplyIsReady()
    }

    /// The source has something to tell again.
    public func supplyIsReady() {
        let wants = state.withLock { state in
            !state.isOver && !state.isClosing && !exchange(&state.isWanted, with: true)
        }
        if wants { loop.wantToWrite(id) }
    }

    /// The bytes of ``send(_:)`` that were not handed to the system yet.
    public var unsentByteCount: Int { state.withLock { $0.unsentBytes } }

    /// Reads what the peer sends, or leaves it in the system's buffers so that the peer feels it.
    ///
    /// Before it is started nothing is read; what is asked for then counts from the start on.
    public func setReading(_ isReading: Bool) {
        // Asked for with the lock held, so that the thread does what was wanted last.
        state.withLock { state in
            state.wantsReading = isReading
            if state.onMessage != nil { loop.setReading(id, isReading) }
        }
    }

    /// Closes in order, after what was sent.
    ///
    /// - Parameters:
    ///   - status: The status of the close frame (RFC 6455, section 7.4); 1000 is normal.
    ///   - reason: The reason in words, of which 123 bytes are told.
    public func close(status: UInt16 = 1000, reason: String = "") {
        let (isNew, isIdle) = state.withLock { state in
            if state.isOver || state.isClosing { return (false, false) }
            state.isClosing = true
            state.source = nil
            return (true, state.first == state.queue.count)
        }
        guard isNew else { return }
        closeFrame.withLock { $0 = (status, reason) }
        if isIdle { loop.close(id, status, reason) } else { loop.wantToWrite(id) }
    }

    /// Cuts the connection; what was not sent is lost.
    public func abort() {
        state.withLock { $0.isClosing = true }
        loop.abort(id)
    }

    // MARK: The thread

    private let closeFrame = Mutex<(status: UInt16, reason: String)>((1000, ""))

    func received(_ message: WebMessage) {
        let onMessage = state.withLock { state in
            if state.onMessage == nil { state.early.append(message) }
            return state.onMessage
        }
        onMessage?(message)
    }

    /// The next message to write; `nil` when there is none.
    func next() -> WebMessage? {
        let (queued, source) = state.withLock { state -> (WebMessage?, (@Sendable () -> WebMessage?)?) in
            state.isWanted = false
            guard state.first < state.queue.count else { return (nil, state.isClosing ? nil : state.source) }
            let message = state.queue[state.first]
            state.first += 1
            state.unsentBytes -= message.bytes.count
            if state.first == state.queue.count || state.first > 64 {
                state.queue.removeFirst(state.first)
                state.first = 0
            }
            return (message, nil)
        }
        return queued ?? source?()
    }

    /// After a message was written: whether there is more, or the end.
    func afterWriting(wroteSomething: Bool) -> Bool {
        let (hasMore, isAtEnd) = state.withLock { state in
            let isQueued = state.first < state.queue.count
            let hasMore = isQueued || (wroteSomething && state.source != nil)
            if hasMore { state.isWanted = true }
            return (hasMore, state.isClosing && !isQueued && state.slowPeer == nil)
        }
        if isAtEnd {
            let frame = closeFrame.withLock { $0 }
            loop.close(id, frame.status, frame.reason)
            return false
        }
        return hasMore
    }

    func ended(_ closure: WebSocketClosure) {
        let told = state.withLock { state in
            state.isOver = true
            state.queue = []
            state.first = 0
            state.unsentBytes = 0
            state.source = nil
            state.closure = state.slowPeer ?? (state.isClosing ? .ended : closure)
            return state.closure
        }
        if let told { tell(told) }
    }

    private func tell(_ closure: WebSocketClosure) {
        let onClosure = state.withLock { state in
            state.onMessage = nil
            return exchange(&state.onClosure, with: nil)
        }
        onClosure?(closure)
    }
}
