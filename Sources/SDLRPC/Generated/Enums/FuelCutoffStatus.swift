// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Whether the fuel supply was cut.
///
/// Since RPC 2.0.
public enum FuelCutoffStatus: RPCEnumeration {
    /// The value `TERMINATE_FUEL`.
    case terminateFuel
    /// The value `NORMAL_OPERATION`.
    case normalOperation
    /// The value `FAULT`.
    case fault
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [FuelCutoffStatus] = [.terminateFuel, .normalOperation, .fault]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "TERMINATE_FUEL": self = .terminateFuel
        case "NORMAL_OPERATION": self = .normalOperation
        case "FAULT": self = .fault
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .terminateFuel: "TERMINATE_FUEL"
        case .normalOperation: "NORMAL_OPERATION"
        case .fault: "FAULT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
