// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What an app is for.
///
/// Since RPC 2.0.
public enum AppHMIType: RPCEnumeration {
    /// Nothing in particular.
    case `default`
    /// Calls and similar.
    case communication
    /// Sound for the driver.
    case media
    /// Messages.
    case messaging
    /// Maps and guidance.
    case navigation
    /// News, weather and the like.
    case information
    /// Social networks.
    case social
    /// Works without being seen.
    case backgroundProcess
    /// For tests only.
    case testing
    /// Part of the system.
    case system
    /// Sends its screen as video.
    ///
    /// Since RPC 4.5.
    case projection
    /// Controls seats, climate, radio and so on.
    ///
    /// Since RPC 4.5.
    case remoteControl
    /// A web page shown by the head unit.
    ///
    /// Since RPC 7.0.
    case webView
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [AppHMIType] = [
        .`default`, .communication, .media, .messaging, .navigation, .information, .social, .backgroundProcess,
        .testing, .system, .projection, .remoteControl, .webView,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "DEFAULT": self = .`default`
        case "COMMUNICATION": self = .communication
        case "MEDIA": self = .media
        case "MESSAGING": self = .messaging
        case "NAVIGATION": self = .navigation
        case "INFORMATION": self = .information
        case "SOCIAL": self = .social
        case "BACKGROUND_PROCESS": self = .backgroundProcess
        case "TESTING": self = .testing
        case "SYSTEM": self = .system
        case "PROJECTION": self = .projection
        case "REMOTE_CONTROL": self = .remoteControl
        case "WEB_VIEW": self = .webView
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .`default`: "DEFAULT"
        case .communication: "COMMUNICATION"
        case .media: "MEDIA"
        case .messaging: "MESSAGING"
        case .navigation: "NAVIGATION"
        case .information: "INFORMATION"
        case .social: "SOCIAL"
        case .backgroundProcess: "BACKGROUND_PROCESS"
        case .testing: "TESTING"
        case .system: "SYSTEM"
        case .projection: "PROJECTION"
        case .remoteControl: "REMOTE_CONTROL"
        case .webView: "WEB_VIEW"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
