// How each gate is judged; the words are for the people who write and use apps.

extension WayPointAvailability {
    init(facts: SessionFacts, isReady: Bool) {
        guard isReady else {
            let state = State.closed(reason: "there is no ready session", remedy: "start the manager and wait for it")
            findings = [Finding(gate: .session, state: state)]
            return
        }
        findings = Gate.allCases.map { Finding(gate: $0, state: Self.judge($0, facts)) }
    }

    private static let functions: [FunctionID] = [
        .getWayPoints, .subscribeWayPoints, .onWayPointChange,
    ]

    private static func judge(_ gate: Gate, _ facts: SessionFacts) -> State {
        switch gate {
        case .session: .open
        case .rpcVersion: rpcVersion(facts)
        case .navigation: navigation(facts)
        case .capability: capability(facts)
        case .policy: policy(facts)
        case .consent: consent(facts)
        case .hmiLevel: hmiLevel(facts)
        case .encryption: encryption(facts)
        }
    }

    private static func rpcVersion(_ facts: SessionFacts) -> State {
        guard let version = facts.rpcVersion, version < WayPointSupport.wayPointsSince else { return .open }
        return .closed(
            reason: "the head unit speaks RPC version \(version); waypoints exist since 4.1",
            remedy: "there is none with this vehicle")
    }

    private static func navigation(_ facts: SessionFacts) -> State {
        if facts.capabilities.hmi?.navigation == true { return .open }
        if let capability = facts.capabilities[.navigation]?.navigationCapability {
            // A navigation that offers nothing does not prove a head unit wrong that says it has none.
            let offersSomething = capability.getWayPointsEnabled == true || capability.sendLocationEnabled == true
            if offersSomething || facts.capabilities.hmi?.navigation != false { return .open }
        }
        return .closed(
            reason: "the head unit reports no navigation", remedy: "there is none with this vehicle")
    }

    private static func capability(_ facts: SessionFacts) -> State {
        let support = WayPointSupport(facts: facts, isRegistered: true, isReady: true, gate: .hmiLevel)
        return switch support.verdict {
        case .supported: .open
        case .unsupported:
            .closed(
                reason: "the navigation does not offer waypoints",
                remedy: "wait for a navigation that does; the head unit tells when it changes")
        case .query: .unknown(remedy: "ask with supportsWayPoints()")
        case .failure: .unknown(remedy: "ask with supportsWayPoints() when the driver has opened the app")
        }
    }

    private static func policy(_ facts: SessionFacts) -> State {
        guard facts.permissions.items != nil else {
            return .unknown(remedy: "wait for the head unit to tell what it permits")
        }
        let missing = functions.filter { facts.permissions[$0.name] == nil }
        guard !missing.isEmpty else { return .open }
        return .closed(
            reason: "the head unit's policy does not permit \(list(missing)) to this app",
            remedy: "have the app's policy extended by the group WayPoints")
    }

    private static func consent(_ facts: SessionFacts) -> State {
        let refused = functions.filter { function in
            guard let item = facts.permissions[function.name] else { return false }
            return !item.userDisallowed.isEmpty && item.effectiveLevels.isEmpty
        }
        guard !refused.isEmpty else { return .open }
        return .closed(
            reason: "the driver has not agreed to \(list(refused))",
            remedy: "ask the driver to allow it in the head unit's settings")
    }

    private static func hmiLevel(_ facts: SessionFacts) -> State {
        guard let level = facts.hmiLevel else {
            return .closed(reason: "the HMI level is not known", remedy: "wait for the head unit to tell it")
        }
        guard facts.permissions.items != nil else {
            guard level == HMILevel.none else { return .open }
            return .closed(reason: "the app is in NONE", remedy: "wait until the driver opens the app")
        }
        let levels = functions.map { facts.permissions[$0.name]?.effectiveLevels ?? [] }
        let common = levels.dropFirst().reduce(levels.first ?? []) { $0.intersection($1) }
        guard !common.contains(level) else { return .open }
        let names = HMILevel.knownValues.filter(common.contains).map(\.rawValue)
        let allowed = names.isEmpty ? "allowed in no level" : "allowed in \(sentence(names))"
        return .closed(
            reason: "\(allowed); the app is in \(level.rawValue)",
            remedy: names.isEmpty ? "have the app's policy corrected" : "wait until the driver opens the app")
    }

    private static func encryption(_ facts: SessionFacts) -> State {
        let demanded = functions.filter { facts.permissions.requiresEncryption($0.name) }
        guard !demanded.isEmpty else { return .open }
        switch facts.protection {
        case .active: return .open
        case .possible, .starting: return .unknown(remedy: "wait until the service is protected")
        case .failed(let reason):
            return .closed(
                reason: "the service could not be protected: \(reason)", remedy: "correct the certificates of the app")
        case .unavailable:
            return .closed(
                reason: "the head unit demands encryption for \(list(demanded))",
                remedy: "give the app a certificate that the head unit believes")
        }
    }

    private static func list(_ functions: [FunctionID]) -> String { sentence(functions.map(\.name)) }

    private static func sentence(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
