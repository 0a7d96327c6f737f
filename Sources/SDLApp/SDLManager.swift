public import Log
public import Transport

/// An SDL app's connection to a head unit.
///
/// A manager connects, registers the app, keeps the session, and begins anew when one is lost. It is an actor on a
/// reactor: what a message changes is known in all places before anybody is told of it.
///
/// ```swift
/// let manager = try SDLManager(
///     SDLConfiguration(appName: "Way App", fullAppID: "8675309", transport: .tcp(host: "127.0.0.1", port: 12345)))
/// try await manager.start()
/// try await manager.systemCapabilityManager.waitUntilQueryable()     // until the driver has opened the app
/// try await manager.permissionManager.waitUntilKnown()               // level and permissions come in either order
/// if await manager.permissionManager.isAllowed(.getWayPoints),
///     try await manager.systemCapabilityManager.supportsWayPoints()
/// {
///     print(try await manager.wayPoints(.destination))
///     for try await wayPoints in await manager.wayPointUpdates() { print(wayPoints) }
/// }
/// await manager.stop()
/// ```
///
/// Calls of one task are sent in the order in which they are made; between tasks there is no order. No order is
/// promised between different streams either.
public actor SDLManager {
    /// The thread of this manager.
    public nonisolated let reactor: Reactor
    /// What the app is and how it behaves.
    public nonisolated let configuration: SDLConfiguration
    private let ownsReactor: Bool
    let logger: Logger
    nonisolated let lastAnswer = LastAnswer()
    var machine: ManagerMachine
    private var stream: (any ByteStream)?
    private var timer: (id: Reactor.TimerID, deadline: Duration)?
    /// The opening of transports under way, by generation.
    private var attempts: [Int: Task<Void, Never>] = [:]
    var callers: [UInt64: (ManagerMachine.Completion) -> Void] = [:]
    let streams = StreamTable()
    /// What answers requests of the head unit; nil for those that cannot be read.
    var handlers: [FunctionID: @Sendable ([UInt8]) async -> [UInt8]?] = [:]
    var handledRequests = 0
    private var lastNumber: UInt64 = 0
    private var todo: [ManagerMachine.Action] = []
    private var isPerforming = false

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a manager that does nothing until ``start()``.
    ///
    /// - Parameters:
    ///   - configuration: What the app is and how it behaves.
    ///   - reactor: The thread to live on; nil makes one that ends with the manager.
    ///   - logger: Where the manager tells what goes on.
    /// - Throws: `TransportError` when the system has no thread to give.
    public init(
        _ configuration: SDLConfiguration, reactor: Reactor? = nil, logger: Logger = .disabled
    ) throws(TransportError) {
        self.configuration = configuration
        if let reactor {
            self.reactor = reactor
            ownsReactor = false
        } else {
            self.reactor = try Reactor()
            ownsReactor = true
        }
        self.logger = logger.named("app")
        machine = ManagerMachine(configuration: configuration)
    }

    // Not an `isolated deinit`: with it, the optimising compiler refuses every other module that makes a manager. The
    // streams end with their table.
    deinit {
        let (stream, timer, reactor, ownsReactor) = (stream, timer?.id, reactor, ownsReactor)
        let attempts = Array(attempts.values)
        for attempt in attempts { attempt.cancel() }
        reactor.performSoon {
            stream?.close()
            if let timer { reactor.cancel(timer) }
        }
        guard ownsReactor else { return }
        Task {
            // What is still being opened needs the thread until it is put away.
            for attempt in attempts { await attempt.value }
            reactor.stop()
        }
    }

    // MARK: - Life

    /// Connects and registers, and returns when the session is ready for the first time.
    ///
    /// With a policy that repeats first attempts it waits through them. A manager that has ended can be started again.
    ///
    /// - Returns: What is known of the session.
    /// - Throws: Why the manager gave up; ``SDLError/alreadyStarted`` if it runs.
    @discardableResult
    public func start() async throws(SDLError) -> SessionInfo {
        switch await wait({ $0.start($1, now: $2) }) {
        case .ready(let info): return info
        case .failure(let error): throw error
        case .answer, .capability, .done: throw .cancelled
        }
    }

    /// Unregisters, ends the session and closes the transport, and returns when that is done.
    ///
    /// Does nothing if nothing runs; a task that was cancelled can still stop.
    public func stop() async {
        let number = nextNumber()
        await withCheckedContinuation { continuation in
            callers[number] = { _ in continuation.resume() }
            perform(machine.stop(number, now: reactor.now))
        }
    }

    // MARK: - Inside

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Begins something and waits for its completion, which comes exactly once, cancelled or not.
    func wait(
        _ begin: @Sendable (inout ManagerMachine, UInt64, Duration) -> [ManagerMachine.Action]
    ) async -> ManagerMachine.Completion {
        if Task.isCancelled { return .failure(.cancelled) }
        let number = nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                callers[number] = { continuation.resume(returning: $0) }
                perform(begin(&machine, number, reactor.now))
            }
        } onCancel: {
            Task { await self.cancel(number) }
        }
    }

    private func cancel(_ number: UInt64) {
        guard callers[number] != nil else { return }
        perform(machine.cancel(number, now: reactor.now))
    }

    func removeReader(_ number: UInt64) {
        guard streams.remove(number) else { return }
        perform(machine.removeReader(number, now: reactor.now))
    }

    func perform(_ actions: [ManagerMachine.Action]) {
        todo += actions
        guard !isPerforming else { return }
        isPerforming = true
        while !todo.isEmpty {
            let batch = todo
            todo = []
            for action in batch { perform(action) }
        }
        isPerforming = false
        setTimer()
    }

    private func perform(_ action: ManagerMachine.Action) {
        switch action {
        case .connect(let generation, let timeout): connect(generation, timeout)
        case .write(let bytes): stream?.write(bytes)
        case .closeTransport:
            stream?.close()
            stream = nil
            for attempt in attempts.values { attempt.cancel() }
        case .complete(let caller, let completion): callers.removeValue(forKey: caller)?(completion)
        case .phase(let phase):
            logger.log(.info, "phase", ["phase": .string("\(phase)")])
            streams.publish(phase)
        case .hmiLevel(let level): streams.publish(level)
        case .permissions(let reader, let update): streams.publish(update, to: reader)
        case .capability(let reader, let capability): streams.publish(capability, to: reader)
        case .wayPoints(let reader, let list): streams.publish(list, to: reader)
        case .availability(let reader, let availability): streams.publish(availability, to: reader)
        case .notification(let message): publish(message)
        case .asked(let message): answer(message)
        case .fail(let reader, let error): streams.fail(reader, error)
        case .finishAll(let reason): streams.finishAll(reason)
        case .fault(let fault): logger.log(.warning, "fault of the head unit", ["fault": .string("\(fault)")])
        case .dropped(let message):
            logger.log(
                .info, "dropped a message",
                ["function": .string(message.function.name), "id": .int(Int(message.correlationID))])
        }
    }

    private func publish(_ message: IncomingMessage) {
        for (error, reader) in streams.publish(message) {
            logger.log(
                .warning, "unreadable notification",
                ["function": .string(message.function.name), "error": .string("\(error)"), "reader": .int(Int(reader))])
        }
    }

    // MARK: - Transport

    private func connect(_ generation: Int, _ timeout: Duration) {
        let transport = configuration.transport
        let reactor = reactor
        attempts[generation] = Task { [weak self] in
            do throws(SDLError) {
                let stream = try await transport.connect(reactor, timeout)
                guard let self else { return reactor.performSoon { stream.close() } }
                await self.connected(stream, generation)
            } catch {
                await self?.connectFailed(error, generation)
            }
        }
    }

    private func connected(_ opened: any ByteStream, _ generation: Int) {
        attempts[generation] = nil
        guard machine.expectsTransport(generation) else {
            opened.close()
            return
        }
        stream = opened
        opened.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated { $0.received(bytes, generation) }
            },
            onClosure: { [weak self] closure in
                self?.assumeIsolated { $0.closed(closure, generation) }
            })
        perform(machine.transportOpened(generation: generation, now: reactor.now))
    }

    private func connectFailed(_ error: SDLError, _ generation: Int) {
        attempts[generation] = nil
        perform(machine.transportFailed(generation: generation, error, now: reactor.now))
    }

    private func received(_ bytes: [UInt8], _ generation: Int) {
        perform(machine.received(bytes, generation: generation, now: reactor.now))
    }

    private func closed(_ closure: StreamClosure, _ generation: Int) {
        guard generation == machine.generation else { return }
        stream = nil
        let reason =
            switch closure {
            case .endOfStream: "closed by the head unit"
            case .failed(let error): error.description
            case .slowPeer(let count): "the head unit does not read, \(count) bytes are waiting"
            }
        perform(machine.transportClosed(generation: generation, reason: reason, now: reactor.now))
    }

    private func setTimer() {
        guard let deadline = machine.nextDeadline else {
            if let timer { reactor.cancel(timer.id) }
            timer = nil
            return
        }
        // A timer that fires too early is harmless; only one that fires too late is replaced.
        if let timer, timer.deadline <= deadline { return }
        if let timer { reactor.cancel(timer.id) }
        let id = reactor.schedule(at: deadline) { [weak self] in
            self?.assumeIsolated { $0.timerFired() }
        }
        timer = (id, deadline)
    }

    private func timerFired() {
        timer = nil
        perform(machine.timePassed(now: reactor.now))
    }
}
