internal import Transport

/// SIGINT and SIGTERM for a command, on its reactor.
actor SignalWatch {
    private let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func observe(_ handler: @escaping @Sendable () -> Void) throws(TransportError) {
        try TerminationSignals.observe(on: reactor) { _ in handler() }
    }
}
