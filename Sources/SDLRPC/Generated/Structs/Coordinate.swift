// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A place on the earth (WGS 84).
///
/// Since RPC 4.1.
public struct Coordinate: RPCStructure {
    /// Degrees north of the equator.
    ///
    /// -90 to 90.
    public var latitudeDegrees: Double

    /// Degrees east of Greenwich.
    ///
    /// -180 to 180.
    public var longitudeDegrees: Double

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(latitudeDegrees: Double, longitudeDegrees: Double) {
        self.latitudeDegrees = latitudeDegrees
        self.longitudeDegrees = longitudeDegrees
    }

    private static let keys: [StaticString] = ["latitudeDegrees", "longitudeDegrees"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.latitudeDegrees = try decoder.required("latitudeDegrees", &members, FloatCodec(-90.0...90.0))
        self.longitudeDegrees = try decoder.required("longitudeDegrees", &members, FloatCodec(-180.0...180.0))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("latitudeDegrees", latitudeDegrees)
        writer.member("longitudeDegrees", longitudeDegrees)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
