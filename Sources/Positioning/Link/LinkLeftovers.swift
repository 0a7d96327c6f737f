internal import Transport

/// What a source that was dropped has left open, to be put away on the reactor's thread.
actor LinkLeftovers {
    private let reactor: Reactor
    private let link: OpenedLink?
    private let watch: DeviceWatch?
    private let observation: AccessoryManager.Observation?
    private let timers: [Reactor.TimerID]
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(
        reactor: Reactor, link: OpenedLink?, watch: DeviceWatch?, observation: AccessoryManager.Observation?,
        timers: [Reactor.TimerID]
    ) {
        self.reactor = reactor
        self.link = link
        self.watch = watch
        self.observation = observation
        self.timers = timers
    }

    nonisolated var isEmpty: Bool { link == nil && watch == nil && observation == nil && timers.isEmpty }

    func close() {
        link?.close()
        watch?.close()
        observation?.cancel()
        for timer in timers { reactor.cancel(timer) }
    }
}
