// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Sounds and phrases the head unit has ready.
///
/// Since RPC 1.0.
public enum PrerecordedSpeech: RPCEnumeration {
    /// The value `HELP_JINGLE`.
    case helpJingle
    /// The value `INITIAL_JINGLE`.
    case initialJingle
    /// The value `LISTEN_JINGLE`.
    case listenJingle
    /// The value `POSITIVE_JINGLE`.
    case positiveJingle
    /// The value `NEGATIVE_JINGLE`.
    case negativeJingle
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [PrerecordedSpeech] = [
        .helpJingle, .initialJingle, .listenJingle, .positiveJingle, .negativeJingle,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "HELP_JINGLE": self = .helpJingle
        case "INITIAL_JINGLE": self = .initialJingle
        case "LISTEN_JINGLE": self = .listenJingle
        case "POSITIVE_JINGLE": self = .positiveJingle
        case "NEGATIVE_JINGLE": self = .negativeJingle
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .helpJingle: "HELP_JINGLE"
        case .initialJingle: "INITIAL_JINGLE"
        case .listenJingle: "LISTEN_JINGLE"
        case .positiveJingle: "POSITIVE_JINGLE"
        case .negativeJingle: "NEGATIVE_JINGLE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
