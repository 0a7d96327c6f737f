// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Which waypoints are asked for.
///
/// Since RPC 4.1.
public enum WayPointType: RPCEnumeration {
    /// All stops and the destination.
    case all
    /// The destination only.
    case destination
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [WayPointType] = [.all, .destination]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "ALL": self = .all
        case "DESTINATION": self = .destination
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .all: "ALL"
        case .destination: "DESTINATION"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
