// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Tells what the app may do: always the whole list.
///
/// Since RPC 2.0.
public struct OnPermissionsChange: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onPermissionsChange

    /// The functions it may use.
    ///
    /// 0 to 500 elements.
    public var permissionItem: [PermissionItem]

    /// Whether the app must encrypt at all.
    ///
    /// Since RPC 6.0.
    public var requireEncryption: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(permissionItem: [PermissionItem], requireEncryption: Bool? = nil) {
        self.permissionItem = permissionItem
        self.requireEncryption = requireEncryption
    }

    private static let keys: [StaticString] = ["permissionItem", "requireEncryption"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.permissionItem = try decoder.required("permissionItem", &members, ListCodec(StructCodec(PermissionItem.self), 0...500))
        self.requireEncryption = decoder.optional("requireEncryption", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("permissionItem", permissionItem)
        writer.member("requireEncryption", requireEncryption)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
