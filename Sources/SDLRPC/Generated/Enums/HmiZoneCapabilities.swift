// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// For whom the HMI has zones.
///
/// Since RPC 1.0.
public enum HmiZoneCapabilities: RPCEnumeration {
    /// The value `FRONT`.
    case front
    /// The value `BACK`.
    case back
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [HmiZoneCapabilities] = [.front, .back]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "FRONT": self = .front
        case "BACK": self = .back
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .front: "FRONT"
        case .back: "BACK"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
