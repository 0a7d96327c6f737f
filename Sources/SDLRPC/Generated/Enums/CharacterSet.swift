// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The characters a text field can show.
///
/// Since RPC 1.0.
public enum CharacterSet: RPCEnumeration {
    /// The value `TYPE2SET`.
    ///
    /// Since RPC 1.0; deprecated since RPC 7.0.
    case type2Set
    /// The value `TYPE5SET`.
    ///
    /// Since RPC 1.0; deprecated since RPC 7.0.
    case type5Set
    /// The value `CID1SET`.
    ///
    /// Since RPC 1.0; deprecated since RPC 7.0.
    case cid1Set
    /// The value `CID2SET`.
    ///
    /// Since RPC 1.0; deprecated since RPC 7.0.
    case cid2Set
    /// The value `ASCII`.
    ///
    /// Since RPC 7.0.
    case ascii
    /// The value `ISO_8859_1`.
    ///
    /// Since RPC 7.0.
    case iso8859Latin1
    /// The value `UTF_8`.
    ///
    /// Since RPC 7.0.
    case utf8
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [CharacterSet] = [
        .type2Set, .type5Set, .cid1Set, .cid2Set, .ascii, .iso8859Latin1, .utf8,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "TYPE2SET": self = .type2Set
        case "TYPE5SET": self = .type5Set
        case "CID1SET": self = .cid1Set
        case "CID2SET": self = .cid2Set
        case "ASCII": self = .ascii
        case "ISO_8859_1": self = .iso8859Latin1
        case "UTF_8": self = .utf8
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .type2Set: "TYPE2SET"
        case .type5Set: "TYPE5SET"
        case .cid1Set: "CID1SET"
        case .cid2Set: "CID2SET"
        case .ascii: "ASCII"
        case .iso8859Latin1: "ISO_8859_1"
        case .utf8: "UTF_8"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
