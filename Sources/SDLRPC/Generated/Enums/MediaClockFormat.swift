// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How a media clock shows time.
///
/// Since RPC 1.0.
public enum MediaClockFormat: RPCEnumeration {
    /// The value `CLOCK1`.
    case clock1
    /// The value `CLOCK2`.
    case clock2
    /// The value `CLOCK3`.
    ///
    /// Since RPC 2.0.
    case clock3
    /// The value `CLOCKTEXT1`.
    case clocktext1
    /// The value `CLOCKTEXT2`.
    case clocktext2
    /// The value `CLOCKTEXT3`.
    case clocktext3
    /// The value `CLOCKTEXT4`.
    ///
    /// Since RPC 2.0.
    case clocktext4
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [MediaClockFormat] = [
        .clock1, .clock2, .clock3, .clocktext1, .clocktext2, .clocktext3, .clocktext4,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "CLOCK1": self = .clock1
        case "CLOCK2": self = .clock2
        case "CLOCK3": self = .clock3
        case "CLOCKTEXT1": self = .clocktext1
        case "CLOCKTEXT2": self = .clocktext2
        case "CLOCKTEXT3": self = .clocktext3
        case "CLOCKTEXT4": self = .clocktext4
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .clock1: "CLOCK1"
        case .clock2: "CLOCK2"
        case .clock3: "CLOCK3"
        case .clocktext1: "CLOCKTEXT1"
        case .clocktext2: "CLOCKTEXT2"
        case .clocktext3: "CLOCKTEXT3"
        case .clocktext4: "CLOCKTEXT4"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
