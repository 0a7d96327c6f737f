// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What a WEATHER service says of itself.
///
/// Since RPC 5.1.
public struct WeatherServiceManifest: RPCStructure {
    /// Whether it knows the weather now.
    public var currentForecastSupported: Bool?

    /// How many days it looks ahead.
    public var maxMultidayForecastAmount: Int?

    /// How many hours it looks ahead.
    public var maxHourlyForecastAmount: Int?

    /// How many minutes it looks ahead.
    public var maxMinutelyForecastAmount: Int?

    /// Whether it knows the weather of other places.
    public var weatherForLocationSupported: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        currentForecastSupported: Bool? = nil,
        maxMultidayForecastAmount: Int? = nil,
        maxHourlyForecastAmount: Int? = nil,
        maxMinutelyForecastAmount: Int? = nil,
        weatherForLocationSupported: Bool? = nil
    ) {
        self.currentForecastSupported = currentForecastSupported
        self.maxMultidayForecastAmount = maxMultidayForecastAmount
        self.maxHourlyForecastAmount = maxHourlyForecastAmount
        self.maxMinutelyForecastAmount = maxMinutelyForecastAmount
        self.weatherForLocationSupported = weatherForLocationSupported
    }

    private static let keys: [StaticString] = [
        "currentForecastSupported", "maxHourlyForecastAmount", "maxMinutelyForecastAmount", "maxMultidayForecastAmount",
        "weatherForLocationSupported",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.currentForecastSupported = decoder.optional("currentForecastSupported", &members, BooleanCodec())
        self.maxHourlyForecastAmount = decoder.optional("maxHourlyForecastAmount", &members, IntegerCodec(Int64.min...2147483647))
        self.maxMinutelyForecastAmount = decoder.optional("maxMinutelyForecastAmount", &members, IntegerCodec(Int64.min...2147483647))
        self.maxMultidayForecastAmount = decoder.optional("maxMultidayForecastAmount", &members, IntegerCodec(Int64.min...2147483647))
        self.weatherForLocationSupported = decoder.optional("weatherForLocationSupported", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("currentForecastSupported", currentForecastSupported)
        writer.member("maxHourlyForecastAmount", maxHourlyForecastAmount)
        writer.member("maxMinutelyForecastAmount", maxMinutelyForecastAmount)
        writer.member("maxMultidayForecastAmount", maxMultidayForecastAmount)
        writer.member("weatherForLocationSupported", weatherForLocationSupported)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
