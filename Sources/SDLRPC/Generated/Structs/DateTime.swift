// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A date with a time; what is missing is not known.
///
/// Since RPC 4.1.
public struct DateTime: RPCStructure {
    /// The thousandths of the second.
    ///
    /// 0 to 999; since RPC 4.2.2.
    public var millisecond: Int?

    /// The second; 60 is a leap second.
    ///
    /// 0 to 60; since RPC 4.1; in this form since RPC 4.2.2.
    public var second: Int?

    /// The minute.
    ///
    /// 0 to 59; since RPC 4.1; in this form since RPC 4.2.2.
    public var minute: Int?

    /// The hour.
    ///
    /// 0 to 23; since RPC 4.1; in this form since RPC 4.2.2.
    public var hour: Int?

    /// The day of the month.
    ///
    /// 1 to 31; since RPC 4.1; in this form since RPC 4.2.2.
    public var day: Int?

    /// The month.
    ///
    /// 1 to 12; since RPC 4.1; in this form since RPC 4.2.2.
    public var month: Int?

    /// The year.
    ///
    /// At most 4095; since RPC 4.1; in this form since RPC 4.2.2.
    public var year: Int?

    /// The hours of the time zone's distance from UTC.
    ///
    /// -12 to 14; default `0`; since RPC 4.1; in this form since RPC 4.2.2.
    public var tzHour: Int?

    /// The minutes of that distance, without a sign of their own.
    ///
    /// 0 to 59; default `0`; since RPC 4.1; in this form since RPC 4.2.2.
    public var tzMinute: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        millisecond: Int? = nil,
        second: Int? = nil,
        minute: Int? = nil,
        hour: Int? = nil,
        day: Int? = nil,
        month: Int? = nil,
        year: Int? = nil,
        tzHour: Int? = nil,
        tzMinute: Int? = nil
    ) {
        self.millisecond = millisecond
        self.second = second
        self.minute = minute
        self.hour = hour
        self.day = day
        self.month = month
        self.year = year
        self.tzHour = tzHour
        self.tzMinute = tzMinute
    }

    private static let keys: [StaticString] = [
        "day", "hour", "millisecond", "minute", "month", "second", "tz_hour", "tz_minute", "year",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.day = decoder.optional("day", &members, IntegerCodec(1...31))
        self.hour = decoder.optional("hour", &members, IntegerCodec(0...23))
        self.millisecond = decoder.optional("millisecond", &members, IntegerCodec(0...999))
        self.minute = decoder.optional("minute", &members, IntegerCodec(0...59))
        self.month = decoder.optional("month", &members, IntegerCodec(1...12))
        self.second = decoder.optional("second", &members, IntegerCodec(0...60))
        self.tzHour = decoder.optional("tz_hour", &members, IntegerCodec(-12...14))
        self.tzMinute = decoder.optional("tz_minute", &members, IntegerCodec(0...59))
        self.year = decoder.optional("year", &members, IntegerCodec(Int64.min...4095))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("day", day)
        writer.member("hour", hour)
        writer.member("millisecond", millisecond)
        writer.member("minute", minute)
        writer.member("month", month)
        writer.member("second", second)
        writer.member("tz_hour", tzHour)
        writer.member("tz_minute", tzMinute)
        writer.member("year", year)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
