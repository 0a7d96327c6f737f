// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What the tire pressure system says of a tire.
///
/// Since RPC 5.0.
public enum TPMS: RPCEnumeration {
    /// The value `UNKNOWN`.
    case unknown
    /// The value `SYSTEM_FAULT`.
    case systemFault
    /// The value `SENSOR_FAULT`.
    case sensorFault
    /// The value `LOW`.
    case low
    /// The value `SYSTEM_ACTIVE`.
    case systemActive
    /// The value `TRAIN`.
    case train
    /// The value `TRAINING_COMPLETE`.
    case trainingComplete
    /// The value `NOT_TRAINED`.
    case notTrained
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [TPMS] = [
        .unknown, .systemFault, .sensorFault, .low, .systemActive, .train, .trainingComplete, .notTrained,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "UNKNOWN": self = .unknown
        case "SYSTEM_FAULT": self = .systemFault
        case "SENSOR_FAULT": self = .sensorFault
        case "LOW": self = .low
        case "SYSTEM_ACTIVE": self = .systemActive
        case "TRAIN": self = .train
        case "TRAINING_COMPLETE": self = .trainingComplete
        case "NOT_TRAINED": self = .notTrained
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .systemFault: "SYSTEM_FAULT"
        case .sensorFault: "SENSOR_FAULT"
        case .low: "LOW"
        case .systemActive: "SYSTEM_ACTIVE"
        case .train: "TRAIN"
        case .trainingComplete: "TRAINING_COMPLETE"
        case .notTrained: "NOT_TRAINED"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
