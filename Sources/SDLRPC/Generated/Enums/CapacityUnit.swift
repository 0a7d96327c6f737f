// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The unit of a tank or battery.
///
/// Since RPC 7.0.
public enum CapacityUnit: RPCEnumeration {
    /// The value `LITERS`.
    case liters
    /// The value `KILOWATTHOURS`.
    case kilowatthours
    /// The value `KILOGRAMS`.
    case kilograms
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [CapacityUnit] = [.liters, .kilowatthours, .kilograms]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "LITERS": self = .liters
        case "KILOWATTHOURS": self = .kilowatthours
        case "KILOGRAMS": self = .kilograms
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .liters: "LITERS"
        case .kilowatthours: "KILOWATTHOURS"
        case .kilograms: "KILOGRAMS"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
