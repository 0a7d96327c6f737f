import Formats
import SDLApp
import Transport

/// A scripted head unit on a reactor, which apps reach through memory pipes.
actor TestHead {
    nonisolated let reactor: Reactor
    private(set) var script: ScriptedHead
    private var stream: (any ByteStream)?
    private var listener: TCPListener?
    private(set) var connections = 0
    private var watchers: [(count: Int, function: FunctionID, continuation: CheckedContinuation<Void, Never>)] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor, script: ScriptedHead = ScriptedHead()) {
        self.reactor = reactor
        self.script = script
    }

    /// A configuration that leads here.
    nonisolated func configuration(_ change: (inout SDLConfiguration) -> Void = { _ in }) -> SDLConfiguration {
        var configuration = SDLConfiguration(
            appName: "Way App", fullAppID: "8675309",
            transport: .custom("memory") { [self] _ in await accept() })
        configuration.reconnectPolicy = .never
        change(&configuration)
        return configuration
    }

    func change(_ body: @Sendable (inout ScriptedHead) -> Void) { body(&script) }

    /// What came so far.
    var requests: [ScriptedHead.Request] { script.requests }

    func count(_ function: FunctionID) -> Int { script.requests.count { $0.function == function } }

    /// Waits until that many requests of a function have come.
    func wait(for function: FunctionID, count: Int = 1) async {
        guard self.count(function) < count else { return }
        await withCheckedContinuation { watchers.append((count, function, $0)) }
    }

    func send(_ body: @Sendable (inout ScriptedHead) -> [ScriptedHead.Output]) {
        carryOut(body(&script))
    }

    func notify(_ function: FunctionID, _ json: JSONValue) {
        carryOut(script.notify(function, json))
    }

    /// Drops the link without a word.
    func drop() {
        stream?.close()
        stream = nil
    }

    /// Whether an app is connected.
    var isConnected: Bool { stream != nil }

    /// Listens on TCP, on a port of the system's choice.
    func listen() throws -> UInt16 {
        let listener = try TCPListener(port: 0, on: reactor)
        listener.accept { [weak self] stream in
            self?.assumeIsolated { $0.attach(stream) }
        }
        self.listener = listener
        return listener.address.port
    }

    /// A port on which nobody listens.
    func closedPort() throws -> UInt16 {
        let listener = try TCPListener(port: 0, on: reactor)
        listener.close()
        return listener.address.port
    }

    private func accept() -> any ByteStream {
        let (app, head) = MemoryPipe.pair(on: reactor)
        attach(head)
        return app
    }

    private func attach(_ opened: any ByteStream) {
        connections += 1
        if connections > 1 { script.reconnect() }
        stream = opened
        let number = connections
        opened.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated { if $0.connections == number { $0.received(bytes) } }
            },
            onClosure: { [weak self] _ in
                self?.assumeIsolated { if $0.connections == number { $0.drop() } }
            })
    }

    private func received(_ bytes: [UInt8]) {
        carryOut(script.received(bytes, now: reactor.now))
        let due = watchers.filter { count($0.function) >= $0.count }
        watchers.removeAll { count($0.function) >= $0.count }
        for watcher in due { watcher.continuation.resume() }
    }

    private func carryOut(_ outputs: [ScriptedHead.Output]) {
        for output in outputs {
            switch output {
            case .write(let bytes): stream?.write(bytes)
            case .close: drop()
            }
        }
    }
}
