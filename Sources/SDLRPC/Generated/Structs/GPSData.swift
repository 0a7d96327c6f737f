// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A position of the vehicle by satellites.
///
/// Since RPC 2.0.
public struct GPSData: RPCStructure {
    /// Degrees east of Greenwich.
    ///
    /// -180 to 180.
    public var longitudeDegrees: Double

    /// Degrees north of the equator.
    ///
    /// -90 to 90.
    public var latitudeDegrees: Double

    /// The year of the fix (UTC).
    ///
    /// 2010 to 2100; since RPC 2.0; in this form since RPC 5.0.
    public var utcYear: Int?

    /// The month of the fix (UTC).
    ///
    /// 1 to 12; since RPC 2.0; in this form since RPC 5.0.
    public var utcMonth: Int?

    /// The day of the fix (UTC).
    ///
    /// 1 to 31; since RPC 2.0; in this form since RPC 5.0.
    public var utcDay: Int?

    /// The hour of the fix (UTC).
    ///
    /// 0 to 23; since RPC 2.0; in this form since RPC 5.0.
    public var utcHours: Int?

    /// The minute of the fix (UTC).
    ///
    /// 0 to 59; since RPC 2.0; in this form since RPC 5.0.
    public var utcMinutes: Int?

    /// The second of the fix (UTC).
    ///
    /// 0 to 59; since RPC 2.0; in this form since RPC 5.0.
    public var utcSeconds: Int?

    /// The heading by eighths of the compass.
    ///
    /// Since RPC 2.0; in this form since RPC 5.0.
    public var compassDirection: CompassDirection?

    /// The dilution of precision in space.
    ///
    /// 0 to 1000; default `0.0`; since RPC 2.0; in this form since RPC 5.0.
    public var pdop: Double?

    /// The horizontal dilution of precision.
    ///
    /// 0 to 1000; default `0.0`; since RPC 2.0; in this form since RPC 5.0.
    public var hdop: Double?

    /// The vertical dilution of precision.
    ///
    /// 0 to 1000; default `0.0`; since RPC 2.0; in this form since RPC 5.0.
    public var vdop: Double?

    /// Whether the position is measured, not inferred.
    ///
    /// Since RPC 2.0; in this form since RPC 5.0.
    public var actual: Bool?

    /// How many satellites are seen.
    ///
    /// 0 to 31; since RPC 2.0; in this form since RPC 5.0.
    public var satellites: Int?

    /// How much the fix tells.
    ///
    /// Since RPC 2.0; in this form since RPC 5.0.
    public var dimension: Dimension?

    /// The height in metres.
    ///
    /// -10000 to 10000; since RPC 2.0; in this form since RPC 5.0.
    public var altitude: Double?

    /// The heading in degrees from north, clockwise; GNSS calls it the true track.
    ///
    /// 0 to 359.99; since RPC 2.0; in this form since RPC 5.0.
    public var heading: Double?

    /// The speed in km/h.
    ///
    /// 0 to 500; since RPC 2.0; in this form since RPC 5.0.
    public var speed: Double?

    /// Whether the coordinates were shifted on purpose, as some countries demand.
    ///
    /// Since RPC 6.0.
    public var shifted: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        longitudeDegrees: Double,
        latitudeDegrees: Double,
        utcYear: Int? = nil,
        utcMonth: Int? = nil,
        utcDay: Int? = nil,
        utcHours: Int? = nil,
        utcMinutes: Int? = nil,
        utcSeconds: Int? = nil,
        compassDirection: CompassDirection? = nil,
        pdop: Double? = nil,
        hdop: Double? = nil,
        vdop: Double? = nil,
        actual: Bool? = nil,
        satellites: Int? = nil,
        dimension: Dimension? = nil,
        altitude: Double? = nil,
        heading: Double? = nil,
        speed: Double? = nil,
        shifted: Bool? = nil
    ) {
        self.longitudeDegrees = longitudeDegrees
        self.latitudeDegrees = latitudeDegrees
        self.utcYear = utcYear
        self.utcMonth = utcMonth
        self.utcDay = utcDay
        self.utcHours = utcHours
        self.utcMinutes = utcMinutes
        self.utcSeconds = utcSeconds
        self.compassDirection = compassDirection
        self.pdop = pdop
        self.hdop = hdop
        self.vdop = vdop
        self.actual = actual
        self.satellites = satellites
        self.dimension = dimension
        self.altitude = altitude
        self.heading = heading
        self.speed = speed
        self.shifted = shifted
    }

    private static let keys: [StaticString] = [
        "actual", "altitude", "compassDirection", "dimension", "hdop", "heading", "latitudeDegrees", "longitudeDegrees",
        "pdop", "satellites", "shifted", "speed", "utcDay", "utcHours", "utcMinutes", "utcMonth", "utcSeconds",
        "utcYear", "vdop",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.actual = decoder.optional("actual", &members, BooleanCodec())
        self.altitude = decoder.optional("altitude", &members, FloatCodec(-10000.0...10000.0))
        self.compassDirection = decoder.optional("compassDirection", &members, EnumCodec(CompassDirection.self))
        self.dimension = decoder.optional("dimension", &members, EnumCodec(Dimension.self))
        self.hdop = decoder.optional("hdop", &members, FloatCodec(0.0...1000.0))
        self.heading = decoder.optional("heading", &members, FloatCodec(0.0...359.99))
        self.latitudeDegrees = try decoder.required("latitudeDegrees", &members, FloatCodec(-90.0...90.0))
        self.longitudeDegrees = try decoder.required("longitudeDegrees", &members, FloatCodec(-180.0...180.0))
        self.pdop = decoder.optional("pdop", &members, FloatCodec(0.0...1000.0))
        self.satellites = decoder.optional("satellites", &members, IntegerCodec(0...31))
        self.shifted = decoder.optional("shifted", &members, BooleanCodec())
        self.speed = decoder.optional("speed", &members, FloatCodec(0.0...500.0))
        self.utcDay = decoder.optional("utcDay", &members, IntegerCodec(1...31))
        self.utcHours = decoder.optional("utcHours", &members, IntegerCodec(0...23))
        self.utcMinutes = decoder.optional("utcMinutes", &members, IntegerCodec(0...59))
        self.utcMonth = decoder.optional("utcMonth", &members, IntegerCodec(1...12))
        self.utcSeconds = decoder.optional("utcSeconds", &members, IntegerCodec(0...59))
        self.utcYear = decoder.optional("utcYear", &members, IntegerCodec(2010...2100))
        self.vdop = decoder.optional("vdop", &members, FloatCodec(0.0...1000.0))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("actual", actual)
        writer.member("altitude", altitude)
        writer.member("compassDirection", compassDirection)
        writer.member("dimension", dimension)
        writer.member("hdop", hdop)
        writer.member("heading", heading)
        writer.member("latitudeDegrees", latitudeDegrees)
        writer.member("longitudeDegrees", longitudeDegrees)
        writer.member("pdop", pdop)
        writer.member("satellites", satellites)
        writer.member("shifted", shifted)
        writer.member("speed", speed)
        writer.member("utcDay", utcDay)
        writer.member("utcHours", utcHours)
        writer.member("utcMinutes", utcMinutes)
        writer.member("utcMonth", utcMonth)
        writer.member("utcSeconds", utcSeconds)
        writer.member("utcYear", utcYear)
        writer.member("vdop", vdop)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
