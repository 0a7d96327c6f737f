// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// One capability: its type and the member that belongs to it.
///
/// Since RPC 4.5.
public struct SystemCapability: RPCStructure {
    /// The type.
    public var systemCapabilityType: SystemCapabilityType

    /// For NAVIGATION.
    public var navigationCapability: NavigationCapability?

    /// For PHONE_CALL.
    public var phoneCapability: PhoneCapability?

    /// For VIDEO_STREAMING.
    public var videoStreamingCapability: VideoStreamingCapability?

    /// For REMOTE_CONTROL.
    public var remoteControlCapability: RemoteControlCapabilities?

    /// For APP_SERVICES.
    ///
    /// Since RPC 5.1.
    public var appServicesCapabilities: AppServicesCapabilities?

    /// For SEAT_LOCATION.
    ///
    /// Since RPC 6.0.
    public var seatLocationCapability: SeatLocationCapability?

    /// For DISPLAYS.
    ///
    /// 1 to 1000 elements; since RPC 6.0.
    public var displayCapabilities: [DisplayCapability]?

    /// For DRIVER_DISTRACTION.
    ///
    /// Since RPC 7.0.
    public var driverDistractionCapability: DriverDistractionCapability?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        systemCapabilityType: SystemCapabilityType,
        navigationCapability: NavigationCapability? = nil,
        phoneCapability: PhoneCapability? = nil,
        videoStreamingCapability: VideoStreamingCapability? = nil,
        remoteControlCapability: RemoteControlCapabilities? = nil,
        appServicesCapabilities: AppServicesCapabilities? = nil,
        seatLocationCapability: SeatLocationCapability? = nil,
        displayCapabilities: [DisplayCapability]? = nil,
        driverDistractionCapability: DriverDistractionCapability? = nil
    ) {
        self.systemCapabilityType = systemCapabilityType
        self.navigationCapability = navigationCapability
        self.phoneCapability = phoneCapability
        self.videoStreamingCapability = videoStreamingCapability
        self.remoteControlCapability = remoteControlCapability
        self.appServicesCapabilities = appServicesCapabilities
        self.seatLocationCapability = seatLocationCapability
        self.displayCapabilities = displayCapabilities
        self.driverDistractionCapability = driverDistractionCapability
    }

    private static let keys: [StaticString] = [
        "appServicesCapabilities", "displayCapabilities", "driverDistractionCapability", "navigationCapability",
        "phoneCapability", "remoteControlCapability", "seatLocationCapability", "systemCapabilityType",
        "videoStreamingCapability",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.appServicesCapabilities = decoder.optional("appServicesCapabilities", &members, StructCodec(AppServicesCapabilities.self))
        self.displayCapabilities = decoder.optional("displayCapabilities", &members, ListCodec(StructCodec(DisplayCapability.self), 1...1000))
        self.driverDistractionCapability = decoder.optional("driverDistractionCapability", &members, StructCodec(DriverDistractionCapability.self))
        self.navigationCapability = decoder.optional("navigationCapability", &members, StructCodec(NavigationCapability.self))
        self.phoneCapability = decoder.optional("phoneCapability", &members, StructCodec(PhoneCapability.self))
        self.remoteControlCapability = decoder.optional("remoteControlCapability", &members, StructCodec(RemoteControlCapabilities.self))
        self.seatLocationCapability = decoder.optional("seatLocationCapability", &members, StructCodec(SeatLocationCapability.self))
        self.systemCapabilityType = try decoder.required("systemCapabilityType", &members, EnumCodec(SystemCapabilityType.self))
        self.videoStreamingCapability = decoder.optional("videoStreamingCapability", &members, StructCodec(VideoStreamingCapability.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("appServicesCapabilities", appServicesCapabilities)
        writer.member("displayCapabilities", displayCapabilities)
        writer.member("driverDistractionCapability", driverDistractionCapability)
        writer.member("navigationCapability", navigationCapability)
        writer.member("phoneCapability", phoneCapability)
        writer.member("remoteControlCapability", remoteControlCapability)
        writer.member("seatLocationCapability", seatLocationCapability)
        writer.member("systemCapabilityType", systemCapabilityType)
        writer.member("videoStreamingCapability", videoStreamingCapability)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
