// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Tells what the driver does with turn-by-turn guidance.
///
/// Since RPC 1.0.
public struct OnTBTClientState: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onTBTClientState

    /// What that is.
    public var state: TBTState

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(state: TBTState) {
        self.state = state
    }

    private static let keys: [StaticString] = ["state"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.state = try decoder.required("state", &members, EnumCodec(TBTState.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("state", state)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
