// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The size of a sample of captured sound.
///
/// Since RPC 2.0.
public enum BitsPerSample: RPCEnumeration {
    /// The value `8_BIT`.
    case bit8
    /// The value `16_BIT`.
    case bit16
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [BitsPerSample] = [.bit8, .bit16]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "8_BIT": self = .bit8
        case "16_BIT": self = .bit16
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .bit8: "8_BIT"
        case .bit16: "16_BIT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
