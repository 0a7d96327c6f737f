// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Displays of early head units.
///
/// Since RPC 1.0; deprecated since RPC 5.0.
public enum DisplayType: RPCEnumeration {
    /// The value `CID`.
    case cid
    /// The value `TYPE2`.
    case type2
    /// The value `TYPE5`.
    case type5
    /// The value `NGN`.
    case ngn
    /// The value `GEN2_8_DMA`.
    ///
    /// Since RPC 3.0.
    case gen28Dma
    /// The value `GEN2_6_DMA`.
    ///
    /// Since RPC 3.0.
    case gen26Dma
    /// The value `MFD3`.
    ///
    /// Since RPC 2.0.
    case mfd3
    /// The value `MFD4`.
    ///
    /// Since RPC 2.0.
    case mfd4
    /// The value `MFD5`.
    ///
    /// Since RPC 2.0.
    case mfd5
    /// The value `GEN3_8-INCH`.
    ///
    /// Since RPC 3.0.
    case gen3EightInch
    /// The value `SDL_GENERIC`.
    ///
    /// Since RPC 4.0.
    case sdlGeneric
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [DisplayType] = [
        .cid, .type2, .type5, .ngn, .gen28Dma, .gen26Dma, .mfd3, .mfd4, .mfd5, .gen3EightInch, .sdlGeneric,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "CID": self = .cid
        case "TYPE2": self = .type2
        case "TYPE5": self = .type5
        case "NGN": self = .ngn
        case "GEN2_8_DMA": self = .gen28Dma
        case "GEN2_6_DMA": self = .gen26Dma
        case "MFD3": self = .mfd3
        case "MFD4": self = .mfd4
        case "MFD5": self = .mfd5
        case "GEN3_8-INCH": self = .gen3EightInch
        case "SDL_GENERIC": self = .sdlGeneric
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .cid: "CID"
        case .type2: "TYPE2"
        case .type5: "TYPE5"
        case .ngn: "NGN"
        case .gen28Dma: "GEN2_8_DMA"
        case .gen26Dma: "GEN2_6_DMA"
        case .mfd3: "MFD3"
        case .mfd4: "MFD4"
        case .mfd5: "MFD5"
        case .gen3EightInch: "GEN3_8-INCH"
        case .sdlGeneric: "SDL_GENERIC"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
