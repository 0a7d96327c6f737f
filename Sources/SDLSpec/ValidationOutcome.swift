public import Formats

/// What the validator says of a message.
public enum ValidationOutcome: Hashable, Sendable {
    /// The message is good.
    ///
    /// The value is what remains: without parameters unknown at the version, without unknown enum values where the
    /// spec can do without them, ordinals of enums turned into names. Each warning is a line
    /// `RPC.msg_params.x: Ignored invalid value - Y` for an enum value that was dropped; a head unit answers WARNINGS.
    case valid(JSONValue, warnings: [String])
    /// The message is refused; the report is the info text of INVALID_DATA.
    case invalid(report: String)
    /// The spec has no such function in any version.
    case unknownFunction
}

/// What to do with parameters and enum values that the spec does not know.
public enum UnknownItems: Hashable, Sendable {
    /// Unknown parameters are removed, unknown enum values are dropped or refuse the message.
    case drop
    /// Both are kept: GetSystemCapability and the app-service functions answer for themselves.
    case keep
}
