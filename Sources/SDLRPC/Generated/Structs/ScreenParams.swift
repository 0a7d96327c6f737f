// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The screen.
///
/// Since RPC 3.0.
public struct ScreenParams: RPCStructure {
    /// Its size.
    public var resolution: ImageResolution

    /// The touches it tells; missing without a touch screen.
    public var touchEventAvailable: TouchEventCapabilities?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(resolution: ImageResolution, touchEventAvailable: TouchEventCapabilities? = nil) {
        self.resolution = resolution
        self.touchEventAvailable = touchEventAvailable
    }

    private static let keys: [StaticString] = ["resolution", "touchEventAvailable"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.resolution = try decoder.required("resolution", &members, StructCodec(ImageResolution.self))
        self.touchEventAvailable = decoder.optional("touchEventAvailable", &members, StructCodec(TouchEventCapabilities.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("resolution", resolution)
        writer.member("touchEventAvailable", touchEventAvailable)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
