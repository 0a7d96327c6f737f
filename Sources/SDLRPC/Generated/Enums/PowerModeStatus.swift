// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The power mode of the vehicle.
///
/// Since RPC 2.0.
public enum PowerModeStatus: RPCEnumeration {
    /// The value `KEY_OUT`.
    case keyOut
    /// The value `KEY_RECENTLY_OUT`.
    case keyRecentlyOut
    /// The value `KEY_APPROVED_0`.
    case keyApproved0
    /// The value `POST_ACCESORY_0`.
    case postAccesory0
    /// The value `ACCESORY_1`.
    case accesory1
    /// The value `POST_IGNITION_1`.
    case postIgnition1
    /// The value `IGNITION_ON_2`.
    case ignitionOn2
    /// The value `RUNNING_2`.
    case running2
    /// The value `CRANK_3`.
    case crank3
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [PowerModeStatus] = [
        .keyOut, .keyRecentlyOut, .keyApproved0, .postAccesory0, .accesory1, .postIgnition1, .ignitionOn2, .running2,
        .crank3,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "KEY_OUT": self = .keyOut
        case "KEY_RECENTLY_OUT": self = .keyRecentlyOut
        case "KEY_APPROVED_0": self = .keyApproved0
        case "POST_ACCESORY_0": self = .postAccesory0
        case "ACCESORY_1": self = .accesory1
        case "POST_IGNITION_1": self = .postIgnition1
        case "IGNITION_ON_2": self = .ignitionOn2
        case "RUNNING_2": self = .running2
        case "CRANK_3": self = .crank3
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .keyOut: "KEY_OUT"
        case .keyRecentlyOut: "KEY_RECENTLY_OUT"
        case .keyApproved0: "KEY_APPROVED_0"
        case .postAccesory0: "POST_ACCESORY_0"
        case .accesory1: "ACCESORY_1"
        case .postIgnition1: "POST_IGNITION_1"
        case .ignitionOn2: "IGNITION_ON_2"
        case .running2: "RUNNING_2"
        case .crank3: "CRANK_3"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
