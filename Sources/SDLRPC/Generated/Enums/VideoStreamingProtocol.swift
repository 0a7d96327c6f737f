// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// How video is wrapped.
///
/// Since RPC 4.5.
public enum VideoStreamingProtocol: RPCEnumeration {
    /// The value `RAW`.
    case raw
    /// The value `RTP`.
    case rtp
    /// The value `RTSP`.
    case rtsp
    /// The value `RTMP`.
    case rtmp
    /// The value `WEBM`.
    case webm
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VideoStreamingProtocol] = [.raw, .rtp, .rtsp, .rtmp, .webm]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "RAW": self = .raw
        case "RTP": self = .rtp
        case "RTSP": self = .rtsp
        case "RTMP": self = .rtmp
        case "WEBM": self = .webm
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .raw: "RAW"
        case .rtp: "RTP"
        case .rtsp: "RTSP"
        case .rtmp: "RTMP"
        case .webm: "WEBM"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
