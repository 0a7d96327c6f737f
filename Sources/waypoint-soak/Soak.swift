import Formats
import FoundationEssentials
import Navigation
import Simulator
import TestKit
import Transport

/// A crowd of apps, a receiver and a proxy around one served head unit, and the hand that changes routes, permissions
/// and the ignition. What must hold is checked all the time; what did not is in ``violations``.
actor Soak {
    let options: SoakOptions
    nonisolated let reactor: Reactor
    var random: SplitMix64
    var crowd: [SoakApp] = []
    /// What did not hold, the first hundred of it.
    private(set) var violations: [String] = []
    private(set) var violationCount = 0
    /// What happened, by name.
    private(set) var counts: [String: Int] = [:]
    var samples: [SoakProcess.Sample] = []
    private var lastBeat: Duration?
    /// The longest time between two beats, which are due every 20 ms: how long the machine held this process up.
    private(set) var longestBeat = Duration.zero

    /// The number of the route that holds.
    var sequence = 0
    /// Whether apps may be told of changes.
    var isAllowed = true
    /// Whether the ignition is on: only then can anybody connect.
    var isIgnitionOn = true
    private var port: UInt16 = 0
    let proxy: SoakProxy
    let receiver: SoakReceiver
    /// Who reads the page of the head unit.
    private var page: SoakPage?
    /// Since when there have been apps that talk.
    private var appsTalkSince: Duration?
    private let start: Duration
    /// Apps connect and act until this is set.
    var isEnding = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ options: SoakOptions, drive: Route, on reactor: Reactor) throws {
        self.options = options
        self.reactor = reactor
        random = SplitMix64(seed: options.seed)
        proxy = try SoakProxy(seed: options.seed &+ 1, on: reactor)
        receiver = try SoakReceiver(route: drive, seed: options.seed &+ 2, on: reactor)
        start = reactor.now
        for number in 0..<options.apps {
            // Of twenty: eleven steady, two slow, four that come and go, two that misbehave, one that sends rubbish.
            let kind: SoakApp.Kind =
                switch number % 20 {
                case 0...10: .steady
                case 11, 12: .slow
                case 13...16: .reconnecting
                case 17, 18: .misbehaving
                default: .malformed
                }
            crowd.append(SoakApp(number: number, kind: kind, usesProxy: kind == .reconnecting && number % 2 == 0))
        }
    }

    /// Where the receiver listens.
    var receiverPort: UInt16 { receiver.port }

    // MARK: What happened

    func note(_ event: String, _ count: Int = 1) { counts[event, default: 0] += count }

    func violation(_ text: String) {
        violationCount += 1
        guard violations.count < 100 else { return }
        let seconds = Double((reactor.now - start) / .milliseconds(1)) / 1000
        violations.append("\(seconds) s: \(text)")
    }

    // MARK: Beats

    /// Lets the crowd come, one every few milliseconds, and begins the beats of apps, page readers and receiver.
    func begin(port: UInt16, page: SoakPage) {
        self.port = port
        self.page = page
        for app in crowd { app.nextAct = reactor.now + .milliseconds(Int64(5 * app.number)) }
        receiver.start()
        proxy.accept { [self] stream in assumeIsolated { $0.enterProxy(stream) } }
        beat()
        receiverBeat()
    }

    /// Ends all connections of the crowd; the readers of the page see that, and end as well.
    func end() async {
        isEnding = true
        for app in crowd { disconnect(app) }
        proxy.stop()
        receiver.stop()
        guard let page else { return }
        await page.checkEnd(route: sequence, apps: 0)
        await page.end()
        for text in await page.takeViolations() { violation(text) }
        for (name, count) in await page.counts { note(name, count) }
    }

    private func receiverBeat() {
        guard !isEnding else { return }
        receiver.beat()
        reactor.schedule(at: receiver.nextDeadline()) { [self] in assumeIsolated { $0.receiverBeat() } }
    }

    private func beat() {
        guard !isEnding else { return }
        let now = reactor.now
        if let lastBeat { longestBeat = max(longestBeat, now - lastBeat) }
        lastBeat = now
        for app in crowd {
            look(after: app, now)
            if app.nextAct <= now { act(app, now) }
        }
        lookAfterPage(now)
        reactor.schedule(after: .milliseconds(20)) { [self] in assumeIsolated { $0.beat() } }
    }

    /// What must hold for the readers of the page at any time.
    private func lookAfterPage(_ now: Duration) {
        let isTalk = isIgnitionOn && crowd.contains { $0.kind == .steady && $0.session?.stage == .running }
        appsTalkSince = isTalk ? appsTalkSince ?? now : nil
        let surroundings = SoakPageView.Surroundings(
            positionsFlowSince: receiver.flowsSince, appsTalkSince: appsTalkSince)
        let found = page?.assumeIsolated { page in
            page.beat(surroundings)
            return page.takeViolations()
        }
        for text in found ?? [] { violation(text) }
    }

    /// What must hold for an app at any time.
    private func look(after app: SoakApp, _ now: Duration) {
        if let reads = app.readsAt, reads <= now {
            app.readsAt = nil
            app.grace = now + .seconds(10)
            app.stream?.setReading(true)
        }
        guard app.readsAt == nil else { return }
        app.session?.check(now: now, grace: app.grace)
        collect(app)
    }

    func collect(_ app: SoakApp) {
        for text in app.session?.takeViolations() ?? [] {
            violation("\(app.name) (\(app.kind.rawValue)): \(text)")
        }
    }

    // MARK: Connections

    func connect(_ app: SoakApp) {
        guard !app.isConnecting, app.stream == nil, isIgnitionOn else { return }
        app.isConnecting = true
        app.generation += 1
        let generation = app.generation
        let port = app.usesProxy ? proxy.port : port
        Task {
            do {
                let stream = try await TCPStream.connect(host: "127.0.0.1", port: port, on: reactor)
                connected(app.number, generation, stream)
            } catch {
                app.isConnecting = false
                // The ignition may go off while the connection is on its way.
                if isIgnitionOn, !isEnding { note("refused connections") }
            }
        }
    }

    private func connected(_ number: Int, _ generation: Int, _ stream: TCPStream) {
        let app = crowd[number]
        app.isConnecting = false
        guard !isEnding, generation == app.generation, app.stream == nil else { return stream.close() }
        note("connections")
        app.stream = stream
        app.grace = .zero
        app.readsAt = nil
        app.leavesAt =
            switch app.kind {
            case .reconnecting: reactor.now + .milliseconds(Int64.random(in: 1_000...12_000, using: &random))
            case .malformed: reactor.now + .milliseconds(Int64.random(in: 100...3_000, using: &random))
            default: nil
            }
        stream.start(
            onBytes: { [self] bytes in assumeIsolated { $0.received(bytes, number, generation) } },
            onClosure: { [self] closure in assumeIsolated { $0.lost(closure, number, generation) } })
        if app.kind == .malformed { return }
        let session = SoakSession(registration: app.registration, wantsPosition: app.number % 2 == 0)
        app.hashID = nil
        app.session = session
        stream.write(session.opening())
    }

    private func received(_ bytes: [UInt8], _ number: Int, _ generation: Int) {
        let app = crowd[number]
        guard generation == app.generation, app.session != nil else { return }
        let reply = app.session?.received(bytes, now: reactor.now) ?? []
        if !reply.isEmpty { app.stream?.write(reply) }
        collect(app)
    }

    private func lost(_ closure: StreamClosure, _ number: Int, _ generation: Int) {
        let app = crowd[number]
        guard generation == app.generation else { return }
        collect(app)
        let wasOver = app.session?.stage == .over
        if isIgnitionOn, !isEnding, !wasOver, !app.kind.mayBeCutOff, !app.usesProxy {
            violation("\(app.name) (\(app.kind.rawValue)) was cut off: \(closure)")
        }
        if app.kind == .misbehaving { note("cut off for misbehaviour") }
        forget(app, keepingHash: isIgnitionOn)
    }

    /// Closes the app's connection, if it has one.
    func disconnect(_ app: SoakApp, keepingHash: Bool = false) {
        collect(app)
        forget(app, keepingHash: keepingHash)
    }

    private func forget(_ app: SoakApp, keepingHash: Bool) {
        app.stream?.close()
        app.stream = nil
        app.generation += 1
        app.isConnecting = false
        if let session = app.session {
            note("changes told", session.changes)
            note("answers", session.answers)
            note("positions told", session.positions)
            if keepingHash { app.hashID = session.hashID }
        }
        app.session = nil
        app.nextAct = reactor.now + .milliseconds(Int64.random(in: 100...2_000, using: &random))
    }

    private func enterProxy(_ stream: TCPStream) {
        let port = port
        Task {
            guard let head = try? await TCPStream.connect(host: "127.0.0.1", port: port, on: reactor) else {
                return stream.close()
            }
            proxy.join(stream, head)
        }
    }

    /// Waits, as the hand between two changes does.
    func pause(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            reactor.schedule(after: time) { continuation.resume() }
        }
    }
}
