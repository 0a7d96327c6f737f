// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The weather at a time.
///
/// Since RPC 5.1.
public struct WeatherData: RPCStructure {
    /// The temperature.
    public var currentTemperature: Temperature?

    /// The highest temperature.
    public var temperatureHigh: Temperature?

    /// The lowest temperature.
    public var temperatureLow: Temperature?

    /// The temperature as it feels.
    public var apparentTemperature: Temperature?

    /// The highest temperature as it feels.
    public var apparentTemperatureHigh: Temperature?

    /// The lowest temperature as it feels.
    public var apparentTemperatureLow: Temperature?

    /// The weather in words.
    ///
    /// At least 1 characters.
    public var weatherSummary: String?

    /// The time.
    public var time: DateTime?

    /// The humidity, 1 being all the air can hold.
    ///
    /// 0 to 1.
    public var humidity: Double?

    /// The part of the sky that is covered.
    ///
    /// 0 to 1.
    public var cloudCover: Double?

    /// The part of the moon that is lit, from 0 to 1.
    ///
    /// 0 to 1.
    public var moonPhase: Double?

    /// The direction of the wind, in degrees from north.
    public var windBearing: Int?

    /// The speed of gusts in km/h.
    public var windGust: Double?

    /// The speed of the wind in km/h.
    public var windSpeed: Double?

    /// Where the nearest storm is, in degrees from north.
    public var nearestStormBearing: Int?

    /// How far it is, in kilometres.
    public var nearestStormDistance: Int?

    /// What falls, in centimetres.
    public var precipAccumulation: Double?

    /// What falls in an hour, in centimetres of water.
    public var precipIntensity: Double?

    /// How likely it falls, up to 1.
    ///
    /// 0 to 1.
    public var precipProbability: Double?

    /// What falls: rain, snow, sleet or hail.
    ///
    /// At least 1 characters.
    public var precipType: String?

    /// How far one sees, in kilometres.
    public var visibility: Double?

