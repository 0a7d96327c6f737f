// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of the headlamps.
///
/// Since RPC 2.0.
public struct HeadLampStatus: RPCStructure {
    /// Whether low beams are on.
    public var lowBeamsOn: Bool

    /// Whether high beams are on.
    public var highBeamsOn: Bool

    /// What the light sensor sees.
    public var ambientLightSensorStatus: AmbientLightStatus?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(lowBeamsOn: Bool, highBeamsOn: Bool, ambientLightSensorStatus: AmbientLightStatus? = nil) {
        self.lowBeamsOn = lowBeamsOn
        self.highBeamsOn = highBeamsOn
        self.ambientLightSensorStatus = ambientLightSensorStatus
    }

    private static let keys: [StaticString] = ["ambientLightSensorStatus", "highBeamsOn", "lowBeamsOn"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.ambientLightSensorStatus = decoder.optional("ambientLightSensorStatus", &members, EnumCodec(AmbientLightStatus.self))
        self.highBeamsOn = try decoder.required("highBeamsOn", &members, BooleanCodec())
        self.lowBeamsOn = try decoder.required("lowBeamsOn", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ambientLightSensorStatus", ambientLightSensorStatus)
        writer.member("highBeamsOn", highBeamsOn)
        writer.member("lowBeamsOn", lowBeamsOn)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
