internal import Synchronization
public import Transport

/// A WebSocket as a stream of bytes on a reactor: what SDL sessions run over instead of TCP.
///
/// Each ``write(_:)`` is one binary message; the bytes of binary messages that arrive are delivered as they come, and a
/// text message ends the connection with status 1003. Up to 1 MiB waits for the reactor; then the peer is not read until
/// the reactor has caught up.
public final class WebSocketStream: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: `inbox` is guarded by its mutex, the rest is touched on the reactor's
    // thread only, which each entry point checks.

    private struct Inbox {
        var chunks: [[UInt8]] = []
        var byteCount = 0
        var closure: StreamClosure?
        var isCalled = false
        var isHeld = false
    }

    private static let inboxLimit = 1 << 20

    /// The reactor whose thread owns the stream.
    public let reactor: Reactor
    private let socket: WebSocket
    /// What must live as long as the stream: the client whose thread serves the socket.
    private let client: WebSocketClient?
    private let inbox = Mutex(Inbox())
    private let door: Door
    private var onBytes: (([UInt8]) -> Void)?
    private var onClosure: ((StreamClosure) -> Void)?
    private var isClosed = false

    /// Enters the reactor.
    private actor Door {
        private let reactor: Reactor
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

        init(_ reactor: Reactor) {
            self.reactor = reactor
        }

        func run(_ body: @Sendable () -> Void) { body() }
    }

    /// Makes a stream of a WebSocket that nobody has started.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - reactor: Where the stream lives.
    public convenience init(_ socket: WebSocket, on reactor: Reactor) {
        self.init(socket, client: nil, reactor: reactor)
    }

    /// Makes a stream of a WebSocket that was dialled; the client ends with the stream.
    public convenience init(_ client: WebSocketClient, on reactor: Reactor) {
        self.init(client.socket, client: client, reactor: reactor)
    }

    private init(_ socket: WebSocket, client: WebSocketClient?, reactor: Reactor) {
        self.socket = socket
        self.client = client
        self.reactor = reactor
        door = Door(reactor)
    }

    /// Begins to deliver.
    public func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        guard !isClosed else { return }
        self.onBytes = onBytes
        self.onClosure = onClosure
        socket.start(
            onMessage: { [weak self] message in self?.received(message) },
            onClosure: { [weak self] closure in self?.ended(closure) })
    }

    /// Sends bytes as one message.
    public func write(_ bytes: [UInt8]) {
        reactor.checkIsolated()
        guard !isClosed, !bytes.isEmpty else { return }
        socket.send(.binary(bytes))
    }

    /// Sends what waits, then closes with status 1000; no callback comes afterwards.
    public func close() {
        reactor.checkIsolated()
        guard !isClosed else { return }
        isClosed = true
        onBytes = nil
        onClosure = nil
        inbox.withLock { $0.chunks = [] }
        socket.close()
        // The client's thread ends when what waits was sent, or its peer does not take it.
        guard let client else { return }
        Task { await client.stop() }
    }

    /// Bytes that the system has not taken yet.
    public var unsentByteCount: Int { socket.unsentByteCount }

    /// The peer's address.
    public var peer: String { socket.peer }

    // MARK: From the web's thread to the reactor's

    private func received(_ message: WebMessage) {
        guard case .binary(let bytes) = message else {
            socket.close(status: 1003, reason: "binary messages are wanted")
            return
        }
        guard !bytes.isEmpty else { return }
        call { inbox in
            inbox.chunks.append(bytes)
            inbox.byteCount += bytes.count
            if inbox.byteCount > Self.inboxLimit, !inbox.isHeld {
                inbox.isHeld = true
                socket.setReading(false)
            }
        }
    }

    private func ended(_ closure: WebSocketClosure) {
        call { inbox in
            inbox.closure =
                switch closure {
                case .closed: .endOfStream
                case .slowPeer(let count): .slowPeer(unsentBytes: count)
                case .lost, .ended: .failed(TransportError(.closed, operation: "WebSocket with \(socket.peer)"))
                }
        }
    }

    /// Puts something into the inbox; the reactor is called once until it has come.
    private func call(_ put: (inout Inbox) -> Void) {
        let mustCall = inbox.withLock { inbox in
            put(&inbox)
            return !exchange(&inbox.isCalled, with: true)
        }
        guard mustCall else { return }
        Task { [door] in await door.run { self.deliver() } }
    }

    private func deliver() {
        let (chunks, closure, wasHeld) = inbox.withLock { inbox in
            inbox.isCalled = false
            inbox.byteCount = 0
            return (
                exchange(&inbox.chunks, with: []), inbox.closure, exchange(&inbox.isHeld, with: false)
            )
        }
        if wasHeld { socket.setReading(true) }
        for chunk in chunks { onBytes?(chunk) }
        guard let closure, let tell = exchange(&onClosure, with: nil) else { return }
        onBytes = nil
        tell(closure)
    }
}
