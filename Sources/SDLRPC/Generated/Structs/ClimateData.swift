// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Temperatures and air pressure.
///
/// Since RPC 7.1.
public struct ClimateData: RPCStructure {
    /// Outside.
    public var externalTemperature: Temperature?

    /// Inside.
    public var cabinTemperature: Temperature?

    /// The air pressure in millibars.
    ///
    /// 0 to 2000.
    public var atmosphericPressure: Double?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        externalTemperature: Temperature? = nil,
        cabinTemperature: Temperature? = nil,
        atmosphericPressure: Double? = nil
    ) {
        self.externalTemperature = externalTemperature
        self.cabinTemperature = cabinTemperature
        self.atmosphericPressure = atmosphericPressure
    }

    private static let keys: [StaticString] = ["atmosphericPressure", "cabinTemperature", "externalTemperature"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.atmosphericPressure = decoder.optional("atmosphericPressure", &members, FloatCodec(0.0...2000.0))
        self.cabinTemperature = decoder.optional("cabinTemperature", &members, StructCodec(Temperature.self))
        self.externalTemperature = decoder.optional("externalTemperature", &members, StructCodec(Temperature.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("atmosphericPressure", atmosphericPressure)
        writer.member("cabinTemperature", cabinTemperature)
        writer.member("externalTemperature", externalTemperature)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
