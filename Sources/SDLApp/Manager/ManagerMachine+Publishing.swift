// What readers are told after something changed, always in the same order.

extension ManagerMachine {
    /// Compares what is known with what was told, and tells the difference: level, permissions, capabilities,
    /// availability of waypoints; then does what became possible.
    mutating func publishFacts(now: Duration, _ actions: inout [Action]) {
        let facts = facts
        if let hash = facts.hashID { hashID = hash }
        if facts.hmiLevel != publishedLevel {
            publishedLevel = facts.hmiLevel
            actions.append(.hmiLevel(facts.hmiLevel))
        }
        let snapshot = facts.permissionSnapshot
        for reader in permissionWatches.keys.sorted() {
            if let update = permissionWatches[reader]?.update(for: snapshot) {
                actions.append(.permissions(reader: reader, update))
            }
        }
        for (reader, capability) in capabilities.news(facts.capabilities) {
            actions.append(.capability(reader: reader, capability))
        }
        publishAvailability(&actions)
        releaseQueryWaiters(&actions)
        releasePermissionWaiters(&actions)
        serveCapabilityReaders(now: now, &actions)
        driveWayPoints(now: now, &actions)
    }

    mutating func publishAvailability(_ actions: inout [Action]) {
        guard !availabilityReaders.isEmpty else { return }
        let current = wayPointAvailability
        for reader in availabilityReaders.keys.sorted() where availabilityReaders[reader] != current {
            availabilityReaders[reader] = current
            actions.append(.availability(reader: reader, current))
        }
    }

    var wayPointAvailability: WayPointAvailability {
        WayPointAvailability(facts: facts, isReady: isReady)
    }

    // MARK: - Waiting

    mutating func waitUntilPermissionsKnown(_ caller: UInt64, timeout: Duration, now: Duration) -> [Action] {
        switch state {
        case .idle, .ended: return [.complete(caller, .failure(.notConnected))]
        case .running, .pausing: break
        }
        permissionWaiters[caller] = now + max(timeout, .zero)
        var actions: [Action] = []
        releasePermissionWaiters(&actions)
        return actions
    }

    private mutating func releasePermissionWaiters(_ actions: inout [Action]) {
        guard !permissionWaiters.isEmpty, facts.hmiLevel != nil, facts.permissions.items != nil else { return }
        for caller in permissionWaiters.keys.sorted() { actions.append(.complete(caller, .done)) }
        permissionWaiters = [:]
    }

    // MARK: - Readers

    mutating func addPermissionReader(_ reader: UInt64, _ watch: PermissionWatch) -> [Action] {
        var watch = watch
        let update = watch.update(for: facts.permissionSnapshot)
        permissionWatches[reader] = watch
        return update.map { [.permissions(reader: reader, $0)] } ?? []
    }

    mutating func addAvailabilityReader(_ reader: UInt64, now: Duration) -> [Action] {
        let current = wayPointAvailability
        availabilityReaders[reader] = current
        var actions: [Action] = [.availability(reader: reader, current)]
        // The reader wants to know what only the capability tells; it is asked for on the reader's behalf.
        capabilities.addReader(reader, of: .navigation, isSilent: true)
        serveCapabilityReaders(now: now, &actions)
        return actions
    }

    mutating func addCapabilityReader(_ reader: UInt64, of type: SystemCapabilityType, now: Duration) -> [Action] {
        capabilities.addReader(reader, of: type, isSilent: false)
        var actions: [Action] = capabilities.news(facts.capabilities).map { .capability(reader: $0, $1) }
        serveCapabilityReaders(now: now, &actions)
        return actions
    }

    mutating func addWayPointReader(_ reader: UInt64, now: Duration) -> [Action] {
        var actions: [Action] = []
        if let list = wayPoints.addReader(reader) { actions.append(.wayPoints(reader: reader, list)) }
        driveWayPoints(now: now, &actions)
        return actions
    }

    mutating func removeReader(_ reader: UInt64, now: Duration) -> [Action] {
        var actions: [Action] = []
        permissionWatches[reader] = nil
        availabilityReaders[reader] = nil
        if let type = capabilities.removeReader(reader) { unsubscribe(type, now: now, &actions) }
        wayPoints.removeReader(reader)
        driveWayPoints(now: now, &actions)
        return actions
    }
}
