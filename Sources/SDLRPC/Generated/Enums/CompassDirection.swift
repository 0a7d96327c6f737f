// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// A direction by eighths of the compass.
///
/// Since RPC 2.0.
public enum CompassDirection: RPCEnumeration {
    /// The value `NORTH`.
    case north
    /// The value `NORTHWEST`.
    case northwest
    /// The value `WEST`.
    case west
    /// The value `SOUTHWEST`.
    case southwest
    /// The value `SOUTH`.
    case south
    /// The value `SOUTHEAST`.
    case southeast
    /// The value `EAST`.
    case east
    /// The value `NORTHEAST`.
    case northeast
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [CompassDirection] = [
        .north, .northwest, .west, .southwest, .south, .southeast, .east, .northeast,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NORTH": self = .north
        case "NORTHWEST": self = .northwest
        case "WEST": self = .west
        case "SOUTHWEST": self = .southwest
        case "SOUTH": self = .south
        case "SOUTHEAST": self = .southeast
        case "EAST": self = .east
        case "NORTHEAST": self = .northeast
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .north: "NORTH"
        case .northwest: "NORTHWEST"
        case .west: "WEST"
        case .southwest: "SOUTHWEST"
        case .south: "SOUTH"
        case .southeast: "SOUTHEAST"
        case .east: "EAST"
        case .northeast: "NORTHEAST"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
