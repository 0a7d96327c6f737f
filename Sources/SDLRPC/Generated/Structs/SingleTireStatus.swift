// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of a tire.
///
/// Since RPC 2.0.
public struct SingleTireStatus: RPCStructure {
    /// Its state.
    public var status: ComponentVolumeStatus

    /// What the pressure system says of it.
    ///
    /// Since RPC 5.0.
    public var tpms: TPMS?

    /// The pressure in kilopascals.
    ///
    /// 0 to 2000; since RPC 5.0.
    public var pressure: Double?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(status: ComponentVolumeStatus, tpms: TPMS? = nil, pressure: Double? = nil) {
        self.status = status
        self.tpms = tpms
        self.pressure = pressure
    }

    private static let keys: [StaticString] = ["pressure", "status", "tpms"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.pressure = decoder.optional("pressure", &members, FloatCodec(0.0...2000.0))
        self.status = try decoder.required("status", &members, EnumCodec(ComponentVolumeStatus.self))
        self.tpms = decoder.optional("tpms", &members, EnumCodec(TPMS.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("pressure", pressure)
        writer.member("status", status)
        writer.member("tpms", tpms)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
