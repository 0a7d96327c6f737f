/// The texts of `info` that a stock head unit sends (sdl_core 8.2), where apps and testers may look for them.
enum InfoText {
    static let negativeCorrelationID = "Invalid Correlation ID for RPC Request"
    static let unknownFunction = "Module does not recognize this function id"
    static let duplicateCorrelationID = "Duplicate correlation_id"
    static let navigationSilent = "Navigation component does not respond"
    static let requestTimedOut = "Request timeout expired"
    static let navigationUnsupported = "Navigation is not supported by system"
    static let invalidHMIAnswer = "Invalid message received from vehicle"
    static let unknownHMIResult = "Invalid result received from vehicle"
    static let unknownSession = "Could not find a session for your connection key!"
    static let displaysSubscription =
        "Subscribe parameter is ignored. Auto Subscription/Unsubscription is used for DISPLAY capability type."
    static let webViewNotGranted = "WEB_VIEW AppHmiType is absent in application policies, because they are empty"

    /// The `AppHMIType`s that the policy does not grant.
    static func typesNotGranted(_ types: [String]) -> String {
        "Following AppHmiTypes are not present in policy table:" + types.map { $0 + "," }.joined()
    }

    /// A capability type newer than the version both sides speak.
    static func capabilityTypeTooNew(ordinal: Int, version: String) -> String {
        "RPC.msg_params.systemCapabilityType: Enum value : \(ordinal) does not exist for SyncMsgVersion \(version)"
    }
}
