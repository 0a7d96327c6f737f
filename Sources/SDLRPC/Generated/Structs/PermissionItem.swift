// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What an app may do with a function.
///
/// Since RPC 2.0.
public struct PermissionItem: RPCStructure {
    /// The function's name.
    ///
    /// 1 to 100 characters.
    public var rpcName: String

    /// The levels at which it may be used.
    public var hmiPermissions: HMIPermissions

    /// The parameters that may be used; empty lists say nothing.
    public var parameterPermissions: ParameterPermissions

    /// Whether it must be sent encrypted.
    ///
    /// Since RPC 6.0.
    public var requireEncryption: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        rpcName: String,
        hmiPermissions: HMIPermissions,
        parameterPermissions: ParameterPermissions,
        requireEncryption: Bool? = nil
    ) {
        self.rpcName = rpcName
        self.hmiPermissions = hmiPermissions
        self.parameterPermissions = parameterPermissions
        self.requireEncryption = requireEncryption
    }

    private static let keys: [StaticString] = ["hmiPermissions", "parameterPermissions", "requireEncryption", "rpcName"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.hmiPermissions = try decoder.required("hmiPermissions", &members, StructCodec(HMIPermissions.self))
        self.parameterPermissions = try decoder.required("parameterPermissions", &members, StructCodec(ParameterPermissions.self))
        self.requireEncryption = decoder.optional("requireEncryption", &members, BooleanCodec())
        self.rpcName = try decoder.required("rpcName", &members, TextCodec(1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("hmiPermissions", hmiPermissions)
        writer.member("parameterPermissions", parameterPermissions)
        writer.member("requireEncryption", requireEncryption)
        writer.member("rpcName", rpcName)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
