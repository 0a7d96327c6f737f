// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Whether the state of the ignition switch has settled.
///
/// Since RPC 2.0.
public enum IgnitionStableStatus: RPCEnumeration {
    /// The value `IGNITION_SWITCH_NOT_STABLE`.
    case ignitionSwitchNotStable
    /// The value `IGNITION_SWITCH_STABLE`.
    case ignitionSwitchStable
    /// The value `MISSING_FROM_TRANSMITTER`.
    case missingFromTransmitter
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [IgnitionStableStatus] = [
        .ignitionSwitchNotStable, .ignitionSwitchStable, .missingFromTransmitter,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "IGNITION_SWITCH_NOT_STABLE": self = .ignitionSwitchNotStable
        case "IGNITION_SWITCH_STABLE": self = .ignitionSwitchStable
        case "MISSING_FROM_TRANSMITTER": self = .missingFromTransmitter
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .ignitionSwitchNotStable: "IGNITION_SWITCH_NOT_STABLE"
        case .ignitionSwitchStable: "IGNITION_SWITCH_STABLE"
        case .missingFromTransmitter: "MISSING_FROM_TRANSMITTER"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
