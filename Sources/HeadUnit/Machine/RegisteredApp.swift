internal import Formats
internal import SDLSpec

/// An app from its RegisterAppInterface to its end.
struct RegisteredApp: Sendable {
    let key: AppKey
    /// The id by which the HMI knows the app.
    let hmiAppID: Int
    /// Where names and ids must be unique.
    let device: String
    let name: String
    /// The app's short id in lower case.
    let appID: String
    /// The id the policy knows the app by: the full id if there is one, in lower case.
    let policyID: String
    let vrSynonyms: [String]
    let ttsTexts: [String]
    let traits: AppTraits
    /// The version both sides speak.
    let rpcVersion: RPCVersion
    /// The protocol version of the frame that registered the app; answers keep it.
    let headerVersion: UInt8
    let displayLanguage: String
    let voiceLanguage: String

    var status = AppStatus()
    var permissions: AppPermissions
    /// Requests not answered yet.
    var pendingCorrelationIDs: Set<Int32> = []
    /// `SystemCapabilityType`s the app wants to hear about.
    var capabilitySubscriptions: Set<String> = []
    /// What the app would resume with.
    var hash: String?
}

/// Who wants to hear about waypoints, and what the head unit knows (head unit behaviour 5 and 6.1).
struct WayPointSubscriptions: Sendable {
    var subscribers: Set<AppKey> = []
    /// Whether the HMI was asked to send changes and agreed.
    var isHMISubscribed = false
    /// The last valid list, kept while somebody is subscribed.
    var cached: JSONValue?

    /// Takes an app out.
    ///
    /// - Returns: Whether it was the last one.
    mutating func remove(_ app: AppKey) -> Bool {
        guard subscribers.remove(app) != nil, subscribers.isEmpty else { return false }
        cached = nil
        return true
    }
}
