// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Where an image comes from.
///
/// Since RPC 2.0.
public enum ImageType: RPCEnumeration {
    /// Built into the head unit, named by a number.
    case `static`
    /// A file that was sent.
    case dynamic
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [ImageType] = [.`static`, .dynamic]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "STATIC": self = .`static`
        case "DYNAMIC": self = .dynamic
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .`static`: "STATIC"
        case .dynamic: "DYNAMIC"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
