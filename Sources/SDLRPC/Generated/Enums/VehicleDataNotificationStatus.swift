// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Whether a notification is active.
///
/// Since RPC 2.0.
public enum VehicleDataNotificationStatus: RPCEnumeration {
    /// The value `NOT_SUPPORTED`.
    case notSupported
    /// The value `NORMAL`.
    case normal
    /// The value `ACTIVE`.
    case active
    /// The value `NOT_USED`.
    case notUsed
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VehicleDataNotificationStatus] = [.notSupported, .normal, .active, .notUsed]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NOT_SUPPORTED": self = .notSupported
        case "NORMAL": self = .normal
        case "ACTIVE": self = .active
        case "NOT_USED": self = .notUsed
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .notSupported: "NOT_SUPPORTED"
        case .normal: "NORMAL"
        case .active: "ACTIVE"
        case .notUsed: "NOT_USED"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
