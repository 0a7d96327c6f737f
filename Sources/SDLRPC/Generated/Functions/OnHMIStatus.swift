// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Tells how much of the HMI a window of the app has now.
///
/// Since RPC 1.0.
public struct OnHMIStatus: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onHMIStatus

    /// How much of the HMI the app may use.
    public var hmiLevel: HMILevel

    /// Whether its sound is heard.
    public var audioStreamingState: AudioStreamingState

    /// What covers its screen.
    public var systemContext: SystemContext

    /// Whether its video is shown.
    ///
    /// Default `STREAMABLE`; since RPC 5.0.
    public var videoStreamingState: VideoStreamingState?

    /// The window; the main window if missing.
    ///
    /// Since RPC 6.0.
    public var windowID: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        hmiLevel: HMILevel,
        audioStreamingState: AudioStreamingState,
        systemContext: SystemContext,
        videoStreamingState: VideoStreamingState? = nil,
        windowID: Int? = nil
    ) {
        self.hmiLevel = hmiLevel
        self.audioStreamingState = audioStreamingState
        self.systemContext = systemContext
        self.videoStreamingState = videoStreamingState
        self.windowID = windowID
    }

    private static let keys: [StaticString] = [
        "audioStreamingState", "hmiLevel", "systemContext", "videoStreamingState", "windowID",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.audioStreamingState = try decoder.required("audioStreamingState", &members, EnumCodec(AudioStreamingState.self))
        self.hmiLevel = try decoder.required("hmiLevel", &members, EnumCodec(HMILevel.self))
        self.systemContext = try decoder.required("systemContext", &members, EnumCodec(SystemContext.self))
        self.videoStreamingState = decoder.optional("videoStreamingState", &members, EnumCodec(VideoStreamingState.self))
        self.windowID = decoder.optional("windowID", &members, IntegerCodec(Int64.min...2147483647))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("audioStreamingState", audioStreamingState)
        writer.member("hmiLevel", hmiLevel)
        writer.member("systemContext", systemContext)
        writer.member("videoStreamingState", videoStreamingState)
        writer.member("windowID", windowID)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
