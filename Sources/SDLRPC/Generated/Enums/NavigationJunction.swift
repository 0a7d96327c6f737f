// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The kind of junction of an instruction.
///
/// Since RPC 5.1.
public enum NavigationJunction: RPCEnumeration {
    /// The value `REGULAR`.
    case regular
    /// The value `BIFURCATION`.
    case bifurcation
    /// The value `MULTI_CARRIAGEWAY`.
    case multiCarriageway
    /// The value `ROUNDABOUT`.
    case roundabout
    /// The value `TRAVERSABLE_ROUNDABOUT`.
    case traversableRoundabout
    /// The value `JUGHANDLE`.
    case jughandle
    /// The value `ALL_WAY_YIELD`.
    case allWayYield
    /// The value `TURN_AROUND`.
    case turnAround
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [NavigationJunction] = [
        .regular, .bifurcation, .multiCarriageway, .roundabout, .traversableRoundabout, .jughandle, .allWayYield,
        .turnAround,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "REGULAR": self = .regular
        case "BIFURCATION": self = .bifurcation
        case "MULTI_CARRIAGEWAY": self = .multiCarriageway
        case "ROUNDABOUT": self = .roundabout
        case "TRAVERSABLE_ROUNDABOUT": self = .traversableRoundabout
        case "JUGHANDLE": self = .jughandle
        case "ALL_WAY_YIELD": self = .allWayYield
        case "TURN_AROUND": self = .turnAround
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .regular: "REGULAR"
        case .bifurcation: "BIFURCATION"
        case .multiCarriageway: "MULTI_CARRIAGEWAY"
        case .roundabout: "ROUNDABOUT"
        case .traversableRoundabout: "TRAVERSABLE_ROUNDABOUT"
        case .jughandle: "JUGHANDLE"
        case .allWayYield: "ALL_WAY_YIELD"
        case .turnAround: "TURN_AROUND"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
