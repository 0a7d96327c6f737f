public import GNSS
internal import Glibc
internal import NMEA
internal import RTCM
public import Transport

/// A small caster for tests: NTRIP 1 and 2, raw and in chunks, logins, TLS, a stream that follows the rover, and faults.
public actor NTRIPCaster {
    /// What a caster tells; delivered on the reactor's thread.
    public enum Event: Sendable {
        /// A rover gets a stream.
        case subscribed(peer: String, mountpoint: String)
        /// A rover told its position.
        case position(peer: String, GeodeticCoordinate)
        /// A connection is over.
        case closed(peer: String)
    }

    private struct Client {
        var session: CasterSession
        let stream: any ByteStream
    }

    private let reactor: Reactor
    private let listener: TCPListener
    private let configuration: CasterConfiguration
    private let tls: TLSContext?
    private let interval: Duration
    private let deliver: @Sendable (Event) -> Void
    private var feed: CorrectionsFeed
    private var clients: [Int: Client] = [:]
    private var nextClient = 0
    private var isRunning = false

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// The address listened on.
    public nonisolated let address: SocketAddress

    /// Binds and listens; rovers are served from ``start()`` on.
    ///
    /// - Parameters:
    ///   - configuration: Streams, logins and faults.
    ///   - feed: The corrections of all streams.
    ///   - interval: Time between two epochs.
    ///   - host: A numeric address of this machine.
    ///   - port: The port; 0 lets the system choose.
    ///   - tls: Certificate and key for TLS; nil for plain connections.
    ///   - reactor: Where sockets live.
    ///   - deliver: Takes events.
    /// - Throws: `TransportError` when the address is not usable.
    public init(
        _ configuration: CasterConfiguration, feed: CorrectionsFeed, interval: Duration = .seconds(1),
        host: String = "127.0.0.1", port: UInt16 = 2101, tls: TLSContext? = nil, on reactor: Reactor,
        deliver: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws(TransportError) {
        self.reactor = reactor
        self.configuration = configuration
        self.feed = feed
        self.interval = max(interval, .milliseconds(1))
        self.tls = tls
        self.deliver = deliver
        // A rover that reads nothing for about a minute is closed.
        listener = try TCPListener(
            host: host, port: port, configuration: .init(unsentByteLimit: 128 << 10), on: reactor)
        address = listener.address
    }

    // Not an `isolated deinit`, which the optimising compiler does not take in other modules.
    deinit {
        let streams = clients.values.map(\.stream)
        guard !streams.isEmpty else { return }
        reactor.performSoon { for stream in streams { stream.close() } }
    }

    /// Begins to serve.
    public func start() {
        guard !isRunning else { return }
        isRunning = true
        listener.accept { [weak self] stream in
            if let self { assumeIsolated { $0.accept(stream) } } else { stream.close() }
        }
        tick()
    }

    /// Closes all connections and the listener.
    public func stop() {
        isRunning = false
        listener.close()
        for client in clients.values { client.stream.close() }
        clients = [:]
    }

    /// How many rovers are connected.
    public var clientCount: Int { clients.count }

    private func accept(_ tcp: TCPStream) {
        guard clients.count < configuration.clientLimit else { return tcp.close() }
        var stream: any ByteStream = tcp
        if let tls {
            guard let secured = try? TLSStream(over: tcp, context: tls) else { return tcp.close() }
            stream = secured
        }
        let id = nextClient
        nextClient += 1
        clients[id] = Client(session: CasterSession(configuration), stream: stream)
        stream.start(
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes, from: id) } },
            onClosure: { [weak self] _ in self?.assumeIsolated { $0.closed(id) } })
        // Who says nothing must not keep others out.
        reactor.schedule(after: configuration.requestTime) { [weak self] in
            self?.assumeIsolated { caster in
                guard let client = caster.clients[id], !client.session.wasAsked else { return }
                client.stream.close()
                caster.closed(id)
            }
        }
    }

    private func received(_ bytes: [UInt8], from id: Int) {
        guard let actions = clients[id]?.session.received(bytes) else { return }
        perform(actions, for: id)
    }

    private func perform(_ actions: [CasterSession.Action], for id: Int) {
        guard let client = clients[id] else { return }
        for action in actions {
            switch action {
            case .send(let bytes): client.stream.write(bytes)
            case .close:
                client.stream.close()
                closed(id)
                return
            case .subscribed(let name): deliver(.subscribed(peer: client.stream.peer, mountpoint: name))
            case .position(let sentence):
                if let place = sentence.position?.coordinate { deliver(.position(peer: client.stream.peer, place)) }
            }
        }
    }

    private func closed(_ id: Int) {
        guard let client = clients.removeValue(forKey: id) else { return }
        deliver(.closed(peer: client.stream.peer))
    }

    private func tick() {
        guard isRunning else { return }
        let epoch = feed.take()
        for id in clients.keys.sorted() {
            guard let client = clients[id], client.session.isReady else { continue }
            for frame in epoch {
                let own =
                    client.session.mountpoint?.needsPosition == true
                    ? Self.virtual(frame, at: client.session.position) : frame
                guard let actions = clients[id]?.session.frame(own) else { break }
                perform(actions, for: id)
            }
        }
        reactor.schedule(after: interval) { [weak self] in self?.assumeIsolated { $0.tick() } }
    }

    /// The station's position moved to where the rover is, as a virtual reference station has it.
    static func virtual(_ frame: RTCMFrame, at position: GGA?) -> RTCMFrame {
        guard case .stationPosition(var station) = RTCMMessage(frame), let place = position?.position?.coordinate else {
            return frame
        }
        let height = (position?.altitude?.value ?? 0) + (position?.geoidSeparation?.value ?? 0)
        // A rover may say anything.
        guard abs(height) < 100_000 else { return frame }
        let ground = EarthCentredPosition(place)
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        let up = (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
        station.x = Int64(((ground.x + height * up.0) * 10_000).rounded())
        station.y = Int64(((ground.y + height * up.1) * 10_000).rounded())
        station.z = Int64(((ground.z + height * up.2) * 10_000).rounded())
        station.isComputed = true
        return station.isPlausible ? station.encoded() ?? frame : frame
    }
}
