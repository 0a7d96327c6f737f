// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A warning of weather.
///
/// Since RPC 5.1.
public struct WeatherAlert: RPCStructure {
    /// Its title.
    ///
    /// At least 1 characters.
    public var title: String?

    /// Its text.
    ///
    /// At least 1 characters.
    public var summary: String?

    /// When it ends.
    public var expires: DateTime?

    /// Where it holds.
    ///
    /// 1 to 99 elements; each at least 1 characters.
    public var regions: [String]?

    /// How severe it is.
    ///
    /// At least 1 characters.
    public var severity: String?

    /// When it was issued.
    public var timeIssued: DateTime?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        title: String? = nil,
        summary: String? = nil,
        expires: DateTime? = nil,
        regions: [String]? = nil,
        severity: String? = nil,
        timeIssued: DateTime? = nil
    ) {
        self.title = title
        self.summary = summary
        self.expires = expires
        self.regions = regions
        self.severity = severity
        self.timeIssued = timeIssued
    }

    private static let keys: [StaticString] = ["expires", "regions", "severity", "summary", "timeIssued", "title"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.expires = decoder.optional("expires", &members, StructCodec(DateTime.self))
        self.regions = decoder.optional("regions", &members, ListCodec(TextCodec(1...Int.max), 1...99))
        self.severity = decoder.optional("severity", &members, TextCodec(1...Int.max))
        self.summary = decoder.optional("summary", &members, TextCodec(1...Int.max))
        self.timeIssued = decoder.optional("timeIssued", &members, StructCodec(DateTime.self))
        self.title = decoder.optional("title", &members, TextCodec(1...Int.max))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("expires", expires)
        writer.member("regions", regions)
        writer.member("severity", severity)
        writer.member("summary", summary)
        writer.member("timeIssued", timeIssued)
        writer.member("title", title)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
