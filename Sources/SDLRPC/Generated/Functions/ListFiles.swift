// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Asks for the names of the app's files.
///
/// Since RPC 3.0.
public struct ListFiles: RPCRequest {
    /// The message that answers it.
    public typealias Response = ListFilesResponse

    /// The function.
    public static let functionID = FunctionID.listFiles

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init() {}

    private static let keys: [StaticString] = []

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard let members = cursor.members() else { throw decoder.notAnObject(cursor) }
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer, with the names.
///
/// Since RPC 3.0.
public struct ListFilesResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.listFiles

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `UNSUPPORTED_REQUEST`.
    public var resultCode: ResultCode

    /// The names.
    ///
    /// 0 to 1000 elements; each 1 to 500 characters.
    public var filenames: [String]?

    /// The bytes that are left.
    ///
    /// 0 to 2000000000; since RPC 3.0; in this form since RPC 5.0.
    public var spaceAvailable: Int?

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        success: Bool,
        resultCode: ResultCode,
        filenames: [String]? = nil,
        spaceAvailable: Int? = nil,
        info: String? = nil
    ) {
        self.success = success
        self.resultCode = resultCode
        self.filenames = filenames
        self.spaceAvailable = spaceAvailable
        self.info = info
    }

    private static let keys: [StaticString] = ["filenames", "info", "resultCode", "spaceAvailable", "success"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.filenames = decoder.optional("filenames", &members, ListCodec(TextCodec(1...500), 0...1000))
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.spaceAvailable = decoder.optional("spaceAvailable", &members, IntegerCodec(0...2000000000))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("filenames", filenames)
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("spaceAvailable", spaceAvailable)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
