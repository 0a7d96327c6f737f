// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// A window that can be defrosted.
///
/// Since RPC 4.5.
public enum DefrostZone: RPCEnumeration {
    /// The value `FRONT`.
    case front
    /// The value `REAR`.
    case rear
    /// The value `ALL`.
    case all
    /// The value `NONE`.
    case none
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [DefrostZone] = [.front, .rear, .all, .none]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "FRONT": self = .front
        case "REAR": self = .rear
        case "ALL": self = .all
        case "NONE": self = .none
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .front: "FRONT"
        case .rear: "REAR"
        case .all: "ALL"
        case .none: "NONE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
