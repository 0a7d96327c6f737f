// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Gives the app a new hash of what would be restored at the next registration.
///
/// Since RPC 3.0.
public struct OnHashChange: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onHashChange

    /// The hash.
    ///
    /// 1 to 100 characters.
    public var hashID: String

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(hashID: String) {
        self.hashID = hashID
    }

    private static let keys: [StaticString] = ["hashID"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.hashID = try decoder.required("hashID", &members, TextCodec(1...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("hashID", hashID)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
