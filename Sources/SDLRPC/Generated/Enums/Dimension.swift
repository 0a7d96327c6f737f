// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How much of a position a satellite fix tells.
///
/// Since RPC 2.0.
public enum Dimension: RPCEnumeration {
    /// Nothing.
    case noFix
    /// Latitude and longitude.
    case fix2D
    /// Latitude, longitude and altitude.
    case fix3D
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [Dimension] = [.noFix, .fix2D, .fix3D]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NO_FIX": self = .noFix
        case "2D": self = .fix2D
        case "3D": self = .fix3D
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .noFix: "NO_FIX"
        case .fix2D: "2D"
        case .fix3D: "3D"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
