// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How often captured sound is sampled.
///
/// Since RPC 2.0.
public enum SamplingRate: RPCEnumeration {
    /// The value `8KHZ`.
    case khz8
    /// The value `16KHZ`.
    case khz16
    /// The value `22KHZ`.
    case khz22
    /// The value `44KHZ`.
    case khz44
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [SamplingRate] = [.khz8, .khz16, .khz22, .khz44]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "8KHZ": self = .khz8
        case "16KHZ": self = .khz16
        case "22KHZ": self = .khz22
        case "44KHZ": self = .khz44
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .khz8: "8KHZ"
        case .khz16: "16KHZ"
        case .khz22: "22KHZ"
        case .khz44: "44KHZ"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
