// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The state of a door, gate or roof.
///
/// Since RPC 7.1.
public enum DoorStatusType: RPCEnumeration {
    /// The value `CLOSED`.
    case closed
    /// The value `LOCKED`.
    case locked
    /// The value `AJAR`.
    case ajar
    /// The value `REMOVED`.
    case removed
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [DoorStatusType] = [.closed, .locked, .ajar, .removed]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "CLOSED": self = .closed
        case "LOCKED": self = .locked
        case "AJAR": self = .ajar
        case "REMOVED": self = .removed
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .closed: "CLOSED"
        case .locked: "LOCKED"
        case .ajar: "AJAR"
        case .removed: "REMOVED"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
