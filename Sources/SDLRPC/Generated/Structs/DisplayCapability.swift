// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// What a display can show.
///
/// Since RPC 6.0.
public struct DisplayCapability: RPCStructure {
    /// Its name.
    ///
    /// At least 1 characters.
    public var displayName: String?

    /// The kinds of windows it can have.
    ///
    /// At least 1 elements.
    public var windowTypeSupported: [WindowTypeCapabilities]?

    /// What each window can show; in notifications only windows that changed.
    ///
    /// 1 to 1000 elements.
    public var windowCapabilities: [WindowCapability]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        displayName: String? = nil,
        windowTypeSupported: [WindowTypeCapabilities]? = nil,
        windowCapabilities: [WindowCapability]? = nil
    ) {
        self.displayName = displayName
        self.windowTypeSupported = windowTypeSupported
        self.windowCapabilities = windowCapabilities
    }

    private static let keys: [StaticString] = ["displayName", "windowCapabilities", "windowTypeSupported"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.displayName = decoder.optional("displayName", &members, TextCodec(1...Int.max))
        self.windowCapabilities = decoder.optional("windowCapabilities", &members, ListCodec(StructCodec(WindowCapability.self), 1...1000))
        self.windowTypeSupported = decoder.optional("windowTypeSupported", &members, ListCodec(StructCodec(WindowTypeCapabilities.self), 1...Int.max))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("displayName", displayName)
        writer.member("windowCapabilities", windowCapabilities)
        writer.member("windowTypeSupported", windowTypeSupported)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
