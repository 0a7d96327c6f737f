// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What a vehicle runs on.
///
/// Since RPC 5.0.
public enum FuelType: RPCEnumeration {
    /// The value `GASOLINE`.
    case gasoline
    /// The value `DIESEL`.
    case diesel
    /// The value `CNG`.
    case cng
    /// The value `LPG`.
    case lpg
    /// The value `HYDROGEN`.
    case hydrogen
    /// The value `BATTERY`.
    case battery
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [FuelType] = [.gasoline, .diesel, .cng, .lpg, .hydrogen, .battery]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "GASOLINE": self = .gasoline
        case "DIESEL": self = .diesel
        case "CNG": self = .cng
        case "LPG": self = .lpg
        case "HYDROGEN": self = .hydrogen
        case "BATTERY": self = .battery
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .gasoline: "GASOLINE"
        case .diesel: "DIESEL"
        case .cng: "CNG"
        case .lpg: "LPG"
        case .hydrogen: "HYDROGEN"
        case .battery: "BATTERY"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
