// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How far an emergency call got.
///
/// Since RPC 2.0.
public enum ECallConfirmationStatus: RPCEnumeration {
    /// The value `NORMAL`.
    case normal
    /// The value `CALL_IN_PROGRESS`.
    case callInProgress
    /// The value `CALL_CANCELLED`.
    case callCancelled
    /// The value `CALL_COMPLETED`.
    case callCompleted
    /// The value `CALL_UNSUCCESSFUL`.
    case callUnsuccessful
    /// The value `ECALL_CONFIGURED_OFF`.
    case ecallConfiguredOff
    /// The value `CALL_COMPLETE_DTMF_TIMEOUT`.
    case callCompleteDtmfTimeout
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [ECallConfirmationStatus] = [
        .normal, .callInProgress, .callCancelled, .callCompleted, .callUnsuccessful, .ecallConfiguredOff,
        .callCompleteDtmfTimeout,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NORMAL": self = .normal
        case "CALL_IN_PROGRESS": self = .callInProgress
        case "CALL_CANCELLED": self = .callCancelled
        case "CALL_COMPLETED": self = .callCompleted
        case "CALL_UNSUCCESSFUL": self = .callUnsuccessful
        case "ECALL_CONFIGURED_OFF": self = .ecallConfiguredOff
        case "CALL_COMPLETE_DTMF_TIMEOUT": self = .callCompleteDtmfTimeout
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .normal: "NORMAL"
        case .callInProgress: "CALL_IN_PROGRESS"
        case .callCancelled: "CALL_CANCELLED"
        case .callCompleted: "CALL_COMPLETED"
        case .callUnsuccessful: "CALL_UNSUCCESSFUL"
        case .ecallConfiguredOff: "ECALL_CONFIGURED_OFF"
        case .callCompleteDtmfTimeout: "CALL_COMPLETE_DTMF_TIMEOUT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
