// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The spec's struct HMICapabilities.
///
/// Since RPC 3.0.
public struct HMICapabilities: RPCStructure {
    /// The spec's parameter `navigation`.
    public var navigation: Bool?

    /// The spec's parameter `phoneCall`.
    public var phoneCall: Bool?

    /// The spec's parameter `videoStreaming`.
    ///
    /// Since RPC 4.5.
    public var videoStreaming: Bool?

    /// The spec's parameter `remoteControl`.
    ///
    /// Since RPC 4.5.
    public var remoteControl: Bool?

    /// The spec's parameter `appServices`.
    ///
    /// Since RPC 6.0.
    public var appServices: Bool?

    /// The spec's parameter `displays`.
    ///
    /// Since RPC 6.0.
    public var displays: Bool?

    /// The spec's parameter `seatLocation`.
    ///
    /// Since RPC 6.0.
    public var seatLocation: Bool?

    /// The spec's parameter `driverDistraction`.
    ///
    /// Since RPC 7.0.
    public var driverDistraction: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        navigation: Bool? = nil,
        phoneCall: Bool? = nil,
        videoStreaming: Bool? = nil,
        remoteControl: Bool? = nil,
        appServices: Bool? = nil,
        displays: Bool? = nil,
        seatLocation: Bool? = nil,
        driverDistraction: Bool? = nil
    ) {
        self.navigation = navigation
        self.phoneCall = phoneCall
        self.videoStreaming = videoStreaming
        self.remoteControl = remoteControl
        self.appServices = appServices
        self.displays = displays
        self.seatLocation = seatLocation
        self.driverDistraction = driverDistraction
    }

    private static let keys: [StaticString] = [
        "appServices", "displays", "driverDistraction", "navigation", "phoneCall", "remoteControl", "seatLocation",
        "videoStreaming",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.appServices = decoder.optional("appServices", &members, BooleanCodec())
        self.displays = decoder.optional("displays", &members, BooleanCodec())
        self.driverDistraction = decoder.optional("driverDistraction", &members, BooleanCodec())
        self.navigation = decoder.optional("navigation", &members, BooleanCodec())
        self.phoneCall = decoder.optional("phoneCall", &members, BooleanCodec())
        self.remoteControl = decoder.optional("remoteControl", &members, BooleanCodec())
        self.seatLocation = decoder.optional("seatLocation", &members, BooleanCodec())
        self.videoStreaming = decoder.optional("videoStreaming", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("appServices", appServices)
        writer.member("displays", displays)
        writer.member("driverDistraction", driverDistraction)
        writer.member("navigation", navigation)
        writer.member("phoneCall", phoneCall)
        writer.member("remoteControl", remoteControl)
        writer.member("seatLocation", seatLocation)
        writer.member("videoStreaming", videoStreaming)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
