/// What an app asks of a video service, and what the head unit grants, since protocol 5.0.
public struct VideoParameters: Sendable, Hashable {
    /// The height of the picture in pixels.
    public var height: Int32?
    /// The width of the picture in pixels.
    public var width: Int32?
    /// How the stream is packed: RAW, RTP, RTSP, RTMP or WEBM.
    public var videoProtocol: String?
    /// How the stream is coded: H264, H265, Theora, VP8 or VP9.
    public var videoCodec: String?

    /// Makes parameters; what is nil is left out on the wire.
    public init(height: Int32? = nil, width: Int32? = nil, videoProtocol: String? = nil, videoCodec: String? = nil) {
        self.height = height
        self.width = width
        self.videoProtocol = videoProtocol
        self.videoCodec = videoCodec
    }

    /// Takes the members that have the right type; the others count as absent.
    init(document: BSONDocument) {
        func number(_ key: String) -> Int32? {
            if case .int32(let number) = document[key] { number } else { nil }
        }
        self.init(
            height: number("height"), width: number("width"), videoProtocol: document["videoProtocol"]?.string,
            videoCodec: document["videoCodec"]?.string)
    }

    func write(to document: inout BSONDocument) {
        document.add("height", height.map { .int32($0) })
        document.add("width", width.map { .int32($0) })
        document.add("videoProtocol", videoProtocol.map { .string($0) })
        document.add("videoCodec", videoCodec.map { .string($0) })
    }
}
