// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Whether typed characters are hidden.
///
/// Since RPC 7.1.
public enum KeyboardInputMask: RPCEnumeration {
    /// The value `ENABLE_INPUT_KEY_MASK`.
    case enableInputKeyMask
    /// The value `DISABLE_INPUT_KEY_MASK`.
    case disableInputKeyMask
    /// The value `USER_CHOICE_INPUT_KEY_MASK`.
    case userChoiceInputKeyMask
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [KeyboardInputMask] = [
        .enableInputKeyMask, .disableInputKeyMask, .userChoiceInputKeyMask,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "ENABLE_INPUT_KEY_MASK": self = .enableInputKeyMask
        case "DISABLE_INPUT_KEY_MASK": self = .disableInputKeyMask
        case "USER_CHOICE_INPUT_KEY_MASK": self = .userChoiceInputKeyMask
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .enableInputKeyMask: "ENABLE_INPUT_KEY_MASK"
        case .disableInputKeyMask: "DISABLE_INPUT_KEY_MASK"
        case .userChoiceInputKeyMask: "USER_CHOICE_INPUT_KEY_MASK"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
