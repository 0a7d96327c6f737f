// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How the app hears of keys.
///
/// Since RPC 3.0.
public enum KeypressMode: RPCEnumeration {
    /// The value `SINGLE_KEYPRESS`.
    case singleKeypress
    /// The value `QUEUE_KEYPRESSES`.
    case queueKeypresses
    /// The value `RESEND_CURRENT_ENTRY`.
    case resendCurrentEntry
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [KeypressMode] = [.singleKeypress, .queueKeypresses, .resendCurrentEntry]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "SINGLE_KEYPRESS": self = .singleKeypress
        case "QUEUE_KEYPRESSES": self = .queueKeypresses
        case "RESEND_CURRENT_ENTRY": self = .resendCurrentEntry
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .singleKeypress: "SINGLE_KEYPRESS"
        case .queueKeypresses: "QUEUE_KEYPRESSES"
        case .resendCurrentEntry: "RESEND_CURRENT_ENTRY"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
