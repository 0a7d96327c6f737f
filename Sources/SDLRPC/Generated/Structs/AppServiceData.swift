// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Data of a service, by its type.
///
/// Since RPC 5.1.
public struct AppServiceData: RPCStructure {
    /// The type, one of the spec's or a maker's own.
    ///
    /// At least 1 characters.
    public var serviceType: String

    /// The service.
    ///
    /// At least 1 characters.
    public var serviceID: String

    /// What a MEDIA service says.
    public var mediaServiceData: MediaServiceData?

    /// What a WEATHER service says.
    public var weatherServiceData: WeatherServiceData?

    /// What a NAVIGATION service says.
    public var navigationServiceData: NavigationServiceData?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        serviceType: String,
        serviceID: String,
        mediaServiceData: MediaServiceData? = nil,
        weatherServiceData: WeatherServiceData? = nil,
        navigationServiceData: NavigationServiceData? = nil
    ) {
        self.serviceType = serviceType
        self.serviceID = serviceID
        self.mediaServiceData = mediaServiceData
        self.weatherServiceData = weatherServiceData
        self.navigationServiceData = navigationServiceData
    }

    private static let keys: [StaticString] = [
        "mediaServiceData", "navigationServiceData", "serviceID", "serviceType", "weatherServiceData",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.mediaServiceData = decoder.optional("mediaServiceData", &members, StructCodec(MediaServiceData.self))
        self.navigationServiceData = decoder.optional("navigationServiceData", &members, StructCodec(NavigationServiceData.self))
        self.serviceID = try decoder.required("serviceID", &members, TextCodec(1...Int.max))
        self.serviceType = try decoder.required("serviceType", &members, TextCodec(1...Int.max))
        self.weatherServiceData = decoder.optional("weatherServiceData", &members, StructCodec(WeatherServiceData.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("mediaServiceData", mediaServiceData)
        writer.member("navigationServiceData", navigationServiceData)
        writer.member("serviceID", serviceID)
        writer.member("serviceType", serviceType)
        writer.member("weatherServiceData", weatherServiceData)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
