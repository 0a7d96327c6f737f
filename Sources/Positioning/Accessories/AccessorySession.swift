public import Transport

/// A session with one protocol of an accessory.
///
/// Sessions whose protocols are spoken at one place share one connection, which is closed with the last of them. What the
/// receiver sends goes to the session of its positions. A session that is dropped without ``close()`` is closed.
public final class AccessorySession: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: every member that touches it checks that it runs on the reactor's thread.

    /// The accessory.
    public let accessory: Accessory
    /// The protocol.
    public let accessoryProtocol: AccessoryProtocol
    /// The reactor whose thread owns the session.
    public let reactor: Reactor
    private var port: AccessoryPort?
    private var onBytes: (([UInt8]) -> Void)?
    private var onClosure: ((StreamClosure) -> Void)?
    /// How it ended before it was started: to be told then.
    private var untold: StreamClosure?

    init(accessory: Accessory, accessoryProtocol: AccessoryProtocol, port: AccessoryPort, reactor: Reactor) {
        self.accessory = accessory
        self.accessoryProtocol = accessoryProtocol
        self.reactor = reactor
        self.port = port
        port.add(self)
    }

    deinit {
        guard let port else { return }
        reactor.performSoon { port.closeIfUnused() }
    }

    /// The name of the accessory and the protocol.
    public var peer: String { "\(accessory.name), \(accessoryProtocol.name)" }

    /// Whether it is open.
    public var isOpen: Bool {
        reactor.checkIsolated()
        return port != nil
    }

    /// Bytes that the connection has not taken yet.
    public var unsentByteCount: Int {
        reactor.checkIsolated()
        return port?.stream.unsentByteCount ?? 0
    }

    /// Begins to deliver; of a session that has ended already the end is told a moment later.
    public func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        if let untold {
            self.untold = nil
            reactor.schedule(after: .zero) { onClosure(untold) }
            return
        }
        guard let port else { return }
        self.onBytes = onBytes
        self.onClosure = onClosure
        port.start()
    }

    /// Sends bytes to the accessory.
    public func write(_ bytes: [UInt8]) {
        reactor.checkIsolated()
        port?.stream.write(bytes)
    }

    /// Ends the session.
    public func close() {
        reactor.checkIsolated()
        untold = nil
        guard let port else { return }
        self.port = nil
        onBytes = nil
        onClosure = nil
        port.remove(self)
    }

    func received(_ bytes: [UInt8]) {
        if accessoryProtocol.role == .positions { onBytes?(bytes) }
    }

    func ended(_ closure: StreamClosure) {
        guard port != nil else { return }
        let callback = onClosure
        port = nil
        onBytes = nil
        onClosure = nil
        if let callback { callback(closure) } else { untold = closure }
    }
}

/// The connection that sessions at one place share; it belongs to the reactor's thread.
final class AccessoryPort: @unchecked Sendable {
    // Sendable although it holds plain state: it is touched on the reactor's thread only, where its sessions live.

    private struct Member {
        weak var session: AccessorySession?
    }

    let endpoint: AccessoryEndpoint
    let stream: any ByteStream
    private var members: [Member] = []
    private var isStarted = false
    private var onFirstBytes: (() -> Void)?
    /// Called when the last session has left, or when the connection has ended: whether it broke.
    private var onEnd: ((Bool) -> Void)?

    init(
        endpoint: AccessoryEndpoint, stream: any ByteStream, onFirstBytes: @escaping () -> Void,
        onEnd: @escaping (_ isBroken: Bool) -> Void
    ) {
        self.endpoint = endpoint
        self.stream = stream
        self.onFirstBytes = onFirstBytes
        self.onEnd = onEnd
    }

    /// The sessions, which are held by whoever opened them.
    var sessions: [AccessorySession] { members.compactMap(\.session) }

    func add(_ session: AccessorySession) { members.append(Member(session: session)) }

    func start() {
        guard !isStarted else { return }
        isStarted = true
        stream.start(
            onBytes: { [weak self] bytes in
                guard let self else { return }
                onFirstBytes?()
                onFirstBytes = nil
                for session in sessions { session.received(bytes) }
            }, onClosure: { [weak self] closure in self?.end(closure, isBroken: true) })
    }

    func remove(_ session: AccessorySession) {
        members.removeAll { $0.session === session }
        closeIfUnused()
    }

    func closeIfUnused() {
        if sessions.isEmpty { end(.endOfStream) }
    }

    /// Ends all sessions, since the accessory is gone or the connection is broken, then tells whoever made it.
    func end(_ closure: StreamClosure, isBroken: Bool = false) {
        guard let onEnd else { return }
        self.onEnd = nil
        onFirstBytes = nil
        stream.close()
        let ended = sessions
        members = []
        for session in ended { session.ended(closure) }
        onEnd(isBroken)
    }
}
