// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The order of the keys on the screen.
///
/// Since RPC 3.0.
public enum KeyboardLayout: RPCEnumeration {
    /// The value `QWERTY`.
    case qwerty
    /// The value `QWERTZ`.
    case qwertz
    /// The value `AZERTY`.
    case azerty
    /// The value `NUMERIC`.
    ///
    /// Since RPC 7.1.
    case numeric
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [KeyboardLayout] = [.qwerty, .qwertz, .azerty, .numeric]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "QWERTY": self = .qwerty
        case "QWERTZ": self = .qwertz
        case "AZERTY": self = .azerty
        case "NUMERIC": self = .numeric
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .qwerty: "QWERTY"
        case .qwertz: "QWERTZ"
        case .azerty: "AZERTY"
        case .numeric: "NUMERIC"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
