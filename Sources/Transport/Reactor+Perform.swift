extension Reactor {
    /// Runs a closure on the reactor's thread and returns its result.
    ///
    /// For those who are elsewhere and wait for what comes of it; a `deinit` has
    /// ``performSoon(_:)``. Actors of the reactor need it not.
    package func perform<Result: Sendable>(_ body: @Sendable () -> Result) async -> Result {
        await Visitor(on: self).perform(body)
    }

    private actor Visitor {
        private let reactor: Reactor
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

        init(on reactor: Reactor) {
            self.reactor = reactor
        }

        func perform<Result: Sendable>(_ body: @Sendable () -> Result) -> Result { body() }
    }
}
