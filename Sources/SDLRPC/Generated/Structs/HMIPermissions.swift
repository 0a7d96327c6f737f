// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The levels at which a function may be used.
///
/// Since RPC 2.0.
public struct HMIPermissions: RPCStructure {
    /// Allowed levels.
    ///
    /// 0 to 100 elements.
    public var allowed: [HMILevel]

    /// Levels that the driver did not consent to.
    ///
    /// 0 to 100 elements.
    public var userDisallowed: [HMILevel]

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(allowed: [HMILevel], userDisallowed: [HMILevel]) {
        self.allowed = allowed
        self.userDisallowed = userDisallowed
    }

    private static let keys: [StaticString] = ["allowed", "userDisallowed"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.allowed = try decoder.required("allowed", &members, ListCodec(EnumCodec(HMILevel.self), 0...100))
        self.userDisallowed = try decoder.required("userDisallowed", &members, ListCodec(EnumCodec(HMILevel.self), 0...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("allowed", allowed)
        writer.member("userDisallowed", userDisallowed)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
