// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Sends a file, or a part of one, as the message's bulk data.
///
/// Since RPC 3.0.
public struct PutFile: RPCRequest {
    /// The message that answers it.
    public typealias Response = PutFileResponse

    /// The function.
    public static let functionID = FunctionID.putFile

    /// The name of the file.
    ///
    /// 1 to 255 characters.
    public var syncFileName: String

    /// Its format.
    public var fileType: FileType

    /// Whether it outlives the session.
    ///
    /// Default `false`.
    public var persistentFile: Bool?

    /// Whether it is for the system, not for the app.
    ///
    /// Default `false`.
    public var systemFile: Bool?

    /// Where the part begins.
    ///
    /// 0 to 2000000000.
    public var offset: Int?

    /// How long the part is.
    ///
    /// 0 to 2000000000.
    public var length: Int?

    /// The CRC-32 of the data.
    ///
    /// 0 to 4294967295; since RPC 5.0.
    public var crc: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        syncFileName: String,
        fileType: FileType,
        persistentFile: Bool? = nil,
        systemFile: Bool? = nil,
        offset: Int? = nil,
        length: Int? = nil,
        crc: Int? = nil
    ) {
        self.syncFileName = syncFileName
        self.fileType = fileType
        self.persistentFile = persistentFile
        self.systemFile = systemFile
        self.offset = offset
        self.length = length
        self.crc = crc
    }

    private static let keys: [StaticString] = [
        "crc", "fileType", "length", "offset", "persistentFile", "syncFileName", "systemFile",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.crc = decoder.optional("crc", &members, IntegerCodec(0...4294967295))
        self.fileType = try decoder.required("fileType", &members, EnumCodec(FileType.self))
        self.length = decoder.optional("length", &members, IntegerCodec(0...2000000000))
        self.offset = decoder.optional("offset", &members, IntegerCodec(0...2000000000))
        self.persistentFile = decoder.optional("persistentFile", &members, BooleanCodec())
        self.syncFileName = try decoder.required("syncFileName", &members, TextCodec(1...255))
        self.systemFile = decoder.optional("systemFile", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("crc", crc)
        writer.member("fileType", fileType)
        writer.member("length", length)
        writer.member("offset", offset)
        writer.member("persistentFile", persistentFile)
        writer.member("syncFileName", syncFileName)
        writer.member("systemFile", systemFile)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 3.0.
public struct PutFileResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.putFile

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `UNSUPPORTED_REQUEST`, `CORRUPTED_DATA`.
    public var resultCode: ResultCode

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
    public init(success: Bool, resultCode: ResultCode, spaceAvailable: Int? = nil, info: String? = nil) {
        self.success = success
        self.resultCode = resultCode
        self.spaceAvailable = spaceAvailable
        self.info = info
    }

    private static let keys: [StaticString] = ["info", "resultCode", "spaceAvailable", "success"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.spaceAvailable = decoder.optional("spaceAvailable", &members, IntegerCodec(0...2000000000))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("spaceAvailable", spaceAvailable)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
