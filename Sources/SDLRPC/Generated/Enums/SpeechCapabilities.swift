// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What speech output understands.
///
/// Since RPC 1.0.
public enum SpeechCapabilities: RPCEnumeration {
    /// The value `TEXT`.
    case text
    /// The value `SAPI_PHONEMES`.
    case sapiPhonemes
    /// The value `LHPLUS_PHONEMES`.
    case lhplusPhonemes
    /// The value `PRE_RECORDED`.
    case preRecorded
    /// The value `SILENCE`.
    case silence
    /// The value `FILE`.
    ///
    /// Since RPC 5.0.
    case file
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [SpeechCapabilities] = [
        .text, .sapiPhonemes, .lhplusPhonemes, .preRecorded, .silence, .file,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "TEXT": self = .text
        case "SAPI_PHONEMES": self = .sapiPhonemes
        case "LHPLUS_PHONEMES": self = .lhplusPhonemes
        case "PRE_RECORDED": self = .preRecorded
        case "SILENCE": self = .silence
        case "FILE": self = .file
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .text: "TEXT"
        case .sapiPhonemes: "SAPI_PHONEMES"
        case .lhplusPhonemes: "LHPLUS_PHONEMES"
        case .preRecorded: "PRE_RECORDED"
        case .silence: "SILENCE"
        case .file: "FILE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
