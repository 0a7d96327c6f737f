// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// A property that can be set back to its default.
///
/// Since RPC 1.0.
public enum GlobalProperty: RPCEnumeration {
    /// The value `USER_LOCATION`.
    ///
    /// Since RPC 6.0.
    case userLocation
    /// The value `HELPPROMPT`.
    ///
    /// Since RPC 1.0.
    case helpprompt
    /// The value `TIMEOUTPROMPT`.
    ///
    /// Since RPC 1.0.
    case timeoutprompt
    /// The value `VRHELPTITLE`.
    ///
    /// Since RPC 2.0.
    case vrhelptitle
    /// The value `VRHELPITEMS`.
    ///
    /// Since RPC 2.0.
    case vrhelpitems
    /// The value `MENUNAME`.
    ///
    /// Since RPC 3.0.
    case menuname
    /// The value `MENUICON`.
    ///
    /// Since RPC 3.0.
    case menuicon
    /// The value `KEYBOARDPROPERTIES`.
    ///
    /// Since RPC 3.0.
    case keyboardproperties
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [GlobalProperty] = [
        .userLocation, .helpprompt, .timeoutprompt, .vrhelptitle, .vrhelpitems, .menuname, .menuicon,
        .keyboardproperties,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "USER_LOCATION": self = .userLocation
        case "HELPPROMPT": self = .helpprompt
        case "TIMEOUTPROMPT": self = .timeoutprompt
        case "VRHELPTITLE": self = .vrhelptitle
        case "VRHELPITEMS": self = .vrhelpitems
        case "MENUNAME": self = .menuname
        case "MENUICON": self = .menuicon
        case "KEYBOARDPROPERTIES": self = .keyboardproperties
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .userLocation: "USER_LOCATION"
        case .helpprompt: "HELPPROMPT"
        case .timeoutprompt: "TIMEOUTPROMPT"
        case .vrhelptitle: "VRHELPTITLE"
        case .vrhelpitems: "VRHELPITEMS"
        case .menuname: "MENUNAME"
        case .menuicon: "MENUICON"
        case .keyboardproperties: "KEYBOARDPROPERTIES"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
