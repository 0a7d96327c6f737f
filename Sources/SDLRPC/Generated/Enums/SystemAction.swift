// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What the head unit does when a soft button is pressed.
///
/// Since RPC 1.0.
public enum SystemAction: RPCEnumeration {
    /// The value `DEFAULT_ACTION`.
    case defaultAction
    /// The value `STEAL_FOCUS`.
    case stealFocus
    /// The value `KEEP_CONTEXT`.
    case keepContext
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [SystemAction] = [.defaultAction, .stealFocus, .keepContext]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "DEFAULT_ACTION": self = .defaultAction
        case "STEAL_FOCUS": self = .stealFocus
        case "KEEP_CONTEXT": self = .keepContext
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .defaultAction: "DEFAULT_ACTION"
        case .stealFocus: "STEAL_FOCUS"
        case .keepContext: "KEEP_CONTEXT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
