// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The coding of captured sound.
///
/// Since RPC 2.0.
public enum AudioType: RPCEnumeration {
    /// The value `PCM`.
    case pcm
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [AudioType] = [.pcm]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "PCM": self = .pcm
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .pcm: "PCM"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
