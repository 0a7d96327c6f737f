/// TLS over another stream.
///
/// The handshake begins with ``start(onBytes:onClosure:)``; what is written before its end waits for it.
public final class TLSStream: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: like the stream below, it is used on the reactor's thread only, and each
    // member that touches state checks that.

    /// Bytes that may wait for the end of the handshake.
    private static let waitingLimit = 1 << 20

    private let base: any ByteStream
    private let engine: TLSEngine
    private let onHandshake: ((Result<Void, TransportError>) -> Void)?
    private var onBytes: (([UInt8]) -> Void)?
    private var onClosure: ((StreamClosure) -> Void)?
    private var waiting: [UInt8] = []
    private var isEstablished = false
    private var isClosed = false

    /// Puts TLS over a stream that is not started.
    ///
    /// - Parameters:
    ///   - base: The stream below; it belongs to this one from now on.
    ///   - context: Keys and trust; it says which side this is.
    ///   - serverName: The host whose certificate a client expects.
    ///   - onHandshake: Called once, with the outcome of the handshake; after a failure nothing else is called.
    /// - Throws: ``TransportError`` when the server's name cannot be one.
    public init(
        over base: any ByteStream, context: TLSContext, serverName: String? = nil,
        onHandshake: ((Result<Void, TransportError>) -> Void)? = nil
    ) throws(TransportError) {
        self.base = base
        self.onHandshake = onHandshake
        engine = try TLSEngine(context, serverName: serverName)
    }

    /// The reactor of the stream below.
    public var reactor: Reactor { base.reactor }
    /// The peer's address.
    public var peer: String { base.peer }
    /// Bytes that the stream below keeps, and those that wait for the handshake.
    public var unsentByteCount: Int {
        reactor.checkIsolated()
        return base.unsentByteCount + waiting.count
    }

    /// Begins the handshake; bytes and closure are delivered after it.
    public func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        guard !isClosed, self.onClosure == nil else { return }
        self.onBytes = onBytes
        self.onClosure = onClosure
        base.start(
            onBytes: { [self] bytes in received(bytes) },
            onClosure: { [self] closure in baseClosed(closure) })
        engine.step()
        flush()
    }

    /// Starts a stream below that runs already: its bytes are handed over by ``received(_:)``.
    ///
    /// For TLS inside a tunnel, where the stream below was read before.
    public func startInside(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        self.onBytes = onBytes
        self.onClosure = onClosure
        engine.step()
        flush()
    }

    /// Sends bytes once the handshake is over.
    public func write(_ bytes: [UInt8]) {
        reactor.checkIsolated()
        guard !isClosed else { return }
        guard isEstablished else {
            // Bytes may not be missing between others, so too many of them end the connection.
            guard waiting.count + bytes.count <= Self.waitingLimit else {
                return finish(.slowPeer(unsentBytes: waiting.count))
            }
            waiting += bytes
            return
        }
        engine.send(bytes)
        flush()
    }

    /// Says goodbye and closes the stream below.
    public func close() {
        reactor.checkIsolated()
        guard !isClosed else { return }
        engine.shutDown()
        flush()
        end()
        base.close()
    }

    /// Bytes of the stream below.
    public func received(_ bytes: [UInt8]) {
        guard !isClosed else { return }
        let plain = engine.receive(bytes)
        flush()
        switch engine.state {
        case .handshaking:
            return
        case .open:
            establish()
            if !plain.isEmpty { onBytes?(plain) }
        case .closed:
            establish()
            if !plain.isEmpty { onBytes?(plain) }
            finish(.endOfStream)
        case .failed(let error):
            finish(.failed(error))
        }
    }

    /// The stream below is over.
    public func baseClosed(_ closure: StreamClosure) {
        guard !isClosed else { return }
        finish(closure)
    }

    private func establish() {
        guard !isEstablished, !isClosed else { return }
        isEstablished = true
        onHandshake?(.success(()))
        guard !waiting.isEmpty, !isClosed else { return }
        engine.send(waiting)
        waiting = []
        flush()
    }

    private func flush() {
        let bytes = engine.takeOutput()
        if !bytes.isEmpty { base.write(bytes) }
    }

    private func finish(_ closure: StreamClosure) {
        guard !isClosed else { return }
        let callback = onClosure
        let wasEstablished = isEstablished
        end()
        base.close()
        if wasEstablished {
            callback?(closure)
        } else {
            onHandshake?(.failure(Self.error(closure, peer: peer)))
            if onHandshake == nil { callback?(closure) }
        }
    }

    private func end() {
        isClosed = true
        onBytes = nil
        onClosure = nil
        waiting = []
    }

    private static func error(_ closure: StreamClosure, peer: String) -> TransportError {
        switch closure {
        case .failed(let error): error
        case .endOfStream, .slowPeer: TransportError(.tls, operation: "TLS with \(peer): closed during the handshake")
        }
    }
}
