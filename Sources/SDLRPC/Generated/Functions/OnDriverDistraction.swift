// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Tells whether the driver must not be distracted now.
///
/// Since RPC 1.0.
public struct OnDriverDistraction: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onDriverDistraction

    /// Whether restrictions apply.
    public var state: DriverDistractionState

    /// Whether a passenger may dismiss the lock screen.
    ///
    /// Since RPC 6.0.
    public var lockScreenDismissalEnabled: Bool?

    /// The text shown before that.
    ///
    /// At least 1 characters; since RPC 6.0.
    public var lockScreenDismissalWarning: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        state: DriverDistractionState,
        lockScreenDismissalEnabled: Bool? = nil,
        lockScreenDismissalWarning: String? = nil
    ) {
        self.state = state
        self.lockScreenDismissalEnabled = lockScreenDismissalEnabled
        self.lockScreenDismissalWarning = lockScreenDismissalWarning
    }

    private static let keys: [StaticString] = ["lockScreenDismissalEnabled", "lockScreenDismissalWarning", "state"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.lockScreenDismissalEnabled = decoder.optional("lockScreenDismissalEnabled", &members, BooleanCodec())
        self.lockScreenDismissalWarning = decoder.optional("lockScreenDismissalWarning", &members, TextCodec(1...Int.max))
        self.state = try decoder.required("state", &members, EnumCodec(DriverDistractionState.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("lockScreenDismissalEnabled", lockScreenDismissalEnabled)
        writer.member("lockScreenDismissalWarning", lockScreenDismissalWarning)
        writer.member("state", state)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
