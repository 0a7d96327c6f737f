// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Tells data of a service that changed.
///
/// Since RPC 5.1.
public struct OnAppServiceData: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onAppServiceData

    /// The data.
    public var serviceData: AppServiceData

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(serviceData: AppServiceData) {
        self.serviceData = serviceData
    }

    private static let keys: [StaticString] = ["serviceData"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.serviceData = try decoder.required("serviceData", &members, StructCodec(AppServiceData.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("serviceData", serviceData)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
