// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What a media service plays.
///
/// Since RPC 5.1.
public enum MediaType: RPCEnumeration {
    /// The value `MUSIC`.
    case music
    /// The value `PODCAST`.
    case podcast
    /// The value `AUDIOBOOK`.
    case audiobook
    /// The value `OTHER`.
    case other
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [MediaType] = [.music, .podcast, .audiobook, .other]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "MUSIC": self = .music
        case "PODCAST": self = .podcast
        case "AUDIOBOOK": self = .audiobook
        case "OTHER": self = .other
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .music: "MUSIC"
        case .podcast: "PODCAST"
        case .audiobook: "AUDIOBOOK"
        case .other: "OTHER"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
