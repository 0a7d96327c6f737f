public import Transport

/// Hands sentences to other programs over TCP, as NMEA multiplexers do.
///
/// What clients send is ignored. A client that does not read is closed when 256 KiB wait for it, so that it cannot hold up
/// the others. A server that is dropped without ``close()`` closes all.
public actor NMEAServer {
    private let reactor: Reactor
    private let listener: TCPListener
    private var clients: [Int: TCPStream] = [:]
    private var lastClient = 0
    private var droppedClients = 0
    /// Most clients at a time; further ones are closed at once.
    public static let clientLimit = 64

    /// The address listened on.
    public nonisolated let address: SocketAddress

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Listens.
    ///
    /// - Parameters:
    ///   - host: A numeric address of this machine.
    ///   - port: The port; 0 for any free one.
    ///   - reactor: Where it works.
    /// - Throws: `TransportError` when the address is not usable.
    public init(host: String = "127.0.0.1", port: UInt16, on reactor: Reactor) throws(TransportError) {
        self.reactor = reactor
        listener = try TCPListener(
            host: host, port: port, configuration: TCPStream.Configuration(unsentByteLimit: 256 << 10), on: reactor)
        address = listener.address
    }

    // Not an `isolated deinit`, which the optimising compiler does not take in other modules.
    deinit {
        let streams = Array(clients.values)
        guard !streams.isEmpty else { return }
        reactor.performSoon { for stream in streams { stream.close() } }
    }

    /// Begins to accept clients.
    public func start() {
        listener.accept { [weak self] stream in self?.assumeIsolated { $0.accepted(stream) } }
    }

    /// How many clients there are.
    public var clientCount: Int { clients.count }

    /// How many clients were closed because they did not read.
    public var slowClientCount: Int { droppedClients }

    /// Sends a sentence, line end included, to every client.
    public func send(_ bytes: [UInt8]) {
        for client in clients.values { client.write(bytes) }
    }

    /// Closes all.
    public func close() {
        listener.close()
        for client in clients.values { client.close() }
        clients = [:]
    }

    private func accepted(_ stream: TCPStream) {
        guard clients.count < Self.clientLimit else {
            stream.close()
            return
        }
        lastClient += 1
        let id = lastClient
        clients[id] = stream
        stream.start(
            onBytes: { _ in },
            onClosure: { [weak self] closure in
                self?.assumeIsolated {
                    $0.clients[id] = nil
                    if case .slowPeer = closure { $0.droppedClients += 1 }
                }
            })
    }
}
