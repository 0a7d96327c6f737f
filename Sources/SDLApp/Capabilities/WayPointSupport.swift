/// The app guide's question whether a head unit supports waypoints, as a pure function.
///
/// The guide's answer has 22 rows; where it claims what it cannot know, an error is thrown instead.
struct WayPointSupport: Hashable, Sendable {
    /// GetWayPoints exists since RPC 4.1.
    static let wayPointsSince = RPCVersion(4, 1, 0)
    /// GetSystemCapability exists since RPC 4.5.
    static let queriesSince = RPCVersion(4, 5, 0)
    /// GetSystemCapability has the parameter `subscribe` since RPC 5.1.
    static let subscriptionsSince = RPCVersion(5, 1, 0)

    /// What follows from what is known.
    enum Verdict: Hashable, Sendable {
        case supported
        case unsupported
        /// Only the head unit can tell: GetSystemCapability.
        case query
        case failure(SDLError)
    }

    /// Whether there is a registration.
    var isRegistered: Bool
    /// Whether the session is ready.
    var isReady: Bool
    /// `hmiCapabilities.navigation` of the registration; a missing member means false.
    var hasNavigation: Bool
    /// The RPC version; nil if the head unit told none.
    var rpcVersion: RPCVersion?
    /// The known navigation capability; nil if none is known.
    var capability: NavigationCapability?
    /// Whether the head unit tells changes of it by itself.
    var isSubscribed: Bool
    /// Whether the gate for queries is open.
    var isQueryable: Bool

    var verdict: Verdict {
        guard isRegistered else { return .failure(.notConnected) }
        if let capability { return verdict(knowing: capability) }
        guard hasNavigation else { return .unsupported }
        // A head unit that tells no version is taken for an old one: navigation means waypoints.
        guard let rpcVersion else { return .supported }
        if rpcVersion < Self.wayPointsSince { return .unsupported }
        if rpcVersion < Self.queriesSince { return .supported }
        if isSubscribed { return .unsupported }
        guard isReady else { return .failure(.notReady) }
        return isQueryable ? .query : .failure(.hmiNone)
    }

    private func verdict(knowing capability: NavigationCapability) -> Verdict {
        if let rpcVersion, rpcVersion >= Self.queriesSince {
            return capability.getWayPointsEnabled == true ? .supported : .unsupported
        }
        // Such a head unit should not know the capability at all; an explicit no is believed.
        return capability.getWayPointsEnabled == false ? .unsupported : .supported
    }
}

extension WayPointSupport {
    init(facts: SessionFacts, isRegistered: Bool, isReady: Bool, gate: CapabilityQueryGate) {
        self.init(
            isRegistered: isRegistered, isReady: isReady,
            hasNavigation: facts.capabilities.hmi?.navigation ?? false, rpcVersion: facts.rpcVersion,
            capability: facts.capabilities[.navigation]?.navigationCapability,
            isSubscribed: facts.capabilities.subscribed.contains(.navigation), isQueryable: gate.isOpen(facts))
    }
}
