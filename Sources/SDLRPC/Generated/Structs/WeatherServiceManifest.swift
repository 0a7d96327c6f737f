// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The spec's struct WeatherServiceManifest.
///
/// Since RPC 5.1.
public struct WeatherServiceManifest: RPCStructure {
    /// The spec's parameter `currentForecastSupported`.
    public var currentForecastSupported: Bool?

    /// The spec's parameter `maxMultidayForecastAmount`.
    public var maxMultidayForecastAmount: Int?

    /// The spec's parameter `maxHourlyForecastAmount`.
    public var maxHourlyForecastAmount: Int?

    /// The spec's parameter `maxMinutelyForecastAmount`.
    public var maxMinutelyForecastAmount: Int?

    /// The spec's parameter `weatherForLocationSupported`.
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
