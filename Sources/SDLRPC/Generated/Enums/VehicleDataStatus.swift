// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Whether something is on.
///
/// Since RPC 2.0.
public enum VehicleDataStatus: RPCEnumeration {
    /// The value `NO_DATA_EXISTS`.
    case noDataExists
    /// The value `OFF`.
    case off
    /// The value `ON`.
    case on
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VehicleDataStatus] = [.noDataExists, .off, .on]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NO_DATA_EXISTS": self = .noDataExists
        case "OFF": self = .off
        case "ON": self = .on
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .noDataExists: "NO_DATA_EXISTS"
        case .off: "OFF"
        case .on: "ON"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
