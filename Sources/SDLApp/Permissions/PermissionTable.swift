internal import Formats
internal import SDLProtocol

/// What the head unit's policy permits, by RPC name: the content of the last OnPermissionsChange.
///
/// Every OnPermissionsChange replaces the table: head units send the app's complete set each time.
struct PermissionTable: Hashable, Sendable {
    struct Item: Hashable, Sendable {
        var allowed: Set<HMILevel> = []
        var userDisallowed: Set<HMILevel> = []
        var allowedParameters: Set<String> = []
        var userDisallowedParameters: Set<String> = []
        var requiresEncryption = false

        /// The levels in which the RPC is permitted; what the user refused counts even if it is listed as allowed too.
        var effectiveLevels: Set<HMILevel> { allowed.subtracting(userDisallowed) }
    }

    /// Nil until the head unit has sent a table.
    private(set) var items: [String: Item]?
    /// The app-level switch: false turns the demands of single RPCs off.
    private(set) var appRequiresEncryption: Bool?

    init() {}

    /// Reads an OnPermissionsChange; items that cannot be read are left out, nil without any list.
    init?(_ json: JSONValue) {
        guard let list = json["permissionItem"]?.arrayValue else { return nil }
        var items: [String: Item] = [:]
        for entry in list {
            guard let name = entry["rpcName"]?.stringValue else { continue }
            var item = Item()
            item.allowed = Self.levels(entry["hmiPermissions"]?["allowed"])
            item.userDisallowed = Self.levels(entry["hmiPermissions"]?["userDisallowed"])
            item.allowedParameters = Self.names(entry["parameterPermissions"]?["allowed"])
            item.userDisallowedParameters = Self.names(entry["parameterPermissions"]?["userDisallowed"])
            item.requiresEncryption = entry["requireEncryption"]?.boolValue ?? false
            items[name] = item
        }
        self.items = items
        appRequiresEncryption = json["requireEncryption"]?.boolValue
    }

    subscript(name: String) -> Item? { items?[name] }

    /// Whether an RPC must not be sent in clear: its own flag, unless the app-level switch is off.
    func requiresEncryption(_ name: String) -> Bool {
        guard let item = items?[name], item.requiresEncryption, !EncryptionExemption.functions.contains(name) else {
            return false
        }
        return appRequiresEncryption ?? true
    }

    /// Whether any RPC of the app must not be sent in clear.
    var requiresEncryption: Bool {
        (items ?? [:]).keys.contains { requiresEncryption($0) }
    }

    private static func levels(_ value: JSONValue?) -> Set<HMILevel> {
        Set((value?.arrayValue ?? []).compactMap { HMILevel(lenient: $0) })
    }

    private static func names(_ value: JSONValue?) -> Set<String> {
        Set((value?.arrayValue ?? []).compactMap(\.stringValue))
    }
}
