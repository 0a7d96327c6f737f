// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What voice recognition understands.
///
/// Since RPC 1.0.
public enum VrCapabilities: RPCEnumeration {
    /// The value `TEXT`.
    case text
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VrCapabilities] = [.text]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "TEXT": self = .text
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .text: "TEXT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
