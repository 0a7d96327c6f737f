// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Whether an event happened.
///
/// Since RPC 2.0.
public enum VehicleDataEventStatus: RPCEnumeration {
    /// The value `NO_EVENT`.
    case noEvent
    /// The value `NO`.
    case no
    /// The value `YES`.
    case yes
    /// The value `NOT_SUPPORTED`.
    case notSupported
    /// The value `FAULT`.
    case fault
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VehicleDataEventStatus] = [.noEvent, .no, .yes, .notSupported, .fault]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NO_EVENT": self = .noEvent
        case "NO": self = .no
        case "YES": self = .yes
        case "NOT_SUPPORTED": self = .notSupported
        case "FAULT": self = .fault
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .noEvent: "NO_EVENT"
        case .no: "NO"
        case .yes: "YES"
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
