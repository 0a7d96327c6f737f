// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What soft buttons can do.
///
/// Since RPC 2.0.
public struct SoftButtonCapabilities: RPCStructure {
    /// Whether short presses are told.
    public var shortPressAvailable: Bool

    /// Whether long presses are told.
    public var longPressAvailable: Bool

    /// Whether pressing and releasing are told apart.
    public var upDownAvailable: Bool

    /// Whether they show images.
    public var imageSupported: Bool

    /// Whether they show texts.
    ///
    /// Since RPC 6.0.
    public var textSupported: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        shortPressAvailable: Bool,
        longPressAvailable: Bool,
        upDownAvailable: Bool,
        imageSupported: Bool,
        textSupported: Bool? = nil
    ) {
        self.shortPressAvailable = shortPressAvailable
        self.longPressAvailable = longPressAvailable
        self.upDownAvailable = upDownAvailable
        self.imageSupported = imageSupported
        self.textSupported = textSupported
    }

    private static let keys: [StaticString] = [
        "imageSupported", "longPressAvailable", "shortPressAvailable", "textSupported", "upDownAvailable",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.imageSupported = try decoder.required("imageSupported", &members, BooleanCodec())
        self.longPressAvailable = try decoder.required("longPressAvailable", &members, BooleanCodec())
        self.shortPressAvailable = try decoder.required("shortPressAvailable", &members, BooleanCodec())
        self.textSupported = decoder.optional("textSupported", &members, BooleanCodec())
        self.upDownAvailable = try decoder.required("upDownAvailable", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("imageSupported", imageSupported)
        writer.member("longPressAvailable", longPressAvailable)
        writer.member("shortPressAvailable", shortPressAvailable)
        writer.member("textSupported", textSupported)
        writer.member("upDownAvailable", upDownAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
