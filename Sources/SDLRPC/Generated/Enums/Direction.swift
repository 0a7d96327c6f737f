// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// A side.
///
/// Since RPC 5.1.
public enum Direction: RPCEnumeration {
    /// The value `LEFT`.
    case left
    /// The value `RIGHT`.
    case right
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [Direction] = [.left, .right]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "LEFT": self = .left
        case "RIGHT": self = .right
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .left: "LEFT"
        case .right: "RIGHT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
