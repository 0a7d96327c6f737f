// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Asks the app to fetch or bring something for the system.
///
/// Since RPC 3.0.
public struct OnSystemRequest: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onSystemRequest

    /// What it is about.
    public var requestType: RequestType

    /// More about that, known to the maker.
    ///
    /// 1 to 255 characters; since RPC 5.0.
    public var requestSubType: String?

    /// Where to get it or to send it.
    ///
    /// At least 1 characters; since RPC 3.0; in this form since RPC 7.0.
    public var url: String?

    /// How long it may take, in seconds.
    ///
    /// 0 to 2000000000.
    public var timeout: Int?

    /// The format of the data.
    public var fileType: FileType?

    /// Where the part begins.
    ///
    /// 0 to 100000000000.
    public var offset: Int?

    /// How long the part is.
    ///
    /// 0 to 100000000000.
    public var length: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        requestType: RequestType,
        requestSubType: String? = nil,
        url: String? = nil,
        timeout: Int? = nil,
        fileType: FileType? = nil,
        offset: Int? = nil,
        length: Int? = nil
    ) {
        self.requestType = requestType
        self.requestSubType = requestSubType
        self.url = url
        self.timeout = timeout
        self.fileType = fileType
        self.offset = offset
        self.length = length
    }

    private static let keys: [StaticString] = [
        "fileType", "length", "offset", "requestSubType", "requestType", "timeout", "url",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.fileType = decoder.optional("fileType", &members, EnumCodec(FileType.self))
        self.length = decoder.optional("length", &members, IntegerCodec(0...100000000000))
        self.offset = decoder.optional("offset", &members, IntegerCodec(0...100000000000))
        self.requestSubType = decoder.optional("requestSubType", &members, TextCodec(1...255))
        self.requestType = try decoder.required("requestType", &members, EnumCodec(RequestType.self))
        self.timeout = decoder.optional("timeout", &members, IntegerCodec(0...2000000000))
        self.url = decoder.optional("url", &members, TextCodec(1...Int.max))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fileType", fileType)
        writer.member("length", length)
        writer.member("offset", offset)
        writer.member("requestSubType", requestSubType)
        writer.member("requestType", requestType)
        writer.member("timeout", timeout)
        writer.member("url", url)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
