/// Where corrections come from: caster, security, credentials and mountpoint, as read from a URL.
///
/// `ntrip://user:password@host:port/MOUNT`, or `ntrips://` for the same over TLS. The port is 2101 when absent, 443 with
/// TLS. Reserved characters in user and password are percent-encoded; IPv6 hosts stand in brackets. TLS is never guessed
/// from the port.
public struct NTRIPAddress: Hashable, Sendable, CustomStringConvertible {
    /// Why a text is no address.
    public enum ParsingError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The text does not begin with `ntrip://` or `ntrips://`.
        case scheme
        /// There is no host, or it holds characters that no host has.
        case host
        /// The port is not a number from 1 to 65535.
        case port
        /// User or password cannot be used: bad percent-encoding, or a colon in the user name.
        case credentials
        /// The mountpoint has blanks, control characters, `;` or more than 100 characters.
        case mountpoint

        /// The reason in words; never with the text itself, which may hold a password.
        public var description: String {
            switch self {
            case .scheme: "an address begins with ntrip:// or ntrips://"
            case .host: "the host is missing or not valid"
            case .port: "the port is a number from 1 to 65535"
            case .credentials: "user and password: percent-encode : @ / % and blanks; no colon in the user name"
            case .mountpoint: "a mountpoint has at most 100 letters, digits and signs, no blank and no ;"
            }
        }
    }

    /// Name or numeric address of the caster.
    public let host: String
    /// TCP port.
    public let port: UInt16
    /// Whether TLS is spoken.
    public let isSecure: Bool
    /// What to log in with.
    public var credentials: NTRIPCredentials?
    /// The stream's name, case-sensitive; empty asks for the table of streams.
    public let mountpoint: String

    /// Makes an address.
    ///
    /// - Throws: ``ParsingError`` for a host or mountpoint that cannot stand in a request.
    public init(
        host: String, port: UInt16 = 2101, isSecure: Bool = false, credentials: NTRIPCredentials? = nil,
        mountpoint: String = ""
    ) throws(ParsingError) {
        guard !host.isEmpty, host.utf8.count <= 253,
            host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/@?#[]\\\"<>".utf8.contains($0) })
        else { throw .host }
        guard port > 0 else { throw .port }
        guard Self.isMountpoint(mountpoint) else { throw .mountpoint }
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.credentials = credentials
        self.mountpoint = mountpoint
    }

    /// Reads a URL.
    ///
    /// - Throws: ``ParsingError``, which never repeats the text.
    public init(parsing text: String) throws(ParsingError) {
        let isSecure: Bool
        var rest: Substring
        if text.lowercased().hasPrefix("ntrip://") {
            (isSecure, rest) = (false, text.dropFirst(8))
        } else if text.lowercased().hasPrefix("ntrips://") {
            (isSecure, rest) = (true, text.dropFirst(9))
        } else {
            throw .scheme
        }
        var mountpoint = ""
        if let slash = rest.lastIndex(of: "/"), !rest[slash...].contains("@") {
            mountpoint = String(rest[rest.index(after: slash)...])
            rest = rest[..<slash]
        }
        var credentials: NTRIPCredentials?
        if let at = rest.lastIndex(of: "@") {
            credentials = try Self.credentials(rest[..<at])
            rest = rest[rest.index(after: at)...]
        }
        let (host, port) = try Self.hostAndPort(rest, default: isSecure ? 443 : 2101)
        try self.init(
            host: host, port: port, isSecure: isSecure, credentials: credentials, mountpoint: mountpoint)
    }

    /// The same caster with another stream.
    ///
    /// - Throws: ``ParsingError/mountpoint``.
    public func with(mountpoint: String) throws(ParsingError) -> NTRIPAddress {
        try NTRIPAddress(
            host: host, port: port, isSecure: isSecure, credentials: credentials, mountpoint: mountpoint)
    }

    /// The address as a URL without credentials.
    public var description: String {
        "\(isSecure ? "ntrips" : "ntrip")://\(hostText):\(port)/\(mountpoint)"
    }

    /// The host as it stands in a URL or header.
    var hostText: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }

    /// The value of a Host header: with the port unless it is the one of the scheme in HTTP's sense.
    var hostHeader: String {
        port == (isSecure ? 443 : 80) ? hostText : "\(hostText):\(port)"
    }

    /// Whether a text can stand in a request line and be a mountpoint; the empty text asks for the table.
    static func isMountpoint(_ text: String) -> Bool {
        text.utf8.count <= 100 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !";?#\"<>\\".utf8.contains($0) }
    }

    private static func credentials(_ text: Substring) throws(ParsingError) -> NTRIPCredentials {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let user = URLText.unescaped(parts[0]),
            let password = URLText.unescaped(parts.count > 1 ? parts[1] : ""),
            let credentials = NTRIPCredentials(user: user, password: password)
        else { throw .credentials }
        return credentials
    }

    private static func hostAndPort(_ text: Substring, default: UInt16) throws(ParsingError) -> (String, UInt16) {
        guard let (host, port) = URLText.hostAndPort(text) else { throw .host }
        guard let port else { return (String(host), `default`) }
        guard let number = UInt16(port), number > 0 else { throw .port }
        return (String(host), number)
    }
}
