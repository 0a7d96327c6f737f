// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What the navigation shall do with a location.
///
/// Since RPC 4.1.
public enum DeliveryMode: RPCEnumeration {
    /// Ask the driver.
    case prompt
    /// Make it the destination.
    case destination
    /// Add it to the stops.
    case queue
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [DeliveryMode] = [.prompt, .destination, .queue]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "PROMPT": self = .prompt
        case "DESTINATION": self = .destination
        case "QUEUE": self = .queue
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .prompt: "PROMPT"
        case .destination: "DESTINATION"
        case .queue: "QUEUE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
