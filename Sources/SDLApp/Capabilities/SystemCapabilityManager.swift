internal import Transport

/// What the head unit can do.
public struct SystemCapabilityManager: Sendable {
    let manager: SDLManager

    /// What is known of a capability; nil if nothing is.
    public func capability(_ type: SystemCapabilityType) async -> SystemCapability? {
        await manager.knownCapabilities[type]
    }

    /// What is known of the navigation; nil if nothing is.
    public var navigationCapability: NavigationCapability? {
        get async { await manager.knownCapabilities[.navigation]?.navigationCapability }
    }

    /// What the registration said of the head unit; nil without a session and for head units below RPC 3.0.
    public var hmiCapabilities: HMICapabilities? {
        get async { await manager.knownCapabilities.hmi }
    }

    /// Whether changes of capabilities are told (since RPC 5.1).
    public var supportsSubscriptions: Bool {
        get async { await manager.rpcVersion.map { $0 >= WayPointSupport.subscriptionsSince } ?? false }
    }

    /// Whether the head unit has a capability at all, from what is known and without asking.
    ///
    /// A known capability counts as supported whatever it holds; else the registration's flags decide.
    public func isCapabilitySupported(_ type: SystemCapabilityType) async -> Bool {
        await manager.isCapabilitySupported(type)
    }

    /// Asks the head unit for a capability (GetSystemCapability, since RPC 4.5).
    ///
    /// Callers who ask for the same capability at the same time share one request. It is sent even where changes are told
    /// anyway (``updates(of:)``).
    ///
    /// - Parameters:
    ///   - type: The capability.
    ///   - gate: When the app may ask.
    /// - Throws: ``SDLError/hmiNone`` if the gate is closed, ``SDLError/capabilityQueriesUnsupported``,
    ///   ``SDLError/unknownCapability(_:)``, ``SDLError/unsupportedFunction(_:_:)``, and every failure of a request.
    @discardableResult
    public func update(
        _ type: SystemCapabilityType, gate: CapabilityQueryGate = .hmiLevel
    ) async throws(SDLError) -> SystemCapability {
        try await manager.updateCapability(type, gate)
    }

    /// What is known of a capability, the present state first, each time it changes; nil while nothing is known.
    ///
    /// The first reader of a type makes the manager ask, since RPC 5.1 with a subscription that ends with the last
    /// reader. Below 5.1 changes are seen only when somebody asks again. A slow reader finds only the newest state.
    public func updates(of type: SystemCapabilityType) async -> Updates<SystemCapability?, Never> {
        await manager.capabilityUpdates(type)
    }

    /// Waits until the head unit can be asked for capabilities, over sessions if need be.
    ///
    /// - Parameter gate: When the app may ask; by default when the main window is not in NONE.
    /// - Throws: ``SDLError/notConnected`` if the manager is not started, the reason if it ends, and
    ///   ``SDLError/cancelled``.
    public func waitUntilQueryable(_ gate: CapabilityQueryGate = .hmiLevel) async throws(SDLError) {
        try await manager.waitUntilQueryable(gate)
    }

    /// Whether the head unit supports waypoints.
    ///
    /// Head units from RPC 4.5 on are asked for their navigation capability, unless it is known already, from an earlier
    /// question or because changes are told; ``update(_:gate:)`` asks in any case. Of head units from 4.1 on that have a
    /// navigation it is assumed.
    ///
    /// - Parameter gate: When the app may ask.
    /// - Throws: ``SDLError/notConnected`` without a session; ``SDLError/hmiNone`` when the question cannot be put in
    ///   this HMI level; everything that ``update(_:gate:)`` throws.
    public func supportsWayPoints(gate: CapabilityQueryGate = .hmiLevel) async throws(SDLError) -> Bool {
        try await manager.supportsWayPoints(gate)
    }
}

extension SDLManager {
    /// What the head unit can do.
    public nonisolated var systemCapabilityManager: SystemCapabilityManager { SystemCapabilityManager(manager: self) }

    var knownCapabilities: CapabilityCache { machine.facts.capabilities }
    var rpcVersion: RPCVersion? { machine.facts.rpcVersion }

    func isCapabilitySupported(_ type: SystemCapabilityType) -> Bool {
        machine.facts.capabilities.isSupported(type, rpcVersion: machine.facts.rpcVersion, in: machine.facts)
    }

    func updateCapability(
        _ type: SystemCapabilityType, _ gate: CapabilityQueryGate
    ) async throws(SDLError) -> SystemCapability {
        switch await wait({ $0.updateCapability($1, type, gate, now: $2) }) {
        case .capability(let capability): return capability
        case .failure(let error): throw error
        case .answer, .done, .ready: throw .unknownCapability(type)
        }
    }

    func capabilityUpdates(_ type: SystemCapabilityType) -> Updates<SystemCapability?, Never> {
        let mailbox = Mailbox<SystemCapability?, Never>.state()
        let number = nextNumber()
        streams.add(mailbox, number)
        let updates = updates(mailbox, number)
        perform(machine.addCapabilityReader(number, of: type, now: reactor.now))
        return updates
    }

    func waitUntilQueryable(_ gate: CapabilityQueryGate) async throws(SDLError) {
        if case .failure(let error) = await wait({ machine, number, _ in machine.waitUntilQueryable(number, gate) }) {
            throw error
        }
    }

    func supportsWayPoints(_ gate: CapabilityQueryGate) async throws(SDLError) -> Bool {
        switch machine.wayPointSupport(gate).verdict {
        case .supported: return true
        case .unsupported: return false
        case .failure(let error): throw error
        case .query:
            let capability = try await updateCapability(.navigation, gate)
            return capability.navigationCapability?.getWayPointsEnabled ?? false
        }
    }
}
