// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What is playing.
///
/// Since RPC 5.1.
public struct MediaServiceData: RPCStructure {
    /// The kind of media.
    public var mediaType: MediaType?

    /// The title.
    ///
    /// At least 1 characters.
    public var mediaTitle: String?

    /// The artist.
    ///
    /// At least 1 characters.
    public var mediaArtist: String?

    /// The album.
    ///
    /// At least 1 characters.
    public var mediaAlbum: String?

    /// The playlist.
    ///
    /// At least 1 characters.
    public var playlistName: String?

    /// Whether it is marked explicit.
    public var isExplicit: Bool?

    /// How far the track has played, in seconds.
    public var trackPlaybackProgress: Int?

    /// How long the track is, in seconds.
    public var trackPlaybackDuration: Int?

    /// How far the queue has played, in seconds.
    public var queuePlaybackProgress: Int?

    /// How long the queue is, in seconds.
    public var queuePlaybackDuration: Int?

    /// The number of the track in the queue.
    public var queueCurrentTrackNumber: Int?

    /// How many tracks the queue has.
    public var queueTotalTrackCount: Int?

    /// An image of it.
    ///
    /// Since RPC 6.0.
    public var mediaImage: Image?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        mediaType: MediaType? = nil,
        mediaTitle: String? = nil,
        mediaArtist: String? = nil,
        mediaAlbum: String? = nil,
        playlistName: String? = nil,
        isExplicit: Bool? = nil,
        trackPlaybackProgress: Int? = nil,
        trackPlaybackDuration: Int? = nil,
        queuePlaybackProgress: Int? = nil,
        queuePlaybackDuration: Int? = nil,
        queueCurrentTrackNumber: Int? = nil,
        queueTotalTrackCount: Int? = nil,
        mediaImage: Image? = nil
    ) {
        self.mediaType = mediaType
        self.mediaTitle = mediaTitle
        self.mediaArtist = mediaArtist
        self.mediaAlbum = mediaAlbum
        self.playlistName = playlistName
        self.isExplicit = isExplicit
        self.trackPlaybackProgress = trackPlaybackProgress
        self.trackPlaybackDuration = trackPlaybackDuration
        self.queuePlaybackProgress = queuePlaybackProgress
        self.queuePlaybackDuration = queuePlaybackDuration
        self.queueCurrentTrackNumber = queueCurrentTrackNumber
        self.queueTotalTrackCount = queueTotalTrackCount
        self.mediaImage = mediaImage
    }

    private static let keys: [StaticString] = [
        "isExplicit", "mediaAlbum", "mediaArtist", "mediaImage", "mediaTitle", "mediaType", "playlistName",
        "queueCurrentTrackNumber", "queuePlaybackDuration", "queuePlaybackProgress", "queueTotalTrackCount",
        "trackPlaybackDuration", "trackPlaybackProgress",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.isExplicit = decoder.optional("isExplicit", &members, BooleanCodec())
        self.mediaAlbum = decoder.optional("mediaAlbum", &members, TextCodec(1...Int.max))
        self.mediaArtist = decoder.optional("mediaArtist", &members, TextCodec(1...Int.max))
        self.mediaImage = decoder.optional("mediaImage", &members, StructCodec(Image.self))
        self.mediaTitle = decoder.optional("mediaTitle", &members, TextCodec(1...Int.max))
        self.mediaType = decoder.optional("mediaType", &members, EnumCodec(MediaType.self))
        self.playlistName = decoder.optional("playlistName", &members, TextCodec(1...Int.max))
        self.queueCurrentTrackNumber = decoder.optional("queueCurrentTrackNumber", &members, IntegerCodec(Int64.min...2147483647))
        self.queuePlaybackDuration = decoder.optional("queuePlaybackDuration", &members, IntegerCodec(Int64.min...2147483647))
        self.queuePlaybackProgress = decoder.optional("queuePlaybackProgress", &members, IntegerCodec(Int64.min...2147483647))
        self.queueTotalTrackCount = decoder.optional("queueTotalTrackCount", &members, IntegerCodec(Int64.min...2147483647))
        self.trackPlaybackDuration = decoder.optional("trackPlaybackDuration", &members, IntegerCodec(Int64.min...2147483647))
        self.trackPlaybackProgress = decoder.optional("trackPlaybackProgress", &members, IntegerCodec(Int64.min...2147483647))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("isExplicit", isExplicit)
        writer.member("mediaAlbum", mediaAlbum)
        writer.member("mediaArtist", mediaArtist)
        writer.member("mediaImage", mediaImage)
        writer.member("mediaTitle", mediaTitle)
        writer.member("mediaType", mediaType)
        writer.member("playlistName", playlistName)
        writer.member("queueCurrentTrackNumber", queueCurrentTrackNumber)
        writer.member("queuePlaybackDuration", queuePlaybackDuration)
        writer.member("queuePlaybackProgress", queuePlaybackProgress)
        writer.member("queueTotalTrackCount", queueTotalTrackCount)
        writer.member("trackPlaybackDuration", trackPlaybackDuration)
        writer.member("trackPlaybackProgress", trackPlaybackProgress)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
