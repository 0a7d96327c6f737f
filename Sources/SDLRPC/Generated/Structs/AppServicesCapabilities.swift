// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The services that are known.
///
/// Since RPC 5.1.
public struct AppServicesCapabilities: RPCStructure {
    /// The services; in notifications only those that changed.
    public var appServices: [AppServiceCapability]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(appServices: [AppServiceCapability]? = nil) {
        self.appServices = appServices
    }

    private static let keys: [StaticString] = ["appServices"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.appServices = decoder.optional("appServices", &members, ListCodec(StructCodec(AppServiceCapability.self), 0...Int.max))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("appServices", appServices)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
