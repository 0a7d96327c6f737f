// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// How a service describes itself.
///
/// Since RPC 5.1.
public struct AppServiceManifest: RPCStructure {
    /// Its name, unique on the head unit.
    ///
    /// At least 1 characters.
    public var serviceName: String?

    /// Its type, one of the spec's or a maker's own.
    ///
    /// At least 1 characters.
    public var serviceType: String

    /// Its icon.
    public var serviceIcon: Image?

    /// Whether other apps may use it.
    ///
    /// Default `false`.
    public var allowAppConsumers: Bool?

    /// The highest version of the RPC spec it understands.
    public var rpcSpecVersion: SyncMsgVersion?

    /// The numbers of the functions it answers in place of the head unit.
    public var handledRPCs: [Int]?

    /// More of a MEDIA service.
    public var mediaServiceManifest: MediaServiceManifest?

    /// More of a WEATHER service.
    public var weatherServiceManifest: WeatherServiceManifest?

    /// More of a NAVIGATION service.
    public var navigationServiceManifest: NavigationServiceManifest?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        serviceType: String,
        serviceName: String? = nil,
        serviceIcon: Image? = nil,
        allowAppConsumers: Bool? = nil,
        rpcSpecVersion: SyncMsgVersion? = nil,
        handledRPCs: [Int]? = nil,
        mediaServiceManifest: MediaServiceManifest? = nil,
        weatherServiceManifest: WeatherServiceManifest? = nil,
        navigationServiceManifest: NavigationServiceManifest? = nil
    ) {
        self.serviceName = serviceName
        self.serviceType = serviceType
        self.serviceIcon = serviceIcon
        self.allowAppConsumers = allowAppConsumers
        self.rpcSpecVersion = rpcSpecVersion
        self.handledRPCs = handledRPCs
        self.mediaServiceManifest = mediaServiceManifest
        self.weatherServiceManifest = weatherServiceManifest
        self.navigationServiceManifest = navigationServiceManifest
    }

    private static let keys: [StaticString] = [
        "allowAppConsumers", "handledRPCs", "mediaServiceManifest", "navigationServiceManifest", "rpcSpecVersion",
        "serviceIcon", "serviceName", "serviceType", "weatherServiceManifest",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.allowAppConsumers = decoder.optional("allowAppConsumers", &members, BooleanCodec())
        self.handledRPCs = decoder.optional("handledRPCs", &members, ListCodec(IntegerCodec(Int64.min...2147483647), 0...Int.max))
        self.mediaServiceManifest = decoder.optional("mediaServiceManifest", &members, StructCodec(MediaServiceManifest.self))
        self.navigationServiceManifest = decoder.optional("navigationServiceManifest", &members, StructCodec(NavigationServiceManifest.self))
        self.rpcSpecVersion = decoder.optional("rpcSpecVersion", &members, StructCodec(SyncMsgVersion.self))
        self.serviceIcon = decoder.optional("serviceIcon", &members, StructCodec(Image.self))
        self.serviceName = decoder.optional("serviceName", &members, TextCodec(1...Int.max))
        self.serviceType = try decoder.required("serviceType", &members, TextCodec(1...Int.max))
        self.weatherServiceManifest = decoder.optional("weatherServiceManifest", &members, StructCodec(WeatherServiceManifest.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("allowAppConsumers", allowAppConsumers)
        writer.member("handledRPCs", handledRPCs)
        writer.member("mediaServiceManifest", mediaServiceManifest)
        writer.member("navigationServiceManifest", navigationServiceManifest)
        writer.member("rpcSpecVersion", rpcSpecVersion)
        writer.member("serviceIcon", serviceIcon)
        writer.member("serviceName", serviceName)
        writer.member("serviceType", serviceType)
        writer.member("weatherServiceManifest", weatherServiceManifest)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
