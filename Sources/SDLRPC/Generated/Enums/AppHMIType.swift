// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The spec's enum AppHMIType.
///
/// Since RPC 2.0.
public enum AppHMIType: RPCEnumeration {
    /// The value `DEFAULT`.
    case `default`
    /// The value `COMMUNICATION`.
    case communication
    /// The value `MEDIA`.
    case media
    /// The value `MESSAGING`.
    case messaging
    /// The value `NAVIGATION`.
    case navigation
    /// The value `INFORMATION`.
    case information
    /// The value `SOCIAL`.
    case social
    /// The value `BACKGROUND_PROCESS`.
    case backgroundProcess
    /// The value `TESTING`.
    case testing
    /// The value `SYSTEM`.
    case system
    /// The value `PROJECTION`.
    ///
    /// Since RPC 4.5.
    case projection
    /// The value `REMOTE_CONTROL`.
    ///
    /// Since RPC 4.5.
    case remoteControl
    /// The value `WEB_VIEW`.
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
