// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How far the power mode can be trusted.
///
/// Since RPC 2.0.
public enum PowerModeQualificationStatus: RPCEnumeration {
    /// The value `POWER_MODE_UNDEFINED`.
    case powerModeUndefined
    /// The value `POWER_MODE_EVALUATION_IN_PROGRESS`.
    case powerModeEvaluationInProgress
    /// The value `NOT_DEFINED`.
    case notDefined
    /// The value `POWER_MODE_OK`.
    case powerModeOk
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [PowerModeQualificationStatus] = [
        .powerModeUndefined, .powerModeEvaluationInProgress, .notDefined, .powerModeOk,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "POWER_MODE_UNDEFINED": self = .powerModeUndefined
        case "POWER_MODE_EVALUATION_IN_PROGRESS": self = .powerModeEvaluationInProgress
        case "NOT_DEFINED": self = .notDefined
        case "POWER_MODE_OK": self = .powerModeOk
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .powerModeUndefined: "POWER_MODE_UNDEFINED"
        case .powerModeEvaluationInProgress: "POWER_MODE_EVALUATION_IN_PROGRESS"
        case .notDefined: "NOT_DEFINED"
        case .powerModeOk: "POWER_MODE_OK"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
