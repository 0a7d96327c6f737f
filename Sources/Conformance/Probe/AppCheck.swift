internal import Formats
internal import HeadUnit
internal import SDLSpec
package import Simulator
package import Transport

/// Checks an app: is the head unit for it, in several forms, and gives the transcript.
package actor AppCheck: Waiting {
    /// What came of it.
    package struct Outcome: Sendable {
        /// What passed.
        package let transcript: Transcript
        /// The walks that were not made, or not to their end, and why.
        package let skips: [String: String]
        /// Why there is nothing to judge; `nil` when there is.
        package let noConnection: String?
        /// Why the check did not come to its end; `nil` when it is whole.
        package let incomplete: String?
        /// The last lines the app printed.
        package let output: [String]
    }

    package nonisolated let reactor: Reactor
    let pace: Pace
    private let connectTime: Duration
    private let app: any ScenarioApp
    private let port: UInt16
    private let host: String
    private let onWalk: @Sendable (String) -> Void
    private let ask: @Sendable (String) -> Void
    let log: TranscriptLog
    private(set) var unit: MockHeadUnit?
    private(set) var link: TappedStream?
    private var listener: TCPListener?
    private var skips: [String: String] = [:]
    private var hasConnected = false
    /// Whether the app has subscribed to waypoints in any walk; `nil` before it had the chance.
    private var subscribes: Bool?
    /// When no more walks begin.
    private var deadline = Duration.zero
    private var isEnded = false
    /// How often the app was started.
    private var life = 0
    /// The messages that passed in this walk, by name and kind.
    private var seen: [String: Int] = [:]
    private var appName: String?
    private var openedWith: [AppFault] = []
    var waits = WaitList()
    private var beats: UInt32 = 500
    /// The versions of sessions in which the app has left a heartbeat without an answer.
    private var silentVersions: Set<UInt8> = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a check.
    ///
    /// - Parameters:
    ///   - app: The app under test; it is started for each walk.
    ///   - pace: How long it waits.
    ///   - connectTime: How long the app may take to connect, where that is longer than an answer takes.
    ///   - host: A numeric address of this machine to listen on.
    ///   - port: The port, 0 for any free one.
    ///   - reactor: The thread to live on.
    ///   - onWalk: Is told each walk when it begins, on the reactor's thread.
    ///   - ask: Is told what whoever started the app has to do with it, on the reactor's thread.
    package init(
        _ app: any ScenarioApp, pace: Pace = .live, connectTime: Duration? = nil, host: String = "127.0.0.1",
        port: UInt16 = 0, on reactor: Reactor,
        onWalk: @escaping @Sendable (String) -> Void = { _ in },
        ask: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.app = app
        self.pace = pace
        self.connectTime = connectTime ?? pace.answer
        self.host = host
        self.port = port
        self.reactor = reactor
        self.onWalk = onWalk
        self.ask = ask
        log = TranscriptLog(reactor: reactor)
    }

    /// Makes all walks.
    ///
    /// - Throws: `TransportError` when the port cannot be had.
    package func run() async throws(TransportError) -> Outcome {
        let listener = try TCPListener(host: host, port: port, on: reactor)
        self.listener = listener
        listener.accept { [weak self] stream in self?.assumeIsolated { $0.accept(stream) } }
        deadline = reactor.now + pace.total
        var incomplete: String?
        for walk in AppWalk.all(pace) {
            guard !Task.isCancelled else {
                skips[walk.name] = "not run: interrupted"
                continue
            }
            guard reactor.now < deadline else {
                skips[walk.name] = "not run: the time is over"
                incomplete = "the time of \(pace.total.milliseconds / 1000) s is over"
                continue
            }
            onWalk(walk.title)
            do {
                try await make(walk, listener.address)
            } catch {
                skips[walk.name] = "\(error)"
            }
            if !hasConnected { break }
        }
        listener.close()
        if Task.isCancelled { incomplete = "interrupted" }
        let isAbsent = !hasConnected && !Task.isCancelled
        return Outcome(
            transcript: log.transcript(pace), skips: skips,
            noConnection: isAbsent
                ? "no app connected to \(listener.address) within \(connectTime.milliseconds / 1000) s, or it ended before"
                : nil,
            incomplete: incomplete, output: await app.output())
    }

    private func make(_ walk: AppWalk, _ address: SocketAddress) async throws {
        var module = try MockModule(named: walk.module)
        walk.change(&module)
        let unit = try await MockHeadUnit(module, route: try MockFiles.route("city", file: "check"), on: reactor)
        self.unit = unit
        link = nil
        seen = [:]
        appName = nil
        isEnded = false
        life += 1
        openedWith = walk.faults.first.map { [$0.kind] } ?? []
        await Self.begin(unit, walk.faults.map(\.fault))
        await unit.observe(messages: true) { [weak self] event in
            self?.assumeIsolated { $0.happened(event) }
        }
        let life = life
        do {
            try await app.start(address, arguments: []) { [weak self] event in
                guard case .ended = event, let self else { return }
                Task { await self.ended(life) }
            }
        } catch {
            await unit.stop()
            self.unit = nil
            throw error
        }
        let started = reactor.now
        if await wait(connectTime, until: { $0.link != nil || $0.isEnded }), link != nil {
            hasConnected = true
            // What a person takes to start an app is not the check's time.
            if connectTime > pace.answer { deadline += reactor.now - started }
            await walk.walk(self)
        } else if skips[walk.name] == nil {
            skips[walk.name] = "in the walk \(walk.title) the app did not connect"
        }
        await end(walk)
        await unit.stop()
        self.unit = nil
        switch await app.finish(within: pace.control) {
        case .ended(status: 0), .unknown: break
        case .ended(let status): log.stimulus(.note("the app ended with status \(status)"), link?.number ?? 0)
        case .killed: log.stimulus(.note("the app did not end and was killed"), link?.number ?? 0)
        }
    }

    /// Has the app end, where that is the check's to do or what the walk is about.
    private func end(_ walk: AppWalk) async {
        guard let link, !link.isOver else { return await app.interrupt() }
        guard app.isVisitor else {
            log.stimulus(.leave, link.number)
            await app.interrupt()
            await wait(pace.control) { $0.link?.isOver ?? true }
            return
        }
        guard Rule.app.contains(where: { $0.walk == walk.name && $0.id.hasPrefix("APP-END") }) else { return }
        log.stimulus(.leave, link.number)
        ask("end the app now")
        let asked = reactor.now
        await wait(connectTime) { $0.link?.isOver ?? true }
        deadline += reactor.now - asked
    }

    private static func begin(_ unit: isolated MockHeadUnit, _ faults: [Fault]) {
        unit.headUnit.assumeIsolated { $0.start() }
        for fault in faults { try? unit.switchOn(fault) }
    }

    private func accept(_ stream: TCPStream) {
        guard let unit else { return stream.close() }
        let tapped = TappedStream(stream, log: log) { [weak self] in self?.assumeIsolated { $0.wake() } }
        link = tapped
        for kind in openedWith { log.stimulus(.fault(kind.rawValue), tapped.number) }
        let port = listener?.address.port
        unit.assumeIsolated { $0.attach(tapped, listenerPort: port) }
        wake()
    }

    private func happened(_ event: MockHeadUnit.Event) {
        guard case .message(let message) = event else { return }
        seen["\(message.function ?? "") \(message.kind.name)", default: 0] += 1
        if let name = message.appName { appName = name }
        wake()
    }

    private func ended(_ life: Int) {
        // The end of an earlier life may be told when the next one has begun.
        guard life == self.life else { return }
        isEnded = true
        wake()
    }

    // MARK: Steps of walks

    /// Waits until something is there.
    ///
    /// - Returns: Whether it came in time.
    @discardableResult
    func wait(_ timeout: Duration, until condition: @Sendable (isolated AppCheck) -> Bool) async -> Bool {
        let deadline = reactor.now + timeout
        while true {
            if condition(self) { return true }
            guard !isOver(deadline) else { return false }
            await change(before: deadline)
        }
    }

    /// Lets the app do what it wants.
    func pause(_ time: Duration) async { await wait(time) { $0.isEnded } }

    /// Waits until the app has subscribed, or has had its chance: a longer one where it did so before.
    func untilSubscribed(after time: Duration = .zero) async {
        let chance = subscribes == false ? pace.level : pace.level * 3
        let isThere = await wait(chance + time) { $0.isEnded || ($0.seen["SubscribeWayPoints response"] ?? 0) > 0 }
        let hasSubscribed = isThere && !isEnded
        subscribes = (subscribes ?? hasSubscribed) || hasSubscribed
    }

    /// Does something to the head unit.
    func perform(_ command: JSONValue, _ stimulus: Stimulus) async {
        guard let unit else { return }
        let entry = log.stimulus(stimulus)
        do throws(ControlError) {
            _ = try await unit.perform(try ControlRequest(json: command))
        } catch {
            log.withdraw(entry, reason: "\(error)")
        }
    }

    /// Brings the app to a level.
    func level(_ level: String) async {
        guard let appName else { return }
        await perform(
            ["command": "level", "app": .string(appName), "level": .string(level)], .level(app: appName, level))
    }

    /// Ends the app.
    func exit() async {
        guard let appName else { return }
        await perform(
            ["command": "exit", "app": .string(appName), "reason": "UNAUTHORIZED_TRANSPORT_REGISTRATION"],
            .note("the head unit ends the app \(appName)"))
    }

    /// Sets another route.
    func route(_ name: String) async {
        await perform(["command": "route", "action": "set", "route": .string(name)], .route)
        await pause(pace.quiet)
    }

    /// Asks the app for a heartbeat, and waits for the answer.
    ///
    /// - Parameter isJudged: Whether an answer is what the walk is about: an app that gives none in sessions of the version
    ///   is not waited for again where it only shows that the app lives.
    func beat(isJudged: Bool = true) async {
        guard let link, !link.isOver else { return }
        beats += 1
        let before = link.beatAnswers
        link.beat(beats)
        let patience = !isJudged && silentVersions.contains(link.version) ? pace.quiet : pace.control
        let isAnswered = await wait(patience) { $0.link.map { $0.isOver || $0.beatAnswers > before } ?? true }
        if !isAnswered { silentVersions.insert(link.version) }
    }
}
