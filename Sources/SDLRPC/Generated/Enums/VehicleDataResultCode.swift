// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How a subscription to one kind of vehicle data went.
///
/// Since RPC 2.0.
public enum VehicleDataResultCode: RPCEnumeration {
    /// The value `SUCCESS`.
    case success
    /// The value `TRUNCATED_DATA`.
    case truncatedData
    /// The value `DISALLOWED`.
    case disallowed
    /// The value `USER_DISALLOWED`.
    case userDisallowed
    /// The value `INVALID_ID`.
    case invalidId
    /// The value `VEHICLE_DATA_NOT_AVAILABLE`.
    case vehicleDataNotAvailable
    /// The value `DATA_ALREADY_SUBSCRIBED`.
    case dataAlreadySubscribed
    /// The value `DATA_NOT_SUBSCRIBED`.
    case dataNotSubscribed
    /// The value `IGNORED`.
    case ignored
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VehicleDataResultCode] = [
        .success, .truncatedData, .disallowed, .userDisallowed, .invalidId, .vehicleDataNotAvailable,
        .dataAlreadySubscribed, .dataNotSubscribed, .ignored,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "SUCCESS": self = .success
        case "TRUNCATED_DATA": self = .truncatedData
        case "DISALLOWED": self = .disallowed
        case "USER_DISALLOWED": self = .userDisallowed
        case "INVALID_ID": self = .invalidId
        case "VEHICLE_DATA_NOT_AVAILABLE": self = .vehicleDataNotAvailable
        case "DATA_ALREADY_SUBSCRIBED": self = .dataAlreadySubscribed
        case "DATA_NOT_SUBSCRIBED": self = .dataNotSubscribed
        case "IGNORED": self = .ignored
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .success: "SUCCESS"
        case .truncatedData: "TRUNCATED_DATA"
        case .disallowed: "DISALLOWED"
        case .userDisallowed: "USER_DISALLOWED"
        case .invalidId: "INVALID_ID"
        case .vehicleDataNotAvailable: "VEHICLE_DATA_NOT_AVAILABLE"
        case .dataAlreadySubscribed: "DATA_ALREADY_SUBSCRIBED"
        case .dataNotSubscribed: "DATA_NOT_SUBSCRIBED"
        case .ignored: "IGNORED"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
