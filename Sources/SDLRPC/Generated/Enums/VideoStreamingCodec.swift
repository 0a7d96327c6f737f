// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The coding of video.
///
/// Since RPC 4.5.
public enum VideoStreamingCodec: RPCEnumeration {
    /// The value `H264`.
    case h264
    /// The value `H265`.
    case h265
    /// The value `Theora`.
    case theora
    /// The value `VP8`.
    case vp8
    /// The value `VP9`.
    case vp9
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VideoStreamingCodec] = [.h264, .h265, .theora, .vp8, .vp9]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "H264": self = .h264
        case "H265": self = .h265
        case "Theora": self = .theora
        case "VP8": self = .vp8
        case "VP9": self = .vp9
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .h264: "H264"
        case .h265: "H265"
        case .theora: "Theora"
        case .vp8: "VP8"
        case .vp9: "VP9"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
