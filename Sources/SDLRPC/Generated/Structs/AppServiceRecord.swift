// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A published service as the head unit knows it.
///
/// Since RPC 5.1.
public struct AppServiceRecord: RPCStructure {
    /// The id that the head unit gave it.
    ///
    /// At least 1 characters.
    public var serviceID: String

    /// How it describes itself.
    public var serviceManifest: AppServiceManifest

    /// Whether it is published now.
    public var servicePublished: Bool

    /// Whether it is the one of its type that answers.
    public var serviceActive: Bool

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(serviceID: String, serviceManifest: AppServiceManifest, servicePublished: Bool, serviceActive: Bool) {
        self.serviceID = serviceID
        self.serviceManifest = serviceManifest
        self.servicePublished = servicePublished
        self.serviceActive = serviceActive
    }

    private static let keys: [StaticString] = ["serviceActive", "serviceID", "serviceManifest", "servicePublished"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.serviceActive = try decoder.required("serviceActive", &members, BooleanCodec())
        self.serviceID = try decoder.required("serviceID", &members, TextCodec(1...Int.max))
        self.serviceManifest = try decoder.required("serviceManifest", &members, StructCodec(AppServiceManifest.self))
        self.servicePublished = try decoder.required("servicePublished", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("serviceActive", serviceActive)
        writer.member("serviceID", serviceID)
        writer.member("serviceManifest", serviceManifest)
        writer.member("servicePublished", servicePublished)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
