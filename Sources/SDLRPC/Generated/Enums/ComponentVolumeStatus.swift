// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How full a store is.
///
/// Since RPC 2.0.
public enum ComponentVolumeStatus: RPCEnumeration {
    /// The value `UNKNOWN`.
    case unknown
    /// The value `NORMAL`.
    case normal
    /// The value `LOW`.
    case low
    /// The value `FAULT`.
    case fault
    /// The value `ALERT`.
    case alert
    /// The value `NOT_SUPPORTED`.
    case notSupported
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [ComponentVolumeStatus] = [.unknown, .normal, .low, .fault, .alert, .notSupported]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "UNKNOWN": self = .unknown
        case "NORMAL": self = .normal
        case "LOW": self = .low
        case "FAULT": self = .fault
        case "ALERT": self = .alert
        case "NOT_SUPPORTED": self = .notSupported
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .normal: "NORMAL"
        case .low: "LOW"
        case .fault: "FAULT"
        case .alert: "ALERT"
        case .notSupported: "NOT_SUPPORTED"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
