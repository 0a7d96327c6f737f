// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Whether the app's sound is heard.
///
/// Since RPC 1.0.
public enum AudioStreamingState: RPCEnumeration {
    /// At full volume.
    case audible
    /// Quieter, because something else speaks.
    case attenuated
    /// Not at all.
    case notAudible
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [AudioStreamingState] = [.audible, .attenuated, .notAudible]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "AUDIBLE": self = .audible
        case "ATTENUATED": self = .attenuated
        case "NOT_AUDIBLE": self = .notAudible
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .audible: "AUDIBLE"
        case .attenuated: "ATTENUATED"
        case .notAudible: "NOT_AUDIBLE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
