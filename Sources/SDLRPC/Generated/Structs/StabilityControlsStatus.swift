// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of the stability controls.
///
/// Since RPC 7.0.
public struct StabilityControlsStatus: RPCStructure {
    /// The vehicle's.
    public var escSystem: VehicleDataStatus?

    /// The trailer's.
    public var trailerSwayControl: VehicleDataStatus?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(escSystem: VehicleDataStatus? = nil, trailerSwayControl: VehicleDataStatus? = nil) {
        self.escSystem = escSystem
        self.trailerSwayControl = trailerSwayControl
    }

    private static let keys: [StaticString] = ["escSystem", "trailerSwayControl"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.escSystem = decoder.optional("escSystem", &members, EnumCodec(VehicleDataStatus.self))
        self.trailerSwayControl = decoder.optional("trailerSwayControl", &members, EnumCodec(VehicleDataStatus.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("escSystem", escSystem)
        writer.member("trailerSwayControl", trailerSwayControl)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
