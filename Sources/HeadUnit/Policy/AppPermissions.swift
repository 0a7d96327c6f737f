internal import Formats
internal import SDLProtocol

/// The union of what an app's functional groups grant, ready to judge RPCs (head unit policy, SDL 8.x).
struct AppPermissions: Hashable, Sendable {
    /// The judgement over one RPC in one level.
    enum Decision: Hashable {
        /// Allowed; `nil` with all parameters, else with these.
        case allowed(parameters: Set<String>?)
        /// Not granted, or not in this level.
        case disallowed
        /// The user was not asked yet for what would grant these parameters (`nil`: all).
        case undecided(parameters: Set<String>?)
        /// The user declined what would grant these parameters (`nil`: all).
        case userDisallowed(parameters: Set<String>?)
    }

    /// Levels and parameters of all groups in the same state of consent.
    private struct Part: Hashable {
        var levels: Set<AppLevel> = []
        /// `nil` allows all.
        var parameters: Set<String>? = []

        mutating func add(_ rule: PolicyTable.Rule) {
            levels.formUnion(rule.levels)
            if let more = rule.parameters { parameters?.formUnion(more) } else { parameters = nil }
        }
    }

    private struct Grant: Hashable {
        var allowed = Part()
        var undecided = Part()
        var declined = Part()
        var isEncryptionRequired = false
    }

    private var grants: [String: Grant] = [:]
    /// Whether the policy table names the app with `null`.
    let isRevoked: Bool
    /// The importance of the app's messages.
    let priority: String
    private let isEncryptionRequired: Bool?

    /// Collects the grants of an app.
    ///
    /// - Parameters:
    ///   - policy: What the policy table says of the app; `nil` for a revoked one.
    ///   - groups: The table's groups.
    ///   - consent: The user's answer by group; consulted for groups with a prompt, and only in builds that ask.
    ///   - asksConsent: Whether this build asks the user at all.
    init(
        _ policy: PolicyTable.AppPolicy?, groups: [String: PolicyTable.FunctionalGroup],
        consent: [String: Bool] = [:], asksConsent: Bool = false
    ) {
        isRevoked = policy == nil
        priority = policy?.priority ?? "NONE"
        isEncryptionRequired = policy?.isEncryptionRequired
        for name in policy?.groups ?? [] {
            guard let group = groups[name] else { continue }
            let answer: Bool? = asksConsent && group.consentPrompt != nil ? consent[group.consentGroup ?? name] : true
            for (rpc, rule) in group.rules {
                // An empty parameter list takes the RPC away altogether.
                if let parameters = rule.parameters, parameters.isEmpty { continue }
                var grant = grants[rpc] ?? Grant()
                switch answer {
                case true: grant.allowed.add(rule)
                case false: grant.declined.add(rule)
                case nil: grant.undecided.add(rule)
                }
                if group.isEncryptionRequired, isEncryptionRequired != false { grant.isEncryptionRequired = true }
                grants[rpc] = grant
            }
        }
    }

    /// Judges a request or a notification.
    func decision(rpc: String, level: AppLevel) -> Decision {
        guard let grant = grants[rpc] else { return .disallowed }
        if grant.allowed.levels.contains(level) { return .allowed(parameters: grant.allowed.parameters) }
        if grant.declined.levels.contains(level) { return .userDisallowed(parameters: grant.declined.parameters) }
        if grant.undecided.levels.contains(level) { return .undecided(parameters: grant.undecided.parameters) }
        return .disallowed
    }

    /// Whether one parameter of an RPC waits for the user's consent, was declined, or was never granted.
    func decision(rpc: String, parameter: String, level: AppLevel) -> Decision {
        guard let grant = grants[rpc] else { return .disallowed }
        func holds(_ part: Part) -> Bool {
            part.levels.contains(level) && part.parameters?.contains(parameter) != false
        }
        if holds(grant.allowed) { return .allowed(parameters: [parameter]) }
        if holds(grant.declined) { return .userDisallowed(parameters: [parameter]) }
        return holds(grant.undecided) ? .undecided(parameters: [parameter]) : .disallowed
    }

    /// Whether the RPC may only travel encrypted.
    func requiresEncryption(rpc: String) -> Bool {
        grants[rpc]?.isEncryptionRequired == true && !EncryptionExemption.functions.contains(rpc)
    }

    /// Whether an app would notice no difference between these permissions and others.
    func grantsSame(as other: AppPermissions) -> Bool {
        isRevoked == other.isRevoked && grants == other.grants
    }

    /// The parameters of OnPermissionsChange: the whole set, sorted by name.
    var onPermissionsChange: JSONValue {
        let items = grants.keys.sorted().map { name -> JSONValue in
            let grant = grants[name] ?? Grant()
            let withheld = grant.undecided.levels.union(grant.declined.levels)
            let withheldParameters = (grant.undecided.parameters ?? []).union(grant.declined.parameters ?? [])
            var item: [String: JSONValue] = [
                "rpcName": .string(name),
                "hmiPermissions": [
                    "allowed": grant.allowed.levels.json,
                    "userDisallowed": withheld.subtracting(grant.allowed.levels).json,
                ],
                "parameterPermissions": [
                    "allowed": (grant.allowed.parameters ?? []).json,
                    "userDisallowed": withheldParameters.subtracting(grant.allowed.parameters ?? []).json,
                ],
            ]
            if grant.isEncryptionRequired { item["requireEncryption"] = true }
            return .object(item)
        }
        var parameters: [String: JSONValue] = ["permissionItem": .array(items)]
        if grants.values.contains(where: \.isEncryptionRequired) { parameters["requireEncryption"] = true }
        return .object(parameters)
    }
}

extension Set<AppLevel> {
    /// The names in the order that head units use.
    fileprivate var json: JSONValue {
        .array(map(\.rawValue).sorted().map { .string($0) })
    }
}

extension Set<String> {
    fileprivate var json: JSONValue {
        .array(sorted().map { .string($0) })
    }
}

/// All that the permissions of an app follow from, beside the groups of the table.
struct PermissionKey: Hashable, Sendable {
    private let policy: PolicyTable.AppPolicy?
    private let consent: [String: Bool]

    init(_ policy: PolicyTable.AppPolicy?, consent: [String: Bool]) {
        // Names and types say who the app is, not what it may do.
        self.policy = policy.map {
            PolicyTable.AppPolicy(
                groups: $0.groups, priority: $0.priority, isEncryptionRequired: $0.isEncryptionRequired)
        }
        self.consent = consent
    }
}
