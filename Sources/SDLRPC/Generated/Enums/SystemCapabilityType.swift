// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// A capability that can be asked for.
///
/// Since RPC 4.5.
public enum SystemCapabilityType: RPCEnumeration {
    /// Waypoints and sending locations.
    case navigation
    /// Dialling.
    case phoneCall
    /// Video from the app.
    case videoStreaming
    /// Modules that apps may control.
    case remoteControl
    /// Services that apps offer each other.
    ///
    /// Since RPC 5.1.
    case appServices
    /// Where the seats are.
    ///
    /// Since RPC 6.0.
    case seatLocation
    /// Displays and their windows.
    ///
    /// Since RPC 6.0.
    case displays
    /// Limits of menus while driving.
    ///
    /// Since RPC 7.0.
    case driverDistraction
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [SystemCapabilityType] = [
        .navigation, .phoneCall, .videoStreaming, .remoteControl, .appServices, .seatLocation, .displays,
        .driverDistraction,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NAVIGATION": self = .navigation
        case "PHONE_CALL": self = .phoneCall
        case "VIDEO_STREAMING": self = .videoStreaming
        case "REMOTE_CONTROL": self = .remoteControl
        case "APP_SERVICES": self = .appServices
        case "SEAT_LOCATION": self = .seatLocation
        case "DISPLAYS": self = .displays
        case "DRIVER_DISTRACTION": self = .driverDistraction
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .navigation: "NAVIGATION"
        case .phoneCall: "PHONE_CALL"
        case .videoStreaming: "VIDEO_STREAMING"
        case .remoteControl: "REMOTE_CONTROL"
        case .appServices: "APP_SERVICES"
        case .seatLocation: "SEAT_LOCATION"
        case .displays: "DISPLAYS"
        case .driverDistraction: "DRIVER_DISTRACTION"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
