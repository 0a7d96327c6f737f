// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The state of a warning light.
///
/// Since RPC 2.0.
public enum WarningLightStatus: RPCEnumeration {
    /// The value `OFF`.
    case off
    /// The value `ON`.
    case on
    /// The value `FLASH`.
    case flash
    /// The value `NOT_USED`.
    case notUsed
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [WarningLightStatus] = [.off, .on, .flash, .notUsed]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "OFF": self = .off
        case "ON": self = .on
        case "FLASH": self = .flash
        case "NOT_USED": self = .notUsed
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .off: "OFF"
        case .on: "ON"
        case .flash: "FLASH"
        case .notUsed: "NOT_USED"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
