// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How much of the HMI an app may use.
///
/// Since RPC 1.0.
public enum HMILevel: RPCEnumeration {
    /// The app has the screen.
    case full
    /// The app is not on the screen but keeps its main job, such as guidance.
    case limited
    /// The app runs unseen.
    case background
    /// The app was not started by the driver, or was ended.
    case none
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [HMILevel] = [.full, .limited, .background, .none]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "FULL": self = .full
        case "LIMITED": self = .limited
        case "BACKGROUND": self = .background
        case "NONE": self = .none
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .full: "FULL"
        case .limited: "LIMITED"
        case .background: "BACKGROUND"
        case .none: "NONE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
