// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What covers the app's screen.
///
/// Since RPC 1.0.
public enum SystemContext: RPCEnumeration {
    /// Nothing.
    case main
    /// A voice session.
    case vrsession
    /// A menu.
    case menu
    /// Something of the head unit.
    case hmiObscured
    /// An alert.
    case alert
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [SystemContext] = [.main, .vrsession, .menu, .hmiObscured, .alert]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "MAIN": self = .main
        case "VRSESSION": self = .vrsession
        case "MENU": self = .menu
        case "HMI_OBSCURED": self = .hmiObscured
        case "ALERT": self = .alert
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .main: "MAIN"
        case .vrsession: "VRSESSION"
        case .menu: "MENU"
        case .hmiObscured: "HMI_OBSCURED"
        case .alert: "ALERT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
