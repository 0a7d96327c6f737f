/// Who wants to know which capability, and which queries are under way.
struct CapabilityDesk: Sendable {
    private struct Reader: Sendable {
        let type: SystemCapabilityType
        /// Reads something that follows from the capability, not the capability itself.
        let isSilent: Bool
        /// What it was told last; nil before the first time.
        var told: SystemCapability??
    }

    private struct Query: Sendable {
        var waiters: [UInt64] = []
        var subscribes = false
        var isSent = false
    }

    private var readers: [UInt64: Reader] = [:]
    private var queries: [SystemCapabilityType: Query] = [:]
    /// Types asked for on behalf of readers, with the circumstances: asked again only under others.
    private var attempts: [SystemCapabilityType: Circumstances] = [:]

    private struct Circumstances: Hashable, Sendable {
        let level: HMILevel?
        let permission: PermissionTable.Item?
    }

    private var circumstances = Circumstances(level: nil, permission: nil)

    // MARK: - Readers

    mutating func addReader(_ reader: UInt64, of type: SystemCapabilityType, isSilent: Bool) {
        readers[reader] = Reader(type: type, isSilent: isSilent, told: nil)
    }

    /// Removes a reader.
    ///
    /// - Returns: The type that nobody reads any more because of it.
    mutating func removeReader(_ reader: UInt64) -> SystemCapabilityType? {
        guard let type = readers.removeValue(forKey: reader)?.type, !hasReaders(of: type) else { return nil }
        attempts[type] = nil
        return type
    }

    func hasReaders(of type: SystemCapabilityType) -> Bool {
        readers.values.contains { $0.type == type }
    }

    /// What each reader has not been told yet; a new reader is told even that nothing is known.
    mutating func news(_ cache: CapabilityCache) -> [(UInt64, SystemCapability?)] {
        var result: [(UInt64, SystemCapability?)] = []
        for (reader, state) in readers.sorted(by: { $0.key < $1.key }) where !state.isSilent {
            let current = cache[state.type]
            guard state.told != .some(current) else { continue }
            readers[reader]?.told = .some(current)
            result.append((reader, current))
        }
        return result
    }

    // MARK: - Queries

    /// The types that readers want to know and that were not asked for under the present circumstances.
    ///
    /// Displays are never asked for: head units tell them by themselves.
    mutating func wanted(_ facts: SessionFacts) -> [SystemCapabilityType] {
        guard !readers.isEmpty else { return [] }
        circumstances = Circumstances(
            level: facts.hmiLevel, permission: facts.permissions[FunctionID.getSystemCapability.name])
        let canSubscribe = facts.rpcVersion.map { $0 >= WayPointSupport.subscriptionsSince } ?? false
        return Set(readers.values.map(\.type))
            .filter { type in
                guard type != .displays, queries[type]?.isSent != true, attempts[type] != circumstances else {
                    return false
                }
                return canSubscribe
                    ? !facts.capabilities.subscribed.contains(type) : facts.capabilities[type] == nil
            }
            .sorted { $0.rawValue < $1.rawValue }
    }

    mutating func noteAttempt(_ type: SystemCapabilityType) {
        attempts[type] = circumstances
    }

    /// Adds somebody who waits for an answer.
    ///
    /// - Returns: Whether a query must be sent.
    mutating func addWaiter(_ caller: UInt64, for type: SystemCapabilityType) -> Bool {
        queries[type, default: Query()].waiters.append(caller)
        return queries[type]?.isSent != true
    }

    mutating func cancel(_ caller: UInt64) -> Bool {
        for (type, query) in queries {
            guard let place = query.waiters.firstIndex(of: caller) else { continue }
            queries[type]?.waiters.remove(at: place)
            return true
        }
        return false
    }

    mutating func begin(_ type: SystemCapabilityType, subscribes: Bool) {
        queries[type, default: Query()].isSent = true
        queries[type]?.subscribes = subscribes
    }

    mutating func end(_ type: SystemCapabilityType) -> (waiters: [UInt64], subscribes: Bool) {
        let query = queries.removeValue(forKey: type) ?? Query()
        return (query.waiters, query.subscribes)
    }

    mutating func sessionEnded() {
        attempts = [:]
    }
}
