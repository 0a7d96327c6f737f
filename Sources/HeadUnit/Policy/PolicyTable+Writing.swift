internal import Formats
internal import Transport

extension PolicyTable {
    /// The table as ``init(json:)`` reads it, with what the head unit itself adds to groups.
    var json: JSONValue {
        var policies: [String: JSONValue] = [:]
        for (name, entry) in entries { policies[name == "pre_dataconsent" ? "pre_DataConsent" : name] = entry.json }
        // Tables made in Swift may lack what a preloaded file must have.
        for name in ["default", "device", "pre_DataConsent"] where policies[name] == nil {
            policies[name] = ["groups": [], Self.absent: true]
        }
        var module: [String: JSONValue] = [:]
        module["lock_screen_dismissal_enabled"] = isLockScreenDismissalEnabled.map { .bool($0) }
        if let url = lockScreenIconURL {
            module["endpoints"] = ["lock_screen_icon_url": ["default": [.string(url)]]]
        }
        return [
            "policy_table": [
                "functional_groupings": .object(groups.mapValues(\.json)), "app_policies": .object(policies),
                "module_config": .object(module),
            ]
        ]
    }

    private static let absent = "sdl_waypoints_absent"
    fileprivate static let consentGroup = "sdl_waypoints_consent_group"

    /// Reads what ``json`` wrote.
    init(stored json: JSONValue) throws(PolicyError) {
        try self.init(json: json)
        let table = json["policy_table"]
        for (name, value) in table?["app_policies"]?.objectValue ?? [:] where value[Self.absent] == true {
            entries[name.lowercased()] = nil
        }
        for name in groups.keys {
            groups[name]?.consentGroup = table?["functional_groupings"]?[name]?[Self.consentGroup]?.stringValue
        }
    }

    /// Tells a table from others, in every run the same.
    var fingerprint: String { SHA256.hexadecimal(of: json.serialized()) }
}

extension PolicyTable.FunctionalGroup {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["rpcs": .object(rules.mapValues(\.json))]
        members["user_consent_prompt"] = consentPrompt.map { .string($0) }
        if isEncryptionRequired { members["encryption_required"] = true }
        members[PolicyTable.consentGroup] = consentGroup.map { .string($0) }
        return .object(members)
    }
}

extension PolicyTable.Rule {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "hmi_levels": .array(levels.map(\.rawValue).sorted().map { .string($0) })
        ]
        members["parameters"] = parameters.map { .array($0.sorted().map { .string($0) }) }
        return .object(members)
    }
}

extension PolicyTable.Entry {
    fileprivate var json: JSONValue {
        switch self {
        case .revoked: return .null
        case .sameAs(let name): return .string(name)
        case .policy(let policy):
            var members: [String: JSONValue] = [
                "groups": .array(policy.groups.map { .string($0) }), "priority": .string(policy.priority),
            ]
            if !policy.nicknames.isEmpty { members["nicknames"] = .array(policy.nicknames.map { .string($0) }) }
            members["AppHMIType"] = policy.appHMITypes.map { .array($0.map { .string($0) }) }
            members["encryption_required"] = policy.isEncryptionRequired.map { .bool($0) }
            if !policy.appServices.isEmpty { members["app_services"] = .object(policy.appServices.mapValues(\.json)) }
            return .object(members)
        }
    }
}

extension PolicyTable.AppServicePolicy {
    fileprivate var json: JSONValue {
        [
            "service_names": .array(serviceNames.map { .string($0) }),
            "handled_rpcs": .array(handledFunctions.sorted().map { ["function_id": .int(Int64($0))] }),
        ]
    }
}
