// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What to do at an instruction of guidance.
///
/// Since RPC 5.1.
public enum NavigationAction: RPCEnumeration {
    /// The value `TURN`.
    case turn
    /// The value `EXIT`.
    case exit
    /// The value `STAY`.
    case stay
    /// The value `MERGE`.
    case merge
    /// The value `FERRY`.
    case ferry
    /// The value `CAR_SHUTTLE_TRAIN`.
    case carShuttleTrain
    /// The value `WAYPOINT`.
    case waypoint
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [NavigationAction] = [
        .turn, .exit, .stay, .merge, .ferry, .carShuttleTrain, .waypoint,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "TURN": self = .turn
        case "EXIT": self = .exit
        case "STAY": self = .stay
        case "MERGE": self = .merge
        case "FERRY": self = .ferry
        case "CAR_SHUTTLE_TRAIN": self = .carShuttleTrain
        case "WAYPOINT": self = .waypoint
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .turn: "TURN"
        case .exit: "EXIT"
        case .stay: "STAY"
        case .merge: "MERGE"
        case .ferry: "FERRY"
        case .carShuttleTrain: "CAR_SHUTTLE_TRAIN"
        case .waypoint: "WAYPOINT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
