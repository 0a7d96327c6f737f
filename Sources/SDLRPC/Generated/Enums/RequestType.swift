// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What a system request is about.
///
/// Since RPC 3.0.
public enum RequestType: RPCEnumeration {
    /// A request to a server of the maker.
    case http
    /// The value `FILE_RESUME`.
    case fileResume
    /// The value `AUTH_REQUEST`.
    case authRequest
    /// The value `AUTH_CHALLENGE`.
    case authChallenge
    /// The value `AUTH_ACK`.
    case authAck
    /// A policy update in the maker's way.
    case proprietary
    /// The value `QUERY_APPS`.
    case queryApps
    /// The value `LAUNCH_APP`.
    case launchApp
    /// Where the icon of the lock screen is.
    case lockScreenIconUrl
    /// The value `TRAFFIC_MESSAGE_CHANNEL`.
    case trafficMessageChannel
    /// The value `DRIVER_PROFILE`.
    case driverProfile
    /// The value `VOICE_SEARCH`.
    case voiceSearch
    /// The value `NAVIGATION`.
    case navigation
    /// The value `PHONE`.
    case phone
    /// The value `CLIMATE`.
    case climate
    /// The value `SETTINGS`.
    case settings
    /// The value `VEHICLE_DIAGNOSTICS`.
    case vehicleDiagnostics
    /// The value `EMERGENCY`.
    case emergency
    /// The value `MEDIA`.
    case media
    /// The value `FOTA`.
    case fota
    /// Something only the maker knows.
    ///
    /// Since RPC 5.0.
    case oemSpecific
    /// Where an app's icon is.
    ///
    /// Since RPC 5.1.
    case iconUrl
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [RequestType] = [
        .http, .fileResume, .authRequest, .authChallenge, .authAck, .proprietary, .queryApps, .launchApp,
        .lockScreenIconUrl, .trafficMessageChannel, .driverProfile, .voiceSearch, .navigation, .phone, .climate,
        .settings, .vehicleDiagnostics, .emergency, .media, .fota, .oemSpecific, .iconUrl,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "HTTP": self = .http
        case "FILE_RESUME": self = .fileResume
        case "AUTH_REQUEST": self = .authRequest
        case "AUTH_CHALLENGE": self = .authChallenge
        case "AUTH_ACK": self = .authAck
        case "PROPRIETARY": self = .proprietary
        case "QUERY_APPS": self = .queryApps
        case "LAUNCH_APP": self = .launchApp
        case "LOCK_SCREEN_ICON_URL": self = .lockScreenIconUrl
        case "TRAFFIC_MESSAGE_CHANNEL": self = .trafficMessageChannel
        case "DRIVER_PROFILE": self = .driverProfile
        case "VOICE_SEARCH": self = .voiceSearch
        case "NAVIGATION": self = .navigation
        case "PHONE": self = .phone
        case "CLIMATE": self = .climate
        case "SETTINGS": self = .settings
        case "VEHICLE_DIAGNOSTICS": self = .vehicleDiagnostics
        case "EMERGENCY": self = .emergency
        case "MEDIA": self = .media
        case "FOTA": self = .fota
        case "OEM_SPECIFIC": self = .oemSpecific
        case "ICON_URL": self = .iconUrl
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .http: "HTTP"
        case .fileResume: "FILE_RESUME"
        case .authRequest: "AUTH_REQUEST"
        case .authChallenge: "AUTH_CHALLENGE"
        case .authAck: "AUTH_ACK"
        case .proprietary: "PROPRIETARY"
        case .queryApps: "QUERY_APPS"
        case .launchApp: "LAUNCH_APP"
        case .lockScreenIconUrl: "LOCK_SCREEN_ICON_URL"
        case .trafficMessageChannel: "TRAFFIC_MESSAGE_CHANNEL"
        case .driverProfile: "DRIVER_PROFILE"
        case .voiceSearch: "VOICE_SEARCH"
        case .navigation: "NAVIGATION"
        case .phone: "PHONE"
        case .climate: "CLIMATE"
        case .settings: "SETTINGS"
        case .vehicleDiagnostics: "VEHICLE_DIAGNOSTICS"
        case .emergency: "EMERGENCY"
        case .media: "MEDIA"
        case .fota: "FOTA"
        case .oemSpecific: "OEM_SPECIFIC"
        case .iconUrl: "ICON_URL"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
