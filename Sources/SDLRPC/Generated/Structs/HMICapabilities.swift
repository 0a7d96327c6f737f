// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What the head unit has, told at registration.
///
/// Since RPC 3.0.
public struct HMICapabilities: RPCStructure {
    /// A navigation; details by GetSystemCapability.
    public var navigation: Bool?

    /// A phone; details by GetSystemCapability.
    public var phoneCall: Bool?

    /// Video from apps; details by GetSystemCapability.
    ///
    /// Since RPC 4.5.
    public var videoStreaming: Bool?

    /// Modules that apps may control; details by GetSystemCapability.
    ///
    /// Since RPC 4.5.
    public var remoteControl: Bool?

    /// Services between apps; details by GetSystemCapability.
    ///
    /// Since RPC 6.0.
    public var appServices: Bool?

    /// Displays with windows; details by GetSystemCapability.
    ///
    /// Since RPC 6.0.
    public var displays: Bool?

    /// A map of the seats; details by GetSystemCapability.
    ///
    /// Since RPC 6.0.
    public var seatLocation: Bool?

    /// Limits of menus; details by GetSystemCapability.
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
