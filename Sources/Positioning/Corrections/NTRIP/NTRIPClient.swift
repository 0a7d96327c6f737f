public import GNSS
internal import Glibc
public import Log
public import NMEA
public import RTCM
public import Transport

/// An NTRIP client on a reactor: corrections in, positions out, connected again and again until stopped or dropped.
///
///     let address = try NTRIPAddress(parsing: "ntrip://user:password@caster.example:2101/BASE1")
///     let client = try NTRIPClient(NTRIPConfiguration(address), on: reactor) { event in … }
///     await client.start()
public actor NTRIPClient {
    /// What a client tells; delivered on the reactor's thread.
    public enum Event: Sendable {
        /// What it is doing has changed.
        case state(NTRIPState)
        /// Corrections, as whole frames.
        case frames([RTCMFrame])
        /// Bytes of a stream that is passed on as it comes.
        case bytes([UInt8])
        /// The table, when no mountpoint was named.
        case table(SourceTable)
    }

    private let reactor: Reactor
    private let configuration: NTRIPConfiguration
    private let tls: TLSContext?
    private let deliver: @Sendable (Event) -> Void
    private let log: Logger
    private var machine: NTRIPClientMachine
    private var stream: TCPStream?
    private var secured: TLSStream?
    /// Which attempt is current; what belongs to an older one is ignored.
    private var attempt = 0
    private var timer: Reactor.TimerID?
    /// What was told of a position that is missing.
    private var toldLoss: String?
    /// The connection that is being opened.
    private var opening: Task<Void, Never>?
    /// Whether anything came since TLS was begun.
    private var hasAnswer = false

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a client; it begins with ``start()``.
    ///
    /// - Parameters:
    ///   - configuration: What to do.
    ///   - tls: Trust for a secure address; the system's when nil. Reading certificates takes a moment, so make neither
    ///     contexts nor secure clients on a reactor's thread.
    ///   - reactor: Where sockets and timers live.
    ///   - log: Where to tell what goes on; never credentials or positions.
    ///   - deliver: Takes events, on the reactor's thread.
    /// - Throws: `TransportError` when the system's certificates cannot be read.
    public init(
        _ configuration: NTRIPConfiguration, tls: TLSContext? = nil, on reactor: Reactor, log: Logger = .disabled,
        deliver: @escaping @Sendable (Event) -> Void
    ) throws(TransportError) {
        self.reactor = reactor
        self.configuration = configuration
        if configuration.address.isSecure, tls == nil {
            self.tls = try TLSContext.client()
        } else {
            self.tls = tls
        }
        self.deliver = deliver
        self.log = log
        machine = NTRIPClientMachine(configuration, utcAtZero: Self.utcAtZero(of: reactor))
    }

    // Not an `isolated deinit`, which the optimising compiler does not take in other modules.
    deinit {
        opening?.cancel()
        let (stream, secured, timer) = (stream, secured, timer)
        guard stream != nil || timer != nil else { return }
        reactor.performSoon { [reactor] in
            if let secured { secured.close() } else { stream?.close() }
            if let timer { reactor.cancel(timer) }
        }
    }

    /// Begins; a second call does nothing.
    public func start() { perform(machine.start(now: reactor.now)) }

    /// Closes the connection; nothing is delivered afterwards but the state.
    public func stop() { perform(machine.stop(now: reactor.now)) }

    /// Tries again at once instead of waiting.
    public func retryNow() { perform(machine.retryNow(now: reactor.now)) }

    /// Takes the receiver's newest position.
    public func offer(_ sentence: GGA) { perform(machine.position(sentence, now: reactor.now)) }

    /// Takes the receiver's newest position as a fix.
    public func offer(_ fix: Fix) {
        if !fix.isStale { offer(GGA(fix, talker: .gps)) }
    }

    /// Counts and findings since the start.
    public var status: NTRIPStatus { machine.currentStatus }

    // MARK: Inside

    private func perform(_ actions: [NTRIPClientMachine.Action]) {
        for action in actions {
            switch action {
            case .connect(let host, let port): connect(host: host, port: port)
            case .secure(let name): secure(serverName: name)
            case .send(let bytes): current?.write(bytes)
            case .sendPosition(let bytes):
                if let current, current.unsentByteCount == 0 {
                    current.write(bytes)
                } else {
                    machine.positionDropped(byteCount: bytes.count)
                }
            case .close: close()
            case .frames(let frames): deliver(.frames(frames))
            case .bytes(let bytes): deliver(.bytes(bytes))
            case .table(let table): deliver(.table(table))
            case .state(let state):
                log.log(.info, "ntrip state", ["state": .string(Self.name(of: state))])
                deliver(.state(state))
            }
        }
        tellPositionLoss()
        refreshTimer()
    }

    /// Programs that show no status tell it by their log.
    private func tellPositionLoss() {
        guard machine.positionLoss != toldLoss else { return }
        toldLoss = machine.positionLoss
        if let toldLoss { log.log(.warning, "ntrip position", ["explanation": .string(toldLoss)]) }
    }

    private var current: (any ByteStream)? { secured ?? stream }

    private func connect(host: String, port: UInt16) {
        close()
        let (attempt, timeout, reactor) = (attempt, configuration.times.connect, reactor)
        // Weakly: a client that is dropped while it connects must not log in.
        opening = Task { [weak self] in
            do throws(TransportError) {
                let stream = try await TCPStream.connect(host: host, port: port, timeout: timeout, on: reactor)
                guard let self else { return reactor.performSoon { stream.close() } }
                await self.opened(stream, attempt: attempt)
            } catch {
                await self?.connectFailed(error, attempt: attempt)
            }
        }
    }

    private func connectFailed(_ error: TransportError, attempt: Int) {
        guard attempt == self.attempt else { return }
        perform(machine.connectFailed(error, now: reactor.now))
    }

    private func opened(_ stream: TCPStream, attempt: Int) {
        guard attempt == self.attempt else { return stream.close() }
        opening = nil
        self.stream = stream
        stream.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated { client in
                    client.receivedWire(bytes)
                }
            },
            onClosure: { [weak self] closure in
                self?.assumeIsolated { client in
                    client.stream = nil
                    if let secured = client.secured { secured.baseClosed(closure) } else { client.closed(closure) }
                }
            })
        perform(machine.connected(now: reactor.now))
    }

    private func secure(serverName: String) {
        guard let stream, let tls else { return }
        hasAnswer = false
        do throws(TransportError) {
            let attempt = attempt
            let secured = try TLSStream(over: stream, context: tls, serverName: serverName) { [weak self] result in
                self?.assumeIsolated { client in
                    guard attempt == client.attempt else { return }
                    switch result {
                    case .success: client.perform(client.machine.secured(now: client.reactor.now))
                    case .failure(let error):
                        client.perform(client.machine.securingFailed(error, now: client.reactor.now))
                    }
                }
            }
            self.secured = secured
            secured.startInside(
                onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes) } },
                onClosure: { [weak self] closure in self?.assumeIsolated { $0.closed(closure) } })
        } catch {
            perform(machine.securingFailed(error, now: reactor.now))
        }
    }

    /// Takes bytes of the wire; what is no TLS where TLS was to begin is told as it is.
    private func receivedWire(_ bytes: [UInt8]) {
        let isFirst = !hasAnswer
        hasAnswer = true
        // The types of TLS records.
        guard let secured, let type = bytes.first, !isFirst || 20...24 ~= type else { return received(bytes) }
        secured.received(bytes)
    }

    private func received(_ bytes: [UInt8]) { perform(machine.received(bytes, now: reactor.now)) }

    private func closed(_ closure: StreamClosure) { perform(machine.closed(closure, now: reactor.now)) }

    private func close() {
        attempt += 1
        opening?.cancel()
        opening = nil
        current?.close()
        secured = nil
        stream = nil
    }

    private func refreshTimer() {
        if let timer { reactor.cancel(timer) }
        timer = machine.deadline(now: reactor.now).map { deadline in
            // A deadline that has passed without effect must not make the loop spin.
            reactor.schedule(at: max(deadline, reactor.now + .milliseconds(1))) { [weak self] in
                self?.assumeIsolated { client in
                    client.timer = nil
                    client.perform(client.machine.advance(to: client.reactor.now))
                }
            }
        }
    }

    private static func name(of state: NTRIPState) -> String {
        switch state {
        case .idle: "idle"
        case .waitingForPosition: "waiting for a position"
        case .connecting: "connecting"
        case .handshaking: "handshaking"
        case .waitingForData: "waiting for data"
        case .streaming: "streaming"
        case .degraded: "degraded"
        case .fallingBack(let failure, let wait):
            "another version in \(wait.components.seconds) s: \(failure)"
        case .backingOff(let failure, let wait): "backing off \(wait.components.seconds) s: \(failure)"
        case .failed(let failure): "failed: \(failure)"
        case .finished: "finished"
        }
    }

    private static func utcAtZero(of reactor: Reactor) -> UTCTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let wall = UTCTime(nanosecondsSince1970: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
        return wall.adding(.zero - reactor.now)
    }
}
