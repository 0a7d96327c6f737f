// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How a menu is shown.
///
/// Since RPC 6.0.
public enum MenuLayout: RPCEnumeration {
    /// The value `LIST`.
    case list
    /// The value `TILES`.
    case tiles
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [MenuLayout] = [.list, .tiles]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "LIST": self = .list
        case "TILES": self = .tiles
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .list: "LIST"
        case .tiles: "TILES"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
