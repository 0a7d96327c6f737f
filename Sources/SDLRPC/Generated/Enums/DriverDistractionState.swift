// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Whether the driver must not be distracted now.
///
/// Since RPC 2.0.
public enum DriverDistractionState: RPCEnumeration {
    /// Restrictions apply.
    case ddOn
    /// No restrictions.
    case ddOff
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [DriverDistractionState] = [.ddOn, .ddOff]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "DD_ON": self = .ddOn
        case "DD_OFF": self = .ddOff
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .ddOn: "DD_ON"
        case .ddOff: "DD_OFF"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
