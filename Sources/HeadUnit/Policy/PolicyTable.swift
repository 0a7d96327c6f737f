/// What a policy table lets each app do: SDL's preloaded policy, as far as a head unit needs it to judge RPCs.
///
/// The JSON form is that of SDL's preloaded file: `policy_table` with `functional_groupings` and `app_policies`.
/// App ids are compared without case.
public struct PolicyTable: Sendable, Hashable {
    /// Where and how one RPC may be used.
    public struct Rule: Sendable, Hashable {
        /// The levels in which the RPC may be used.
        public var levels: Set<AppLevel>
        /// The parameters that may be used; `nil` allows all, an empty set none and with that not the RPC either.
        public var parameters: Set<String>?

        /// Makes a rule.
        public init(levels: Set<AppLevel>, parameters: Set<String>? = nil) {
            self.levels = levels
            self.parameters = parameters
        }
    }

    /// A set of RPCs that is granted together.
    public struct FunctionalGroup: Sendable, Hashable {
        /// The rules by RPC name.
        public var rules: [String: Rule]
        /// The question the user must agree to first, in builds that ask.
        public var consentPrompt: String?
        /// Whether the RPCs may only travel on an encrypted service.
        public var isEncryptionRequired: Bool
        /// The group whose answer of the user holds for this one too, where it was made out of that one; `nil` for its
        /// own.
        package var consentGroup: String?

        /// Makes a group.
        public init(rules: [String: Rule], consentPrompt: String? = nil, isEncryptionRequired: Bool = false) {
            self.rules = rules
            self.consentPrompt = consentPrompt
            self.isEncryptionRequired = isEncryptionRequired
        }
    }

    /// What an app may publish of one type of app service.
    public struct AppServicePolicy: Sendable, Hashable {
        /// The names the service may have; empty allows any.
        public var serviceNames: [String]
        /// The numbers of the functions (`FunctionID`) that it may handle in the head unit's place.
        public var handledFunctions: Set<UInt32>

        /// Makes a policy of a service.
        public init(serviceNames: [String] = [], handledFunctions: Set<UInt32> = []) {
            self.serviceNames = serviceNames
            self.handledFunctions = handledFunctions
        }
    }

    /// What one app is granted.
    public struct AppPolicy: Sendable, Hashable {
        /// The names of the functional groups.
        public var groups: [String]
        /// The importance of the app's messages, such as `NAVIGATION`; told to the HMI.
        public var priority: String
        /// The names the app may register with; empty allows any.
        public var nicknames: [String]
        /// The `AppHMIType`s the app may have; `nil` allows any.
        public var appHMITypes: [String]?
        /// Whether all RPCs of groups that can be encrypted must be.
        public var isEncryptionRequired: Bool?
        /// The services the app may publish, by `AppServiceType`.
        public var appServices: [String: AppServicePolicy]

        /// Makes a policy.
        public init(
            groups: [String], priority: String = "NONE", nicknames: [String] = [], appHMITypes: [String]? = nil,
            isEncryptionRequired: Bool? = nil, appServices: [String: AppServicePolicy] = [:]
        ) {
            self.appServices = appServices
            self.groups = groups
            self.priority = priority
            self.nicknames = nicknames
            self.appHMITypes = appHMITypes
            self.isEncryptionRequired = isEncryptionRequired
        }
    }

    /// One entry of `app_policies`.
    public enum Entry: Sendable, Hashable {
        /// `null`: the app may register and nothing else.
        case revoked
        /// The name of another entry that applies instead.
        case sameAs(String)
        /// The app's own policy.
        case policy(AppPolicy)
    }

    /// Groups by name.
    public var groups: [String: FunctionalGroup]
    /// Entries by app id in lower case; `default` is the one for all others.
    public var entries: [String: Entry]
    /// Whether the driver may dismiss an app's lock screen; `nil` leaves it unsaid.
    public var isLockScreenDismissalEnabled: Bool?
    /// Where apps find the icon of their lock screen; `nil` sends none.
    public var lockScreenIconURL: String?

    /// Makes a table.
    public init(
        groups: [String: FunctionalGroup], entries: [String: Entry], isLockScreenDismissalEnabled: Bool? = nil,
        lockScreenIconURL: String? = nil
    ) {
        self.groups = groups
        self.entries = Dictionary(entries.map { ($0.key.lowercased(), $0.value) }) { _, last in last }
        self.isLockScreenDismissalEnabled = isLockScreenDismissalEnabled
        self.lockScreenIconURL = lockScreenIconURL
    }

    /// What apps of a device may do that the user has not allowed: nothing where the table does not say.
    var policyBeforeConsent: AppPolicy? {
        entries["pre_dataconsent"] == nil ? AppPolicy(groups: []) : policy(of: "pre_DataConsent")
    }

    /// The entry that governs an app, aliases followed; an unknown app gets `default`.
    ///
    /// - Parameter appID: The app's full id if it has one, else its id, in any case.
    /// - Returns: The policy, or `nil` when the app is revoked.
    public func policy(of appID: String) -> AppPolicy? {
        var name = appID.lowercased()
        // An alias may name another alias; a ring of them must not be followed for ever.
        for _ in 0..<8 {
            switch entries[name] ?? entries["default"] {
            case .policy(let policy): return policy
            case .revoked: return nil
            case .sameAs(let other): name = other.lowercased()
            case nil: return AppPolicy(groups: [])
            }
        }
        return AppPolicy(groups: [])
    }
}

/// A policy table that cannot be used, and where.
public struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place in the JSON, for example `policy_table.app_policies.default.groups`.
    public let path: String
    /// What was expected there.
    public let expectation: String

    /// Makes an error.
    public init(path: String, expectation: String) {
        self.path = path
        self.expectation = expectation
    }

    /// Path and expectation.
    public var description: String { "\(path): \(expectation)" }
}
