// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What the driver does with turn-by-turn guidance.
///
/// Since RPC 2.0.
public enum TBTState: RPCEnumeration {
    /// The value `ROUTE_UPDATE_REQUEST`.
    case routeUpdateRequest
    /// The value `ROUTE_ACCEPTED`.
    case routeAccepted
    /// The value `ROUTE_REFUSED`.
    case routeRefused
    /// The value `ROUTE_CANCELLED`.
    case routeCancelled
    /// The value `ETA_REQUEST`.
    case etaRequest
    /// The value `NEXT_TURN_REQUEST`.
    case nextTurnRequest
    /// The value `ROUTE_STATUS_REQUEST`.
    case routeStatusRequest
    /// The value `ROUTE_SUMMARY_REQUEST`.
    case routeSummaryRequest
    /// The value `TRIP_STATUS_REQUEST`.
    case tripStatusRequest
    /// The value `ROUTE_UPDATE_REQUEST_TIMEOUT`.
    case routeUpdateRequestTimeout
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [TBTState] = [
        .routeUpdateRequest, .routeAccepted, .routeRefused, .routeCancelled, .etaRequest, .nextTurnRequest,
        .routeStatusRequest, .routeSummaryRequest, .tripStatusRequest, .routeUpdateRequestTimeout,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "ROUTE_UPDATE_REQUEST": self = .routeUpdateRequest
        case "ROUTE_ACCEPTED": self = .routeAccepted
        case "ROUTE_REFUSED": self = .routeRefused
        case "ROUTE_CANCELLED": self = .routeCancelled
        case "ETA_REQUEST": self = .etaRequest
        case "NEXT_TURN_REQUEST": self = .nextTurnRequest
        case "ROUTE_STATUS_REQUEST": self = .routeStatusRequest
        case "ROUTE_SUMMARY_REQUEST": self = .routeSummaryRequest
        case "TRIP_STATUS_REQUEST": self = .tripStatusRequest
        case "ROUTE_UPDATE_REQUEST_TIMEOUT": self = .routeUpdateRequestTimeout
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .routeUpdateRequest: "ROUTE_UPDATE_REQUEST"
        case .routeAccepted: "ROUTE_ACCEPTED"
        case .routeRefused: "ROUTE_REFUSED"
        case .routeCancelled: "ROUTE_CANCELLED"
        case .etaRequest: "ETA_REQUEST"
        case .nextTurnRequest: "NEXT_TURN_REQUEST"
        case .routeStatusRequest: "ROUTE_STATUS_REQUEST"
        case .routeSummaryRequest: "ROUTE_SUMMARY_REQUEST"
        case .tripStatusRequest: "TRIP_STATUS_REQUEST"
        case .routeUpdateRequestTimeout: "ROUTE_UPDATE_REQUEST_TIMEOUT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
