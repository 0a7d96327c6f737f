// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The format of a file.
///
/// Since RPC 2.0.
public enum FileType: RPCEnumeration {
    /// The value `GRAPHIC_BMP`.
    case graphicBmp
    /// The value `GRAPHIC_JPEG`.
    case graphicJpeg
    /// The value `GRAPHIC_PNG`.
    case graphicPng
    /// The value `AUDIO_WAVE`.
    case audioWave
    /// The value `AUDIO_MP3`.
    case audioMp3
    /// The value `AUDIO_AAC`.
    case audioAac
    /// The value `BINARY`.
    case binary
    /// The value `JSON`.
    case json
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [FileType] = [
        .graphicBmp, .graphicJpeg, .graphicPng, .audioWave, .audioMp3, .audioAac, .binary, .json,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "GRAPHIC_BMP": self = .graphicBmp
        case "GRAPHIC_JPEG": self = .graphicJpeg
        case "GRAPHIC_PNG": self = .graphicPng
        case "AUDIO_WAVE": self = .audioWave
        case "AUDIO_MP3": self = .audioMp3
        case "AUDIO_AAC": self = .audioAac
        case "BINARY": self = .binary
        case "JSON": self = .json
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .graphicBmp: "GRAPHIC_BMP"
        case .graphicJpeg: "GRAPHIC_JPEG"
        case .graphicPng: "GRAPHIC_PNG"
        case .audioWave: "AUDIO_WAVE"
        case .audioMp3: "AUDIO_MP3"
        case .audioAac: "AUDIO_AAC"
        case .binary: "BINARY"
        case .json: "JSON"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
