// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Whether the app's video is shown.
///
/// Since RPC 5.0.
public enum VideoStreamingState: RPCEnumeration {
    /// The value `STREAMABLE`.
    case streamable
    /// The value `NOT_STREAMABLE`.
    case notStreamable
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VideoStreamingState] = [.streamable, .notStreamable]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "STREAMABLE": self = .streamable
        case "NOT_STREAMABLE": self = .notStreamable
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .streamable: "STREAMABLE"
        case .notStreamable: "NOT_STREAMABLE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
