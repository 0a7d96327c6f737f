// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What the sensor for ambient light sees.
///
/// Since RPC 2.0.
public enum AmbientLightStatus: RPCEnumeration {
    /// The value `NIGHT`.
    case night
    /// The value `TWILIGHT_1`.
    case twilight1
    /// The value `TWILIGHT_2`.
    case twilight2
    /// The value `TWILIGHT_3`.
    case twilight3
    /// The value `TWILIGHT_4`.
    case twilight4
    /// The value `DAY`.
    case day
    /// The value `UNKNOWN`.
    case unknown
    /// The value `INVALID`.
    case invalid
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [AmbientLightStatus] = [
        .night, .twilight1, .twilight2, .twilight3, .twilight4, .day, .unknown, .invalid,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NIGHT": self = .night
        case "TWILIGHT_1": self = .twilight1
        case "TWILIGHT_2": self = .twilight2
        case "TWILIGHT_3": self = .twilight3
        case "TWILIGHT_4": self = .twilight4
        case "DAY": self = .day
        case "UNKNOWN": self = .unknown
        case "INVALID": self = .invalid
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .night: "NIGHT"
        case .twilight1: "TWILIGHT_1"
        case .twilight2: "TWILIGHT_2"
        case .twilight3: "TWILIGHT_3"
        case .twilight4: "TWILIGHT_4"
        case .day: "DAY"
        case .unknown: "UNKNOWN"
        case .invalid: "INVALID"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
