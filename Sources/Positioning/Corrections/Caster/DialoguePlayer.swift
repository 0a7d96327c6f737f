public import Transport

/// Plays the caster's side of a recorded conversation to whoever connects.
public actor DialoguePlayer {
    private struct Client {
        let stream: TCPStream
        var steps: ArraySlice<RecordedDialogue.Step>
        /// Whether the rover said something since the last wait.
        var wasHeard = false
    }

    private let reactor: Reactor
    private let listener: TCPListener
    private let dialogue: RecordedDialogue
    private var clients: [Int: Client] = [:]
    private var nextClient = 0

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// The address listened on.
    public nonisolated let address: SocketAddress

    /// Binds and listens.
    ///
    /// - Throws: `TransportError` when the address is not usable.
    public init(_ dialogue: RecordedDialogue, host: String = "127.0.0.1", port: UInt16, on reactor: Reactor)
        throws(TransportError)
    {
        self.dialogue = dialogue
        self.reactor = reactor
        listener = try TCPListener(host: host, port: port, on: reactor)
        address = listener.address
    }

    // Not an `isolated deinit`, which the optimising compiler does not take in other modules.
    deinit {
        let streams = clients.values.map(\.stream)
        guard !streams.isEmpty else { return }
        reactor.performSoon { for stream in streams { stream.close() } }
    }

    /// Begins to play: the first connection of the recording to the first client, and so on, the last one again.
    public func start() {
        listener.accept { [weak self] stream in
            if let self { assumeIsolated { $0.accept(stream) } } else { stream.close() }
        }
    }

    /// Closes all connections and the listener.
    public func stop() {
        listener.close()
        for client in clients.values { client.stream.close() }
        clients = [:]
    }

    private func accept(_ stream: TCPStream) {
        let id = nextClient
        nextClient += 1
        let steps = dialogue.connections[min(id, dialogue.connections.count - 1)]
        clients[id] = Client(stream: stream, steps: steps[...])
        stream.start(
            onBytes: { [weak self] _ in
                self?.assumeIsolated { player in
                    player.clients[id]?.wasHeard = true
                    player.play(id)
                }
            },
            onClosure: { [weak self] _ in self?.assumeIsolated { _ = $0.clients.removeValue(forKey: id) } })
        play(id)
    }

    private func play(_ id: Int) {
        while var client = clients[id], let step = client.steps.first {
            switch step {
            case .wait:
                guard client.wasHeard else { return }
                client.wasHeard = false
            case .send(let bytes): client.stream.write(bytes)
            case .close:
                client.stream.close()
                clients[id] = nil
                return
            }
            client.steps = client.steps.dropFirst()
            clients[id] = client
        }
    }
}
