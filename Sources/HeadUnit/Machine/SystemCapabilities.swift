/// The names around `SystemCapability` of the RPC spec.
public enum SystemCapabilities: Sendable {
    /// The member that holds the data of each `SystemCapabilityType`.
    public static let members: [String: String] = [
        "NAVIGATION": "navigationCapability", "PHONE_CALL": "phoneCapability",
        "VIDEO_STREAMING": "videoStreamingCapability", "REMOTE_CONTROL": "remoteControlCapability",
        "APP_SERVICES": "appServicesCapabilities", "SEAT_LOCATION": "seatLocationCapability",
        "DISPLAYS": "displayCapabilities", "DRIVER_DISTRACTION": "driverDistractionCapability",
    ]

    /// Those that the HMI tells by UI.GetCapabilities.
    static let uiMembers: [String: String] = members.filter {
        ["NAVIGATION", "PHONE_CALL", "VIDEO_STREAMING", "DRIVER_DISTRACTION"].contains($0.key)
    }
}
