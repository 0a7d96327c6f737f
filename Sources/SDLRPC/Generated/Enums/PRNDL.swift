// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The position of the gear selector.
///
/// Since RPC 2.0.
public enum PRNDL: RPCEnumeration {
    /// The value `PARK`.
    case park
    /// The value `REVERSE`.
    case reverse
    /// The value `NEUTRAL`.
    case neutral
    /// The value `DRIVE`.
    case drive
    /// The value `SPORT`.
    case sport
    /// The value `LOWGEAR`.
    case lowgear
    /// The value `FIRST`.
    case first
    /// The value `SECOND`.
    case second
    /// The value `THIRD`.
    case third
    /// The value `FOURTH`.
    case fourth
    /// The value `FIFTH`.
    case fifth
    /// The value `SIXTH`.
    case sixth
    /// The value `SEVENTH`.
    case seventh
    /// The value `EIGHTH`.
    case eighth
    /// The value `NINTH`.
    ///
    /// Since RPC 7.0.
    case ninth
    /// The value `TENTH`.
    ///
    /// Since RPC 7.0.
    case tenth
    /// The value `UNKNOWN`.
    case unknown
    /// The value `FAULT`.
    case fault
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [PRNDL] = [
        .park, .reverse, .neutral, .drive, .sport, .lowgear, .first, .second, .third, .fourth, .fifth, .sixth, .seventh,
        .eighth, .ninth, .tenth, .unknown, .fault,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "PARK": self = .park
        case "REVERSE": self = .reverse
        case "NEUTRAL": self = .neutral
        case "DRIVE": self = .drive
        case "SPORT": self = .sport
        case "LOWGEAR": self = .lowgear
        case "FIRST": self = .first
        case "SECOND": self = .second
        case "THIRD": self = .third
        case "FOURTH": self = .fourth
        case "FIFTH": self = .fifth
        case "SIXTH": self = .sixth
        case "SEVENTH": self = .seventh
        case "EIGHTH": self = .eighth
        case "NINTH": self = .ninth
        case "TENTH": self = .tenth
        case "UNKNOWN": self = .unknown
        case "FAULT": self = .fault
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .park: "PARK"
        case .reverse: "REVERSE"
        case .neutral: "NEUTRAL"
        case .drive: "DRIVE"
        case .sport: "SPORT"
        case .lowgear: "LOWGEAR"
        case .first: "FIRST"
        case .second: "SECOND"
        case .third: "THIRD"
        case .fourth: "FOURTH"
        case .fifth: "FIFTH"
        case .sixth: "SIXTH"
        case .seventh: "SEVENTH"
        case .eighth: "EIGHTH"
        case .ninth: "NINTH"
        case .tenth: "TENTH"
        case .unknown: "UNKNOWN"
        case .fault: "FAULT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
