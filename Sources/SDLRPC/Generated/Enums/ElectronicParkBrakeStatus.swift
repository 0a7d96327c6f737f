// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The state of the electric parking brake.
///
/// Since RPC 5.0.
public enum ElectronicParkBrakeStatus: RPCEnumeration {
    /// The value `CLOSED`.
    case closed
    /// The value `TRANSITION`.
    case transition
    /// The value `OPEN`.
    case open
    /// The value `DRIVE_ACTIVE`.
    case driveActive
    /// The value `FAULT`.
    case fault
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [ElectronicParkBrakeStatus] = [.closed, .transition, .open, .driveActive, .fault]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "CLOSED": self = .closed
        case "TRANSITION": self = .transition
        case "OPEN": self = .open
        case "DRIVE_ACTIVE": self = .driveActive
        case "FAULT": self = .fault
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .closed: "CLOSED"
        case .transition: "TRANSITION"
        case .open: "OPEN"
        case .driveActive: "DRIVE_ACTIVE"
        case .fault: "FAULT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
