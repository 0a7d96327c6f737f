internal import GNSS
public import Log
public import Transport

/// The running loop of an RTK receiver: its position goes to the caster, the caster's corrections go to it and to others.
///
/// A session that is dropped without ``stop()`` closes its connection and its sinks too.
public actor CorrectionsSession {
    private let reactor: Reactor
    private let relay: CorrectionsRelay
    private let client: NTRIPClient
    private var isStopped = false

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a session; it begins with ``start()``.
    ///
    /// - Parameters:
    ///   - configuration: Caster and stream.
    ///   - tls: Trust for a secure address; the system's when nil.
    ///   - reactor: Where it works.
    ///   - log: Where to tell what goes on.
    ///   - deliver: Takes what the client tells, on the reactor's thread; corrections are passed on before.
    /// - Throws: `TransportError` when the system's certificates cannot be read.
    public init(
        _ configuration: NTRIPConfiguration, tls: TLSContext? = nil, on reactor: Reactor, log: Logger = .disabled,
        deliver: @escaping @Sendable (NTRIPClient.Event) -> Void = { _ in }
    ) throws(TransportError) {
        let relay = CorrectionsRelay(on: reactor)
        self.reactor = reactor
        self.relay = relay
        client = try NTRIPClient(configuration, tls: tls, on: reactor, log: log) { event in
            switch event {
            case .frames(let frames): relay.relay(frames)
            case .bytes(let bytes): relay.relay(bytes: bytes)
            case .state, .table: break
            }
            deliver(event)
        }
    }

    deinit {
        guard !isStopped else { return }
        reactor.performSoon { [relay] in relay.close() }
    }

    /// Adds a receiver, a connection or a file that gets the corrections.
    public func add(_ sink: sending any CorrectionsSink) { relay.add(sink) }

    /// Adds a receiver that is open as a source of positions on the same reactor.
    public func add(_ source: LocationSource) { relay.add(SourceSink(source)) }

    /// Adds a TCP connection that is made again whenever it breaks.
    public func addTCP(host: String, port: UInt16) { relay.add(TCPSink(host: host, port: port, on: reactor)) }

    /// Begins to connect.
    public func start() async { await client.start() }

    /// Closes the connection and the sinks.
    public func stop() async {
        isStopped = true
        await client.stop()
        relay.close()
    }

    /// Takes a new location of the receiver, for a caster that wants it.
    public func offer(_ location: Location) {
        client.assumeIsolated { $0.offer(location.fix) }
    }

    /// What the client did and found.
    public var status: NTRIPStatus { client.assumeIsolated { $0.status } }

    /// What went to the sinks.
    public var sinks: [CorrectionsRelay.SinkStatus] { relay.status }
}
