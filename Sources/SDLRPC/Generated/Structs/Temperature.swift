// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A temperature.
///
/// Since RPC 4.5.
public struct Temperature: RPCStructure {
    /// Its unit.
    public var unit: TemperatureUnit

    /// Its value.
    public var value: Double

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(unit: TemperatureUnit, value: Double) {
        self.unit = unit
        self.value = value
    }

    private static let keys: [StaticString] = ["unit", "value"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.unit = try decoder.required("unit", &members, EnumCodec(TemperatureUnit.self))
        self.value = try decoder.required("value", &members, FloatCodec(-Double.infinity...Double.infinity))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("unit", unit)
        writer.member("value", value)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
