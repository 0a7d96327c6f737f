// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What a window is for.
///
/// Since RPC 6.0.
public enum WindowType: RPCEnumeration {
    /// The app's full-screen window.
    case main
    /// A small window beside others.
    case widget
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [WindowType] = [.main, .widget]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "MAIN": self = .main
        case "WIDGET": self = .widget
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .main: "MAIN"
        case .widget: "WIDGET"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