    /// An image of the weather.
    public var weatherIcon: Image?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        currentTemperature: Temperature? = nil,
        temperatureHigh: Temperature? = nil,
        temperatureLow: Temperature? = nil,
        apparentTemperature: Temperature? = nil,
        apparentTemperatureHigh: Temperature? = nil,
        apparentTemperatureLow: Temperature? = nil,
        weatherSummary: String? = nil,
        time: DateTime? = nil,
        humidity: Double? = nil,
        cloudCover: Double? = nil,
        moonPhase: Double? = nil,
        windBearing: Int? = nil,
        windGust: Double? = nil,
        windSpeed: Double? = nil,
        nearestStormBearing: Int? = nil,
        nearestStormDistance: Int? = nil,
        precipAccumulation: Double? = nil,
        precipIntensity: Double? = nil,
        precipProbability: Double? = nil,
        precipType: String? = nil,
        visibility: Double? = nil,
        weatherIcon: Image? = nil
    ) {
        self.currentTemperature = currentTemperature
        self.temperatureHigh = temperatureHigh
        self.temperatureLow = temperatureLow
        self.apparentTemperature = apparentTemperature
        self.apparentTemperatureHigh = apparentTemperatureHigh
        self.apparentTemperatureLow = apparentTemperatureLow
        self.weatherSummary = weatherSummary
        self.time = time
        self.humidity = humidity
        self.cloudCover = cloudCover
        self.moonPhase = moonPhase
        self.windBearing = windBearing
        self.windGust = windGust
        self.windSpeed = windSpeed
        self.nearestStormBearing = nearestStormBearing
        self.nearestStormDistance = nearestStormDistance
        self.precipAccumulation = precipAccumulation
        self.precipIntensity = precipIntensity
        self.precipProbability = precipProbability
        self.precipType = precipType
        self.visibility = visibility
        self.weatherIcon = weatherIcon
    }

    private static let keys: [StaticString] = [
        "apparentTemperature", "apparentTemperatureHigh", "apparentTemperatureLow", "cloudCover", "currentTemperature",
        "humidity", "moonPhase", "nearestStormBearing", "nearestStormDistance", "precipAccumulation", "precipIntensity",
        "precipProbability", "precipType", "temperatureHigh", "temperatureLow", "time", "visibility", "weatherIcon",
        "weatherSummary", "windBearing", "windGust", "windSpeed",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.apparentTemperature = decoder.optional("apparentTemperature", &members, StructCodec(Temperature.self))
        self.apparentTemperatureHigh = decoder.optional("apparentTemperatureHigh", &members, StructCodec(Temperature.self))
        self.apparentTemperatureLow = decoder.optional("apparentTemperatureLow", &members, StructCodec(Temperature.self))
        self.cloudCover = decoder.optional("cloudCover", &members, FloatCodec(0.0...1.0))
        self.currentTemperature = decoder.optional("currentTemperature", &members, StructCodec(Temperature.self))
        self.humidity = decoder.optional("humidity", &members, FloatCodec(0.0...1.0))
        self.moonPhase = decoder.optional("moonPhase", &members, FloatCodec(0.0...1.0))
        self.nearestStormBearing = decoder.optional("nearestStormBearing", &members, IntegerCodec(Int64.min...2147483647))
        self.nearestStormDistance = decoder.optional("nearestStormDistance", &members, IntegerCodec(Int64.min...2147483647))
        self.precipAccumulation = decoder.optional("precipAccumulation", &members, FloatCodec(-Double.infinity...Double.infinity))
        self.precipIntensity = decoder.optional("precipIntensity", &members, FloatCodec(-Double.infinity...Double.infinity))
        self.precipProbability = decoder.optional("precipProbability", &members, FloatCodec(0.0...1.0))
        self.precipType = decoder.optional("precipType", &members, TextCodec(1...Int.max))
        self.temperatureHigh = decoder.optional("temperatureHigh", &members, StructCodec(Temperature.self))
        self.temperatureLow = decoder.optional("temperatureLow", &members, StructCodec(Temperature.self))
        self.time = decoder.optional("time", &members, StructCodec(DateTime.self))
        self.visibility = decoder.optional("visibility", &members, FloatCodec(-Double.infinity...Double.infinity))
        self.weatherIcon = decoder.optional("weatherIcon", &members, StructCodec(Image.self))
        self.weatherSummary = decoder.optional("weatherSummary", &members, TextCodec(1...Int.max))
        self.windBearing = decoder.optional("windBearing", &members, IntegerCodec(Int64.min...2147483647))
        self.windGust = decoder.optional("windGust", &members, FloatCodec(-Double.infinity...Double.infinity))
        self.windSpeed = decoder.optional("windSpeed", &members, FloatCodec(-Double.infinity...Double.infinity))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("apparentTemperature", apparentTemperature)
        writer.member("apparentTemperatureHigh", apparentTemperatureHigh)
        writer.member("apparentTemperatureLow", apparentTemperatureLow)
        writer.member("cloudCover", cloudCover)
        writer.member("currentTemperature", currentTemperature)
        writer.member("humidity", humidity)
        writer.member("moonPhase", moonPhase)
        writer.member("nearestStormBearing", nearestStormBearing)
        writer.member("nearestStormDistance", nearestStormDistance)
        writer.member("precipAccumulation", precipAccumulation)
        writer.member("precipIntensity", precipIntensity)
        writer.member("precipProbability", precipProbability)
        writer.member("precipType", precipType)
        writer.member("temperatureHigh", temperatureHigh)
        writer.member("temperatureLow", temperatureLow)
        writer.member("time", time)
        writer.member("visibility", visibility)
        writer.member("weatherIcon", weatherIcon)
        writer.member("weatherSummary", weatherSummary)
        writer.member("windBearing", windBearing)
        writer.member("windGust", windGust)
        writer.member("windSpeed", windSpeed)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
