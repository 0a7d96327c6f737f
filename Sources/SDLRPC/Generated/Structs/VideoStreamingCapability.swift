// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What video the head unit takes.
///
/// Since RPC 4.5.
public struct VideoStreamingCapability: RPCStructure {
    /// The size it likes best.
    public var preferredResolution: ImageResolution?

    /// The most it takes, in kilobits a second.
    ///
    /// 0 to 2147483647.
    public var maxBitrate: Int?

    /// The formats it takes, the best first.
    public var supportedFormats: [VideoStreamingFormat]?

    /// Whether it wants to know where things to touch are.
    public var hapticSpatialDataSupported: Bool?

    /// The screen's diagonal in inches.
    ///
    /// At least 0; since RPC 6.0.
    public var diagonalScreenSize: Double?

    /// The screen's pixels an inch.
    ///
    /// At least 0; since RPC 6.0.
    public var pixelPerInch: Double?

    /// By how much the video is enlarged.
    ///
    /// 1 to 10; since RPC 6.0.
    public var scale: Double?

    /// The frames a second it likes best.
    ///
    /// 0 to 2147483647; since RPC 7.1.
    public var preferredFPS: Int?

    /// Further sets of capabilities.
    ///
    /// 1 to 100 elements; since RPC 7.1.
    public var additionalVideoStreamingCapabilities: [VideoStreamingCapability]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        preferredResolution: ImageResolution? = nil,
        maxBitrate: Int? = nil,
        supportedFormats: [VideoStreamingFormat]? = nil,
        hapticSpatialDataSupported: Bool? = nil,
        diagonalScreenSize: Double? = nil,
        pixelPerInch: Double? = nil,
        scale: Double? = nil,
        preferredFPS: Int? = nil,
        additionalVideoStreamingCapabilities: [VideoStreamingCapability]? = nil
    ) {
        self.preferredResolution = preferredResolution
        self.maxBitrate = maxBitrate
        self.supportedFormats = supportedFormats
        self.hapticSpatialDataSupported = hapticSpatialDataSupported
        self.diagonalScreenSize = diagonalScreenSize
        self.pixelPerInch = pixelPerInch
        self.scale = scale
        self.preferredFPS = preferredFPS
        self.additionalVideoStreamingCapabilities = additionalVideoStreamingCapabilities
    }

    private static let keys: [StaticString] = [
        "additionalVideoStreamingCapabilities", "diagonalScreenSize", "hapticSpatialDataSupported", "maxBitrate",
        "pixelPerInch", "preferredFPS", "preferredResolution", "scale", "supportedFormats",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.additionalVideoStreamingCapabilities = decoder.optional("additionalVideoStreamingCapabilities", &members, ListCodec(StructCodec(VideoStreamingCapability.self), 1...100))
        self.diagonalScreenSize = decoder.optional("diagonalScreenSize", &members, FloatCodec(0.0...Double.infinity))
        self.hapticSpatialDataSupported = decoder.optional("hapticSpatialDataSupported", &members, BooleanCodec())
        self.maxBitrate = decoder.optional("maxBitrate", &members, IntegerCodec(0...2147483647))
        self.pixelPerInch = decoder.optional("pixelPerInch", &members, FloatCodec(0.0...Double.infinity))
        self.preferredFPS = decoder.optional("preferredFPS", &members, IntegerCodec(0...2147483647))
        self.preferredResolution = decoder.optional("preferredResolution", &members, StructCodec(ImageResolution.self))
        self.scale = decoder.optional("scale", &members, FloatCodec(1.0...10.0))
        self.supportedFormats = decoder.optional("supportedFormats", &members, ListCodec(StructCodec(VideoStreamingFormat.self), 0...Int.max))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("additionalVideoStreamingCapabilities", additionalVideoStreamingCapabilities)
        writer.member("diagonalScreenSize", diagonalScreenSize)
        writer.member("hapticSpatialDataSupported", hapticSpatialDataSupported)
        writer.member("maxBitrate", maxBitrate)
        writer.member("pixelPerInch", pixelPerInch)
        writer.member("preferredFPS", preferredFPS)
        writer.member("preferredResolution", preferredResolution)
        writer.member("scale", scale)
        writer.member("supportedFormats", supportedFormats)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
