// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Which turn signal flashes.
///
/// Since RPC 5.0.
public enum TurnSignal: RPCEnumeration {
    /// The value `OFF`.
    case off
    /// The value `LEFT`.
    case left
    /// The value `RIGHT`.
    case right
    /// The value `BOTH`.
    case both
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [TurnSignal] = [.off, .left, .right, .both]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "OFF": self = .off
        case "LEFT": self = .left
        case "RIGHT": self = .right
        case "BOTH": self = .both
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .off: "OFF"
        case .left: "LEFT"
        case .right: "RIGHT"
        case .both: "BOTH"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
