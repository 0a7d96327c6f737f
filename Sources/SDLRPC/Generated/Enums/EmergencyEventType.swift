// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What kind of accident the vehicle noticed.
///
/// Since RPC 2.0.
public enum EmergencyEventType: RPCEnumeration {
    /// The value `NO_EVENT`.
    case noEvent
    /// The value `FRONTAL`.
    case frontal
    /// The value `SIDE`.
    case side
    /// The value `REAR`.
    case rear
    /// The value `ROLLOVER`.
    case rollover
    /// The value `NOT_SUPPORTED`.
    case notSupported
    /// The value `FAULT`.
    case fault
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [EmergencyEventType] = [
        .noEvent, .frontal, .side, .rear, .rollover, .notSupported, .fault,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NO_EVENT": self = .noEvent
        case "FRONTAL": self = .frontal
        case "SIDE": self = .side
        case "REAR": self = .rear
        case "ROLLOVER": self = .rollover
        case "NOT_SUPPORTED": self = .notSupported
        case "FAULT": self = .fault
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .noEvent: "NO_EVENT"
        case .frontal: "FRONTAL"
        case .side: "SIDE"
        case .rear: "REAR"
        case .rollover: "ROLLOVER"
        case .notSupported: "NOT_SUPPORTED"
        case .fault: "FAULT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
