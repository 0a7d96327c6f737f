/// The texts of `info` that a stock head unit sends (sdl_core 8.2), where apps and testers may look for them.
enum InfoText {
    static let negativeCorrelationID = "Invalid Correlation ID for RPC Request"
    static let unknownFunction = "Module does not recognize this function id"
    static let duplicateCorrelationID = "Duplicate correlation_id"
    static let requestTimedOut = "Request timeout expired"
    static let invalidHMIAnswer = "Invalid message received from vehicle"
    static let unknownHMIResult = "Invalid result received from vehicle"
    static let unknownSession = "Could not find a session for your connection key!"
    static let nothingToResume = "Hash from RAI does not match to saved resume data."
    static let resumptionSucceeded = "Data resumption successful"
    static let resumptionFailed = "Data resumption failed"
    static let serviceNotGranted = "Service disallowed by policies"
    static let serviceNotPublished = "Failed to publish service"
    static let noSuchService = "No app service with the requested service ID was published by this application"
    static let noActiveService = "No such app service is active"
    static let serviceSilent = "App service does not respond"
    static let requestTimedOutButServed =
        "HMI request timeout expired, waypoints are available through NAVIGATION service"
    static let spokenFilesMissing = "One or more files needed for tts_name are not present"
    static let displaysSubscription =
        "Subscribe parameter is ignored. Auto Subscription/Unsubscription is used for DISPLAY capability type."
    static let webViewNotGranted = "WEB_VIEW AppHmiType is absent in application policies, because they are empty"
    static let notConsented = "Requested parameters are disallowed by Policies"
    static let declinedByUser = "RPC is disallowed by the user"
    static let noVehicleData = "Failed to retrieve data from vehicle"
    static let someVehicleDataMissing = "Some vehicle data items could not be retrieved"
    static let fileStored = "File was downloaded"
    static let fileCorrupted = "CRC Check on file failed. File upload has been cancelled, please retry."
    static let fileEmpty = "Binary data empty"

    /// The component behind an interface has not answered.
    static func silent(_ interface: String) -> String { "\(interface) component does not respond" }

    /// The HMI has no component for an interface.
    static func unsupported(_ interface: String) -> String { "\(interface) is not supported by system" }

    /// The `AppHMIType`s that the policy does not grant.
    static func typesNotGranted(_ types: [String]) -> String {
        "Following AppHmiTypes are not present in policy table:" + types.map { $0 + "," }.joined()
    }

    /// A capability type newer than the version both sides speak.
    static func capabilityTypeTooNew(ordinal: Int, version: String) -> String {
        "RPC.msg_params.systemCapabilityType: Enum value : \(ordinal) does not exist for SyncMsgVersion \(version)"
    }

    /// Parameters that the policy does not grant, or the user declined.
    static func disallowed(_ parameters: [String], byUser: Bool = false) -> String {
        let names = parameters.sorted().map { "'\($0)'" }.joined(separator: ", ")
        let verb = parameters.count > 1 ? "are" : "is"
        return "\(names) \(verb) disallowed by \(byUser ? "user" : "policies")"
    }
}
