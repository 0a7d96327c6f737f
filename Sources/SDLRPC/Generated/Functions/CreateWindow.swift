// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Makes a window.
///
/// Since RPC 6.0.
public struct CreateWindow: RPCRequest {
    /// The message that answers it.
    public typealias Response = CreateWindowResponse

    /// The function.
    public static let functionID = FunctionID.createWindow

    /// The app's number for it; 0 is the main window of every app.
    public var windowID: Int

    /// Its name, unique among the app's.
    ///
    /// 1 to 100 characters.
    public var windowName: String

    /// What it is for.
    public var type: WindowType

    /// The type of app service it belongs to.
    ///
    /// At least 1 characters.
    public var associatedServiceType: String?

    /// The window whose texts and images it repeats.
    public var duplicateUpdatesFromWindowID: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        windowID: Int,
        windowName: String,
        type: WindowType,
        associatedServiceType: String? = nil,
        duplicateUpdatesFromWindowID: Int? = nil
    ) {
        self.windowID = windowID
        self.windowName = windowName
        self.type = type
        self.associatedServiceType = associatedServiceType
        self.duplicateUpdatesFromWindowID = duplicateUpdatesFromWindowID
    }

    private static let keys: [StaticString] = [
        "associatedServiceType", "duplicateUpdatesFromWindowID", "type", "windowID", "windowName",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.associatedServiceType = decoder.optional("associatedServiceType", &members, TextCodec(1...Int.max))
        self.duplicateUpdatesFromWindowID = decoder.optional("duplicateUpdatesFromWindowID", &members, IntegerCodec(Int64.min...2147483647))
        self.type = try decoder.required("type", &members, EnumCodec(WindowType.self))
        self.windowID = try decoder.required("windowID", &members, IntegerCodec(Int64.min...2147483647))
        self.windowName = try decoder.required("windowName", &members, TextCodec(1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("associatedServiceType", associatedServiceType)
        writer.member("duplicateUpdatesFromWindowID", duplicateUpdatesFromWindowID)
        writer.member("type", type)
        writer.member("windowID", windowID)
        writer.member("windowName", windowName)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 6.0.
public struct CreateWindowResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.createWindow

    /// Whether the request was carried out.
    public var success: Bool

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `REJECTED`, `INVALID_DATA`, `INVALID_ID`, `DUPLICATE_NAME`, `DISALLOWED`,
    /// `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`, `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`.
    public var resultCode: ResultCode

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(success: Bool, resultCode: ResultCode, info: String? = nil) {
        self.success = success
        self.info = info
        self.resultCode = resultCode
    }

    private static let keys: [StaticString] = ["info", "resultCode", "success"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
