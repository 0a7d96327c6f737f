// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// A level by bars, as phones show it.
///
/// Since RPC 2.0.
public enum DeviceLevelStatus: RPCEnumeration {
    /// The value `ZERO_LEVEL_BARS`.
    case zeroLevelBars
    /// The value `ONE_LEVEL_BARS`.
    case oneLevelBars
    /// The value `TWO_LEVEL_BARS`.
    case twoLevelBars
    /// The value `THREE_LEVEL_BARS`.
    case threeLevelBars
    /// The value `FOUR_LEVEL_BARS`.
    case fourLevelBars
    /// The value `NOT_PROVIDED`.
    case notProvided
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [DeviceLevelStatus] = [
        .zeroLevelBars, .oneLevelBars, .twoLevelBars, .threeLevelBars, .fourLevelBars, .notProvided,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "ZERO_LEVEL_BARS": self = .zeroLevelBars
        case "ONE_LEVEL_BARS": self = .oneLevelBars
        case "TWO_LEVEL_BARS": self = .twoLevelBars
        case "THREE_LEVEL_BARS": self = .threeLevelBars
        case "FOUR_LEVEL_BARS": self = .fourLevelBars
        case "NOT_PROVIDED": self = .notProvided
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .zeroLevelBars: "ZERO_LEVEL_BARS"
        case .oneLevelBars: "ONE_LEVEL_BARS"
        case .twoLevelBars: "TWO_LEVEL_BARS"
        case .threeLevelBars: "THREE_LEVEL_BARS"
        case .fourLevelBars: "FOUR_LEVEL_BARS"
        case .notProvided: "NOT_PROVIDED"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
