// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The mode the vehicle is in.
///
/// Since RPC 2.0.
public enum CarModeStatus: RPCEnumeration {
    /// The value `NORMAL`.
    case normal
    /// The value `FACTORY`.
    case factory
    /// The value `TRANSPORT`.
    case transport
    /// The value `CRASH`.
    case crash
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [CarModeStatus] = [.normal, .factory, .transport, .crash]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NORMAL": self = .normal
        case "FACTORY": self = .factory
        case "TRANSPORT": self = .transport
        case "CRASH": self = .crash
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .normal: "NORMAL"
        case .factory: "FACTORY"
        case .transport: "TRANSPORT"
        case .crash: "CRASH"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
