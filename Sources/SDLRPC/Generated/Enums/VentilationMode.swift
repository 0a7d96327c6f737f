// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Where air is blown to.
///
/// Since RPC 4.5.
public enum VentilationMode: RPCEnumeration {
    /// The value `UPPER`.
    case upper
    /// The value `LOWER`.
    case lower
    /// The value `BOTH`.
    case both
    /// The value `NONE`.
    case none
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VentilationMode] = [.upper, .lower, .both, .none]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "UPPER": self = .upper
        case "LOWER": self = .lower
        case "BOTH": self = .both
        case "NONE": self = .none
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .upper: "UPPER"
        case .lower: "LOWER"
        case .both: "BOTH"
        case .none: "NONE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
