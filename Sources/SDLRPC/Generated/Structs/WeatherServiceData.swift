// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What a WEATHER service says.
///
/// Since RPC 5.1.
public struct WeatherServiceData: RPCStructure {
    /// The place.
    public var location: LocationDetails

    /// Now.
    public var currentForecast: WeatherData?

    /// By minutes.
    ///
    /// 15 to 60 elements.
    public var minuteForecast: [WeatherData]?

    /// By hours.
    ///
    /// 1 to 96 elements.
    public var hourlyForecast: [WeatherData]?

    /// By days.
    ///
    /// 1 to 30 elements.
    public var multidayForecast: [WeatherData]?

    /// Warnings.
    ///
    /// 1 to 10 elements.
    public var alerts: [WeatherAlert]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        location: LocationDetails,
        currentForecast: WeatherData? = nil,
        minuteForecast: [WeatherData]? = nil,
        hourlyForecast: [WeatherData]? = nil,
        multidayForecast: [WeatherData]? = nil,
        alerts: [WeatherAlert]? = nil
    ) {
        self.location = location
        self.currentForecast = currentForecast
        self.minuteForecast = minuteForecast
        self.hourlyForecast = hourlyForecast
        self.multidayForecast = multidayForecast
        self.alerts = alerts
    }

    private static let keys: [StaticString] = [
        "alerts", "currentForecast", "hourlyForecast", "location", "minuteForecast", "multidayForecast",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.alerts = decoder.optional("alerts", &members, ListCodec(StructCodec(WeatherAlert.self), 1...10))
        self.currentForecast = decoder.optional("currentForecast", &members, StructCodec(WeatherData.self))
        self.hourlyForecast = decoder.optional("hourlyForecast", &members, ListCodec(StructCodec(WeatherData.self), 1...96))
        self.location = try decoder.required("location", &members, StructCodec(LocationDetails.self))
        self.minuteForecast = decoder.optional("minuteForecast", &members, ListCodec(StructCodec(WeatherData.self), 15...60))
        self.multidayForecast = decoder.optional("multidayForecast", &members, ListCodec(StructCodec(WeatherData.self), 1...30))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("alerts", alerts)
        writer.member("currentForecast", currentForecast)
        writer.member("hourlyForecast", hourlyForecast)
        writer.member("location", location)
        writer.member("minuteForecast", minuteForecast)
        writer.member("multidayForecast", multidayForecast)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
