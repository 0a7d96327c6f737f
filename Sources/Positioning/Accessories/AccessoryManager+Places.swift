internal import Transport

extension AccessoryManager {
    /// How long a server may take to answer a look.
    private static let lookTimeout = Duration.seconds(3)

    // MARK: Beginning

    func watch(_ endpoint: AccessoryEndpoint) throws(LocationSourceError) {
        guard case .serial(let path, _) = endpoint else { return }
        do {
            watches[endpoint] = try DeviceWatch(path: path, on: reactor) { [weak self] change in
                self?.assumeIsolated { manager in
                    switch change {
                    case .appeared: manager.run(manager.places[endpoint]?.fileAppeared() ?? [], at: endpoint)
                    case .vanished: manager.run(manager.places[endpoint]?.fileVanished() ?? [], at: endpoint)
                    }
                }
            }
        } catch {
            throw LocationSourceError(error, source: path)
        }
    }

    func begin(_ endpoint: AccessoryEndpoint) {
        var place =
            switch endpoint {
            case .serial: AccessoryPlace(.device, schedule: schedule, restInterval: probeInterval)
            case .tcp: AccessoryPlace(.server, schedule: schedule, restInterval: probeInterval)
            }
        var actions = place.started()
        if watches[endpoint]?.isPresent == true { actions += place.fileAppeared() }
        places[endpoint] = place
        if case .tcp = endpoint { unseen.insert(endpoint) }
        run(actions, at: endpoint)
    }

    func stopWatching() {
        for watch in watches.values { watch.close() }
        watches = [:]
        for timer in timers.values { reactor.cancel(timer.id) }
        timers = [:]
    }

    // MARK: Events of the places

    func run(_ actions: [AccessoryPlace.Action], at endpoint: AccessoryEndpoint) {
        for action in actions where isRunning {
            switch action {
            case .look(let number):
                look(at: endpoint, number)
            case .appeared(let isNews):
                tell(registry.appeared(endpoint))
                guard isNews else { continue }
                for accessory in registry.owners(of: endpoint) where accessory.isConnected {
                    for observer in observers { observer.handler(accessory) }
                }
            case .vanished:
                vanished(endpoint)
            }
        }
        armTimer(endpoint)
    }

    /// The sessions end before the event is told.
    func vanished(_ endpoint: AccessoryEndpoint) {
        let events = registry.vanished(endpoint)
        ports[endpoint]?.end(.endOfStream)
        // Sessions of an accessory end together; its other places stay what they are.
        for event in events {
            for other in event.accessory.endpoints { ports[other]?.end(.endOfStream) }
        }
        tell(events)
    }

    private func tell(_ events: [AccessoryEvent]) {
        for event in events { hub.publish(event) }
    }

    func armTimer(_ endpoint: AccessoryEndpoint) {
        let deadline = isRunning ? places[endpoint]?.deadline : nil
        guard timers[endpoint]?.deadline != deadline else { return }
        if let timer = timers.removeValue(forKey: endpoint) { reactor.cancel(timer.id) }
        guard let deadline else { return }
        // No task waits meanwhile, so nothing is left hanging when the reactor stops first.
        let id = reactor.schedule(at: deadline) { [weak self] in
            self?.assumeIsolated { manager in
                manager.timers[endpoint] = nil
                manager.run(manager.places[endpoint]?.deadlineReached(now: manager.reactor.now) ?? [], at: endpoint)
            }
        }
        timers[endpoint] = (id, deadline)
    }

    // MARK: Looking

    private func look(at endpoint: AccessoryEndpoint, _ number: Int) {
        switch endpoint {
        case .serial:
            let isPresent = watches[endpoint]?.isPresent == true
            run(places[endpoint]?.looked(number, found: isPresent, now: reactor.now) ?? [], at: endpoint)
        case .tcp(let host, let port):
            let generation = generation
            looks[endpoint] = Task { [weak self, reactor] in
                let stream = try? await TCPStream.connect(
                    host: host, port: port, timeout: Self.lookTimeout, on: reactor)
                await self?.looked(at: endpoint, number, stream, generation: generation)
            }
        }
    }

    private func looked(at endpoint: AccessoryEndpoint, _ number: Int, _ stream: TCPStream?, generation: Int) {
        stream?.close()
        guard generation == self.generation else { return }
        looks[endpoint] = nil
        unseen.remove(endpoint)
        run(places[endpoint]?.looked(number, found: stream != nil, now: reactor.now) ?? [], at: endpoint)
        resumeWaiters()
    }

    /// Waits until the servers of an accessory that is not connected were looked at once: some seconds at most.
    ///
    /// - Parameter name: The accessory; `nil` to wait until any is connected, or all servers were looked at.
    func firstLook(at name: String?) async {
        guard isUnseen(name) else { return }
        await withCheckedContinuation { waiters.append((name, $0)) }
    }

    private func isUnseen(_ name: String?) -> Bool {
        let known = registry.accessories.filter { name == nil || $0.name == name }
        let connected = Set(registry.connected.map(\.name))
        if known.contains(where: { connected.contains($0.name) }) { return false }
        return known.contains { $0.endpoints.contains(where: unseen.contains) }
    }

    func resumeWaiters() {
        let ready = waiters.filter { !isUnseen($0.name) }
        waiters.removeAll { !isUnseen($0.name) }
        for waiter in ready { waiter.continuation.resume() }
    }
}
