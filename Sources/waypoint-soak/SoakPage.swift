import TestKit
import Transport
import Web

/// The readers of the page that the head unit serves: some read, some are slow, some come and go, one never reads.
actor SoakPage {
    nonisolated let reactor: Reactor
    private let address: WebSocketAddress
    private let readers: [SoakPageReader]
    private var random: SplitMix64
    private let stay: ClosedRange<Int64>
    private var isEnding = false
    private var violations: [String] = []
    /// What happened, by name.
    private(set) var counts: [String: Int] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// How long the silent one does not read: longer than a page lets a reader be without any sign of life.
    static let silence = Duration.seconds(60)

    /// Makes readers that have not come yet.
    ///
    /// - Parameters:
    ///   - url: The page's address, as the head unit prints it.
    ///   - secrets: What must not be told to anybody.
    ///   - stay: How many milliseconds those stay that come and go.
    init(
        _ url: String, secrets: [String], stay: ClosedRange<Int64> = 200...12_000, seed: UInt64, on reactor: Reactor
    ) throws {
        self.reactor = reactor
        self.stay = stay
        let host = url.split(separator: "/").dropFirst().first ?? ""
        address = try WebSocketAddress(parsing: "ws://\(host)/live")
        random = SplitMix64(seed: seed)
        let kinds: [SoakPageReader.Kind] = [.steady, .steady, .slow, .reconnecting, .reconnecting, .silent]
        readers = kinds.enumerated().map { SoakPageReader(number: $0, kind: $1, secrets: secrets) }
    }

    /// One beat: who has something to do does it, and all is looked at.
    func beat(_ surroundings: SoakPageView.Surroundings) {
        guard !isEnding else { return }
        let now = reactor.now
        for reader in readers {
            if reader.nextAct <= now { act(reader, now) }
            guard reader.readsAt == nil, reader.kind != .silent else { continue }
            reader.eyes.look { $0.check(surroundings, grace: reader.grace, now: now) }
        }
    }

    /// How many connections were told all that was known.
    var snapshots: Int { readers.reduce(0) { $0 + $1.eyes.look { $0.snapshots } } }

    /// Takes out what did not hold, in words that name the reader.
    func takeViolations() -> [String] {
        for reader in readers {
            violations += reader.eyes.look { $0.takeViolations() }.map { "\(reader.name): \($0)" }
        }
        return exchange(&violations, with: [])
    }

    /// Waits until those that read all the time show what holds at the end, and says who does not.
    func checkEnd(route: Int, apps: Int, patience: Duration = SoakPageView.patience) async {
        let deadline = reactor.now + patience
        let steady = readers.filter { $0.kind == .steady }
        while true {
            let shown = steady.map { reader in reader.eyes.look { (route: $0.route, apps: $0.apps) } }
            let wrong = zip(steady, shown).filter { $0.1 != (route, apps) }
            if wrong.isEmpty { return }
            guard reactor.now < deadline else {
                for (reader, shown) in wrong {
                    violations.append(
                        "\(reader.name) shows route \(shown.route) and \(shown.apps ?? -1) apps, not \(route) and \(apps)"
                    )
                }
                return
            }
            await pause(.milliseconds(100))
        }
    }

    /// Waits, as whoever looks at the readers does.
    func pause(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            reactor.schedule(after: time) { continuation.resume() }
        }
    }

    /// Ends all connections.
    func end() async {
        guard !exchange(&isEnding, with: true) else { return }
        for reader in readers {
            reader.generation += 1
            await exchange(&reader.client, with: nil)?.stop()
            for (name, count) in reader.eyes.look({ Self.counts(of: $0) }) { counts[name, default: 0] += count }
        }
    }

    private static func counts(of view: SoakPageView) -> [String: Int] {
        [
            "messages of the page": view.messages, "positions shown": view.positions,
            "rows of the log shown": view.rows,
            "rows missed by slow readers": view.missedRows, "snapshots of the page": view.snapshots,
        ]
    }

    private func note(_ event: String) { counts[event, default: 0] += 1 }

    // MARK: What they do

    private func act(_ reader: SoakPageReader, _ now: Duration) {
        guard let client = reader.client else { return connect(reader) }
        switch reader.kind {
        case .steady:
            reader.nextAct = now + .seconds(1)
        case .slow:
            if reader.readsAt == nil {
                note("pauses of page readers")
                client.socket.setReading(false)
                // Shorter than the silence after which the page lets a reader go.
                reader.readsAt = now + .milliseconds(Int64.random(in: 500...5_000, using: &random))
                reader.nextAct = reader.readsAt ?? now
            } else {
                read(reader, client, now)
                reader.nextAct = now + .milliseconds(Int64.random(in: 500...15_000, using: &random))
            }
        case .reconnecting:
            leave(reader, inOrder: Bool.random(using: &random))
        case .silent:
            guard reader.readsAt == nil else {
                // By now the page has let it go: behind what was on its way the end of the connection is to be read.
                read(reader, client, now)
                reader.nextAct = now + .seconds(15)
                return
            }
            violations.append("\(reader.name) was not let go")
            leave(reader, inOrder: false)
        }
    }

    private func read(_ reader: SoakPageReader, _ client: WebSocketClient, _ now: Duration) {
        reader.readsAt = nil
        reader.grace = now
        client.socket.setReading(true)
    }

    private func connect(_ reader: SoakPageReader) {
        guard !reader.isConnecting else { return }
        reader.isConnecting = true
        reader.generation += 1
        let (number, generation) = (reader.number, reader.generation)
        // Messages may be large, and whoever does not read must not look for signs of life either.
        let limits = WebLimits(messageBytes: 16 << 20, connections: 1, silenceSeconds: 3600)
        Task {
            let client = try? await WebSocketClient.connect(to: address, limits: limits)
            await connected(number, generation, client)
        }
    }

    private func connected(_ number: Int, _ generation: Int, _ client: WebSocketClient?) async {
        let reader = readers[number]
        reader.isConnecting = false
        let now = reactor.now
        guard let client else {
            // The page is there from the first to the last, also while the ignition is off.
            if !isEnding { violations.append("\(reader.name) cannot connect") }
            reader.nextAct = now + .seconds(1)
            return
        }
        guard !isEnding, generation == reader.generation else { return await client.stop() }
        note("page readers that came")
        reader.client = client
        reader.grace = .zero
        reader.readsAt = nil
        let eyes = reader.eyes
        let connection = eyes.look { $0.opened(now: now) }
        // What the silent one finds in the end is old, and only its end counts.
        let looks = reader.kind != .silent
        client.socket.start(
            onMessage: { [reactor] message in
                if looks { eyes.look { $0.received(message.bytes, on: connection, now: reactor.now) } }
            },
            onClosure: { [weak self] closure in Task { await self?.lost(closure, number, generation) } })
        switch reader.kind {
        case .steady: reader.nextAct = now
        case .slow: reader.nextAct = now + .seconds(1)
        case .reconnecting: reader.nextAct = now + .milliseconds(Int64.random(in: stay, using: &random))
        case .silent:
            client.socket.setReading(false)
            reader.readsAt = now + Self.silence
            reader.nextAct = now + Self.silence
        }
    }

    private func lost(_ closure: WebSocketClosure, _ number: Int, _ generation: Int) {
        let reader = readers[number]
        guard !isEnding, generation == reader.generation, reader.client != nil else { return }
        if reader.kind == .silent {
            note("silent page readers let go")
        } else {
            violations.append("\(reader.name) was cut off: \(closure)")
        }
        leave(reader, inOrder: false)
    }

    private func leave(_ reader: SoakPageReader, inOrder: Bool) {
        guard let client = exchange(&reader.client, with: nil) else { return }
        reader.generation += 1
        reader.readsAt = nil
        reader.eyes.look { $0.closed() }
        reader.nextAct = reactor.now + .milliseconds(Int64.random(in: 50...2_000, using: &random))
        if !inOrder { client.socket.abort() }
        Task { await client.stop() }
    }
}
