internal import Formats
internal import SDLProtocol
internal import SDLSpec

/// An app from its RegisterAppInterface to its end.
struct RegisteredApp: Sendable {
    /// What is known of a running audio or video service.
    enum MediaState: Hashable, Sendable {
        /// Granted; nothing has come yet.
        case silent
        case flowing
    }

    /// A file that the app has put into the head unit.
    struct File: Hashable, Sendable {
        let type: String
        let size: Int64
    }

    let key: AppKey
    /// Tells this registration from all others, also from earlier ones on the same session.
    let serial: Int
    /// The id by which the HMI knows the app.
    let hmiAppID: Int
    /// Where names and ids must be unique.
    let device: String
    let name: String
    /// The app's short id in lower case; apps may share it where their full ids differ.
    let appID: String
    /// The id the policy knows the app by: the full id if there is one, in lower case.
    let policyID: String
    /// The ids and names that nobody else on the device may have meanwhile.
    let claims: [NameClaims.Claim]
    let traits: AppTraits
    /// The version both sides speak.
    let rpcVersion: RPCVersion
    /// The protocol version of the frame that registered the app; answers keep it.
    let headerVersion: UInt8
    let displayLanguage: String
    let voiceLanguage: String

    /// The app as the HMI is told it.
    var description: JSONValue = [:]
    /// The status without temporary states.
    var regularStatus = AppStatus()
    /// The status the app was told.
    var status = AppStatus()
    /// The driver chose the app at a moment when it could not come to the front.
    var awaitsActivation = false
    var permissions: AppPermissions
    /// Requests not answered yet.
    var pendingCorrelationIDs: Set<Int32> = []
    /// `SystemCapabilityType`s the app wants to hear about.
    var capabilitySubscriptions: Set<String> = []
    /// What the HMI told of the app's display.
    var displays: JSONValue?
    /// The moments of GetVehicleData within the running second of the clock.
    var vehicleDataRequests = (second: Int64(-1), count: 0)
    var media: [ServiceType: MediaState] = [:]
    var files: [String: File] = [:]
    /// What the app would resume with.
    var hash: String?
    var owesHash = false
    var owesDriverDistraction = false
}
