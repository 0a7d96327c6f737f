public import Formats

extension PolicyTable {
    /// Reads a preloaded policy table.
    ///
    /// - Parameter json: An object with `policy_table`, or that object's content. Members that do not bear on the
    ///   judgement of RPCs are not looked at, as in a production head unit.
    /// - Throws: ``PolicyError`` with the path of the first member that is missing or of a wrong type.
    public init(json: JSONValue) throws(PolicyError) {
        let root = "policy_table"
        let table = json["policy_table"] ?? json
        guard let groupings = table["functional_groupings"]?.objectValue else {
            throw PolicyError(path: "\(root).functional_groupings", expectation: "an object of groups")
        }
        guard let policies = table["app_policies"]?.objectValue else {
            throw PolicyError(path: "\(root).app_policies", expectation: "an object of app policies")
        }
        var groups: [String: FunctionalGroup] = [:]
        for (name, value) in groupings {
            groups[name] = try FunctionalGroup(json: value, path: "\(root).functional_groupings.\(name)")
        }
        var entries: [String: Entry] = [:]
        for (name, value) in policies {
            entries[name] = try Entry(json: value, groups: groups, path: "\(root).app_policies.\(name)")
        }
        for (name, use) in [
            ("default", "a policy for apps not named"), ("device", "a policy for devices"),
            ("pre_DataConsent", "a policy for apps of devices that the user has not allowed"),
        ] where policies[name] == nil {
            throw PolicyError(path: "\(root).app_policies.\(name)", expectation: use)
        }
        let module = table["module_config"]
        let icon = module?["endpoints"]?["lock_screen_icon_url"]?["default"]?[0]?.stringValue
        self.init(
            groups: groups, entries: entries,
            isLockScreenDismissalEnabled: module?["lock_screen_dismissal_enabled"]?.boolValue, lockScreenIconURL: icon)
    }
}

extension PolicyTable.FunctionalGroup {
    init(json: JSONValue, path: String) throws(PolicyError) {
        guard let members = json.objectValue else {
            throw PolicyError(path: path, expectation: "an object with rpcs")
        }
        var rules: [String: PolicyTable.Rule] = [:]
        switch members["rpcs"] {
        case .object(let rpcs):
            for (name, value) in rpcs {
                rules[name] = try PolicyTable.Rule(json: value, path: "\(path).rpcs.\(name)")
            }
        case .null, nil:
            break
        case .bool, .int, .double, .string, .array:
            throw PolicyError(path: "\(path).rpcs", expectation: "an object of RPCs, or null")
        }
        self.init(
            rules: rules, consentPrompt: members["user_consent_prompt"]?.stringValue,
            isEncryptionRequired: members["encryption_required"]?.boolValue ?? false)
    }
}

extension PolicyTable.Rule {
    init(json: JSONValue, path: String) throws(PolicyError) {
        guard let names = json["hmi_levels"]?.arrayValue else {
            throw PolicyError(path: "\(path).hmi_levels", expectation: "a list of levels")
        }
        var levels: Set<AppLevel> = []
        for name in names {
            guard let text = name.stringValue, let level = AppLevel(rawValue: text) else {
                throw PolicyError(path: "\(path).hmi_levels", expectation: "BACKGROUND, FULL, LIMITED or NONE")
            }
            levels.insert(level)
        }
        var parameters: Set<String>?
        if let list = json["parameters"], !list.isNull {
            parameters = Set(try list.strings(path: "\(path).parameters"))
        }
        self.init(levels: levels, parameters: parameters)
    }
}

extension PolicyTable.Entry {
    init(
        json: JSONValue, groups: [String: PolicyTable.FunctionalGroup], path: String
    ) throws(PolicyError) {
        switch json {
        case .null:
            self = .revoked
        case .string(let name):
            self = .sameAs(name)
        case .object(let members):
            guard let list = members["groups"] else {
                throw PolicyError(path: "\(path).groups", expectation: "a list of functional groups")
            }
            let names = try list.strings(path: "\(path).groups")
            for name in names where groups[name] == nil {
                throw PolicyError(path: "\(path).groups", expectation: "known groups, not \(name)")
            }
            var types: [String]?
            if let list = members["AppHMIType"], !list.isNull { types = try list.strings(path: "\(path).AppHMIType") }
            var nicknames: [String] = []
            if let list = members["nicknames"], !list.isNull {
                nicknames = try list.strings(path: "\(path).nicknames")
            }
            var services: [String: PolicyTable.AppServicePolicy] = [:]
            if let value = members["app_services"], !value.isNull {
                guard let types = value.objectValue else {
                    throw PolicyError(path: "\(path).app_services", expectation: "an object of service types")
                }
                for (type, value) in types {
                    services[type] = try PolicyTable.AppServicePolicy(json: value, path: "\(path).app_services.\(type)")
                }
            }
            self = .policy(
                PolicyTable.AppPolicy(
                    groups: names, priority: members["priority"]?.stringValue ?? "NONE", nicknames: nicknames,
                    appHMITypes: types, isEncryptionRequired: members["encryption_required"]?.boolValue,
                    appServices: services))
        case .bool, .int, .double, .array:
            throw PolicyError(path: path, expectation: "an object, the name of another entry, or null")
        }
    }
}

extension PolicyTable.AppServicePolicy {
    init(json: JSONValue, path: String) throws(PolicyError) {
        var names: [String] = []
        if let list = json["service_names"], !list.isNull { names = try list.strings(path: "\(path).service_names") }
        var functions: Set<UInt32> = []
        for element in json["handled_rpcs"]?.arrayValue ?? [] {
            guard let id = element["function_id"]?.intValue, let number = UInt32(exactly: id) else {
                throw PolicyError(path: "\(path).handled_rpcs", expectation: "a list of objects with function_id")
            }
            functions.insert(number)
        }
        self.init(serviceNames: names, handledFunctions: functions)
    }
}

extension JSONValue {
    fileprivate func strings(path: String) throws(PolicyError) -> [String] {
        guard let elements = arrayValue else { throw PolicyError(path: path, expectation: "a list of texts") }
        var texts: [String] = []
        for element in elements {
            guard let text = element.stringValue else {
                throw PolicyError(path: path, expectation: "a list of texts")
            }
            texts.append(text)
        }
        return texts
    }
}
