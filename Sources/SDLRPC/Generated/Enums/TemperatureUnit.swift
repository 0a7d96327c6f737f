// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The unit of a temperature.
///
/// Since RPC 4.5.
public enum TemperatureUnit: RPCEnumeration {
    /// The value `FAHRENHEIT`.
    case fahrenheit
    /// The value `CELSIUS`.
    case celsius
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [TemperatureUnit] = [.fahrenheit, .celsius]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "FAHRENHEIT": self = .fahrenheit
        case "CELSIUS": self = .celsius
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .fahrenheit: "FAHRENHEIT"
        case .celsius: "CELSIUS"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
