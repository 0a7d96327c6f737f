// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What a soft button shows.
///
/// Since RPC 2.0.
public enum SoftButtonType: RPCEnumeration {
    /// The value `TEXT`.
    case text
    /// The value `IMAGE`.
    case image
    /// The value `BOTH`.
    case both
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [SoftButtonType] = [.text, .image, .both]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "TEXT": self = .text
        case "IMAGE": self = .image
        case "BOTH": self = .both
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .text: "TEXT"
        case .image: "IMAGE"
        case .both: "BOTH"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
