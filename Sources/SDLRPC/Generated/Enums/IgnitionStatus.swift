// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The position of the ignition switch.
///
/// Since RPC 2.0.
public enum IgnitionStatus: RPCEnumeration {
    /// The value `UNKNOWN`.
    case unknown
    /// The value `OFF`.
    case off
    /// The value `ACCESSORY`.
    case accessory
    /// The value `RUN`.
    case run
    /// The value `START`.
    case start
    /// The value `INVALID`.
    case invalid
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [IgnitionStatus] = [.unknown, .off, .accessory, .run, .start, .invalid]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "UNKNOWN": self = .unknown
        case "OFF": self = .off
        case "ACCESSORY": self = .accessory
        case "RUN": self = .run
        case "START": self = .start
        case "INVALID": self = .invalid
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .off: "OFF"
        case .accessory: "ACCESSORY"
        case .run: "RUN"
        case .start: "START"
        case .invalid: "INVALID"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
