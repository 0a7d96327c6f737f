// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The side a text begins at.
///
/// Since RPC 1.0.
public enum TextAlignment: RPCEnumeration {
    /// The value `LEFT_ALIGNED`.
    case leftAligned
    /// The value `RIGHT_ALIGNED`.
    case rightAligned
    /// The value `CENTERED`.
    case centered
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [TextAlignment] = [.leftAligned, .rightAligned, .centered]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "LEFT_ALIGNED": self = .leftAligned
        case "RIGHT_ALIGNED": self = .rightAligned
        case "CENTERED": self = .centered
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .leftAligned: "LEFT_ALIGNED"
        case .rightAligned: "RIGHT_ALIGNED"
        case .centered: "CENTERED"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
