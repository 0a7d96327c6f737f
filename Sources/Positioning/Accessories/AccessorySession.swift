public import Transport

/// A session with one protocol of an accessory.
///
/// Sessions whose protocols are spoken at one place share one connection, which is closed with the last of them. What the
/// receiver sends goes to the session of its positions.
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

    init(accessory: Accessory, accessoryProtocol: AccessoryProtocol, port: AccessoryPort, reactor: Reactor) {
        self.accessory = accessory
        self.accessoryProtocol = accessoryProtocol
        self.reactor = reactor
        self.port = port
        port.add(self)
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

    /// Begins to deliver.
    public func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        self.onBytes = onBytes
        self.onClosure = onClosure
        port?.start()
    }

    /// Sends bytes to the accessory.
    public func write(_ bytes: [UInt8]) {
        reactor.checkIsolated()
        port?.stream.write(bytes)
    }

    /// Ends the session.
    public func close() {
        reactor.checkIsolated()
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
        let callback = onClosure
        port = nil
        onBytes = nil
        onClosure = nil
        callback?(closure)
    }
}

/// The connection that sessions at one place share; it belongs to the reactor's thread.
final class AccessoryPort {
    let endpoint: AccessoryEndpoint
    let stream: any ByteStream
    private(set) var sessions: [AccessorySession] = []
    private var isStarted = false
    /// Called when the last session has left, with nil, or when the connection has ended.
    private var onEnd: ((StreamClosure?) -> Void)?

    init(endpoint: AccessoryEndpoint, stream: any ByteStream, onEnd: @escaping (StreamClosure?) -> Void) {
        self.endpoint = endpoint
        self.stream = stream
        self.onEnd = onEnd
    }

    func add(_ session: AccessorySession) { sessions.append(session) }

    func start() {
        guard !isStarted else { return }
        isStarted = true
        stream.start(
            onBytes: { [weak self] bytes in
                for session in self?.sessions ?? [] { session.received(bytes) }
            }, onClosure: { [weak self] closure in self?.end(closure) })
    }

    func remove(_ session: AccessorySession) {
        sessions.removeAll { $0 === session }
        guard sessions.isEmpty else { return }
        stream.close()
        let callback = onEnd
        onEnd = nil
        callback?(nil)
    }

    /// Ends all sessions, since the connection or the accessory is gone.
    func end(_ closure: StreamClosure) {
        stream.close()
        let callback = onEnd
        onEnd = nil
        callback?(closure)
        let ended = sessions
        sessions = []
        for session in ended { session.ended(closure) }
    }
}
