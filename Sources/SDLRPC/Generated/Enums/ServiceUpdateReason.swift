// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Why a record of an app service was sent.
///
/// Since RPC 5.1.
public enum ServiceUpdateReason: RPCEnumeration {
    /// The service is new.
    case published
    /// The service is gone.
    case removed
    /// The service became the one that answers.
    case activated
    /// Another service took over.
    case deactivated
    /// The service described itself anew.
    case manifestUpdate
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [ServiceUpdateReason] = [
        .published, .removed, .activated, .deactivated, .manifestUpdate,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "PUBLISHED": self = .published
        case "REMOVED": self = .removed
        case "ACTIVATED": self = .activated
        case "DEACTIVATED": self = .deactivated
        case "MANIFEST_UPDATE": self = .manifestUpdate
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .published: "PUBLISHED"
        case .removed: "REMOVED"
        case .activated: "ACTIVATED"
        case .deactivated: "DEACTIVATED"
        case .manifestUpdate: "MANIFEST_UPDATE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
