internal import Formats

/// The union of what an app's functional groups grant, ready to judge RPCs (head unit policy, SDL 8.x).
struct AppPermissions: Hashable, Sendable {
    /// The judgement over one RPC in one level.
    enum Decision: Hashable {
        /// Allowed; `nil` with all parameters, else with these.
        case allowed(parameters: Set<String>?)
        /// Not granted, not in this level, or not asked for yet.
        case disallowed
        /// The user declined.
        case userDisallowed
    }

    private struct Grant: Hashable {
        var allowed: Set<AppLevel> = []
        var undecided: Set<AppLevel> = []
        var declined: Set<AppLevel> = []
        var parameters: Set<String>? = []
        var isEncryptionRequired = false
    }

    private var grants: [String: Grant] = [:]
    /// Whether the policy table names the app with `null`.
    let isRevoked: Bool
    /// The importance of the app's messages.
    let priority: String

    /// Collects the grants of an app.
    ///
    /// - Parameters:
    ///   - appID: The id that the policy table knows the app by.
    ///   - table: The policy table.
    ///   - consent: The user's answer by group; consulted for groups with a prompt, and only in builds that ask.
    ///   - asksConsent: Whether this build asks the user at all.
    init(appID: String, table: PolicyTable, consent: [String: Bool] = [:], asksConsent: Bool = false) {
        guard let policy = table.policy(of: appID) else {
            isRevoked = true
            priority = "NONE"
            return
        }
        isRevoked = false
        priority = policy.priority
        for name in policy.groups {
            guard let group = table.groups[name] else { continue }
            let answer: Bool? = asksConsent && group.consentPrompt != nil ? consent[name] : true
            for (rpc, rule) in group.rules {
                // An empty parameter list takes the RPC away altogether.
                if let parameters = rule.parameters, parameters.isEmpty { continue }
                var grant = grants[rpc] ?? Grant()
                switch answer {
                case true: grant.allowed.formUnion(rule.levels)
                case false: grant.declined.formUnion(rule.levels)
                case nil: grant.undecided.formUnion(rule.levels)
                }
                if let parameters = rule.parameters {
                    grant.parameters?.formUnion(parameters)
                } else {
                    grant.parameters = nil
                }
                grant.isEncryptionRequired = grant.isEncryptionRequired || group.isEncryptionRequired
                grants[rpc] = grant
            }
        }
        for (rpc, grant) in grants { grants[rpc]?.allowed.subtract(grant.declined) }
    }

    /// Judges a request or a notification.
    func decision(rpc: String, level: AppLevel) -> Decision {
        guard let grant = grants[rpc] else { return .disallowed }
        if grant.allowed.contains(level) { return .allowed(parameters: grant.parameters) }
        return grant.declined.contains(level) ? .userDisallowed : .disallowed
    }

    /// Whether the RPC may only travel encrypted.
    func requiresEncryption(rpc: String) -> Bool {
        grants[rpc]?.isEncryptionRequired ?? false
    }

    /// The parameters of OnPermissionsChange: the whole set, sorted by name.
    var onPermissionsChange: JSONValue {
        let items = grants.keys.sorted().map { name -> JSONValue in
            let grant = grants[name] ?? Grant()
            let disallowed = grant.undecided.union(grant.declined).subtracting(grant.allowed)
            let parameters: JSONValue = .array((grant.parameters ?? []).sorted().map { .string($0) })
            let isUserDisallowed = grant.allowed.isEmpty && !disallowed.isEmpty
            var item: [String: JSONValue] = [
                "rpcName": .string(name),
                "hmiPermissions": ["allowed": grant.allowed.json, "userDisallowed": disallowed.json],
                "parameterPermissions": [
                    "allowed": isUserDisallowed ? [] : parameters, "userDisallowed": isUserDisallowed ? parameters : [],
                ],
            ]
            if grant.isEncryptionRequired { item["requireEncryption"] = true }
            return .object(item)
        }
        return ["permissionItem": .array(items)]
    }
}

extension Set<AppLevel> {
    /// The names in the order that head units use.
    fileprivate var json: JSONValue {
        .array(map(\.rawValue).sorted().map { .string($0) })
    }
}
