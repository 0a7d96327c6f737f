// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Tells that the head unit ended the registration.
///
/// Since RPC 1.0.
public struct OnAppInterfaceUnregistered: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onAppInterfaceUnregistered

    /// Why.
    public var reason: AppInterfaceUnregisteredReason

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(reason: AppInterfaceUnregisteredReason) {
        self.reason = reason
    }

    private static let keys: [StaticString] = ["reason"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.reason = try decoder.required("reason", &members, EnumCodec(AppInterfaceUnregisteredReason.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("reason", reason)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
