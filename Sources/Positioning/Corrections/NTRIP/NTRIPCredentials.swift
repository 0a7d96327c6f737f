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

extension NTRIPCredentials {
    /// What must not stand in a text for people or logs: a caster may send back what it was sent.
    ///
    /// The user name alone may: casters complain about it by name. So may a password of two letters or `none`, which is
    /// what casters without passwords ask for.
    private var secrets: [String] {
        var secrets = [String(basicAuthorization.dropFirst("Basic ".count)), user + ":" + password]
        if password.utf8.count > 2, password != "none" { secrets.append(password) }
        // A caster's words come without markup and runs of blanks.
        secrets += secrets.map { NTRIPFailure.text(of: $0.utf8) }
        secrets += secrets.map { $0.lowercased() }
        return secrets.filter { $0.utf8.count > 2 }.sorted { $0.utf8.count > $1.utf8.count }
    }

    /// The text without the credentials.
    func redacted(from text: String) -> String {
        var bytes = Array(text.utf8)
        for secret in secrets {
            let secret = Array(secret.utf8)
            var kept: [UInt8] = []
            var index = 0
            while index < bytes.count {
                if bytes[index...].starts(with: secret) {
                    kept += Self.mark
                    index += secret.count
                } else if bytes.count - index >= 3, secret.starts(with: bytes[index...]) {
                    // The words were cut off inside the secret.
                    kept += Self.mark
                    index = bytes.count
                } else {
                    kept.append(bytes[index])
                    index += 1
                }
            }
            bytes = kept
        }
        return String(lenient: bytes)
    }

    private static let mark = Array("(redacted)".utf8)
}
