/// User name and password for a caster or proxy; they never show in a description.
public struct NTRIPCredentials: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The user name; some casters want an e-mail address.
    public var user: String
    /// The password.
    public var password: String

    /// Makes credentials, or nil when the user name holds a colon, which Basic authentication cannot carry.
    public init?(user: String, password: String) {
        guard !user.utf8.contains(UInt8(ascii: ":")) else { return nil }
        self.user = user
        self.password = password
    }

    /// The value of an Authorization header; non-ASCII text goes as UTF-8.
    var basicAuthorization: String { "Basic " + Base64.encode(Array((user + ":" + password).utf8)) }

    /// Says only that there are credentials.
    public var description: String { "(redacted)" }

    /// Says only that there are credentials.
    public var debugDescription: String { description }

    /// Shows nothing, so that dumps and test logs do not either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
