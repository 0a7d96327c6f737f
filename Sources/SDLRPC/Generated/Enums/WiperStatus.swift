// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What the wipers do.
///
/// Since RPC 2.0.
public enum WiperStatus: RPCEnumeration {
    /// The value `OFF`.
    case off
    /// The value `AUTO_OFF`.
    case autoOff
    /// The value `OFF_MOVING`.
    case offMoving
    /// The value `MAN_INT_OFF`.
    case manIntOff
    /// The value `MAN_INT_ON`.
    case manIntOn
    /// The value `MAN_LOW`.
    case manLow
    /// The value `MAN_HIGH`.
    case manHigh
    /// The value `MAN_FLICK`.
    case manFlick
    /// The value `WASH`.
    case wash
    /// The value `AUTO_LOW`.
    case autoLow
    /// The value `AUTO_HIGH`.
    case autoHigh
    /// The value `COURTESYWIPE`.
    case courtesywipe
    /// The value `AUTO_ADJUST`.
    case autoAdjust
    /// The value `STALLED`.
    case stalled
    /// The value `NO_DATA_EXISTS`.
    case noDataExists
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [WiperStatus] = [
        .off, .autoOff, .offMoving, .manIntOff, .manIntOn, .manLow, .manHigh, .manFlick, .wash, .autoLow, .autoHigh,
        .courtesywipe, .autoAdjust, .stalled, .noDataExists,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "OFF": self = .off
        case "AUTO_OFF": self = .autoOff
        case "OFF_MOVING": self = .offMoving
        case "MAN_INT_OFF": self = .manIntOff
        case "MAN_INT_ON": self = .manIntOn
        case "MAN_LOW": self = .manLow
        case "MAN_HIGH": self = .manHigh
        case "MAN_FLICK": self = .manFlick
        case "WASH": self = .wash
        case "AUTO_LOW": self = .autoLow
        case "AUTO_HIGH": self = .autoHigh
        case "COURTESYWIPE": self = .courtesywipe
        case "AUTO_ADJUST": self = .autoAdjust
        case "STALLED": self = .stalled
        case "NO_DATA_EXISTS": self = .noDataExists
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .off: "OFF"
        case .autoOff: "AUTO_OFF"
        case .offMoving: "OFF_MOVING"
        case .manIntOff: "MAN_INT_OFF"
        case .manIntOn: "MAN_INT_ON"
        case .manLow: "MAN_LOW"
        case .manHigh: "MAN_HIGH"
        case .manFlick: "MAN_FLICK"
        case .wash: "WASH"
        case .autoLow: "AUTO_LOW"
        case .autoHigh: "AUTO_HIGH"
        case .courtesywipe: "COURTESYWIPE"
        case .autoAdjust: "AUTO_ADJUST"
        case .stalled: "STALLED"
        case .noDataExists: "NO_DATA_EXISTS"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
