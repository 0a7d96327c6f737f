internal import Transport

/// Decides who may talk to a server that belongs to this machine's user.
///
/// A page of another origin may send requests here (`Origin` tells), and a name that its owner lets point here makes such
/// a page count as ours (DNS rebinding; `Host` tells). Both are refused with 403. With a token only those who know it get
/// in: as `Authorization: Bearer TOKEN`, as the cookie that ``sessionCookie(for:)`` names, or once as `?token=TOKEN`,
/// which sets that cookie. Where a token is asked for, any Host will do: browsers keep the cookie to the name under which
/// it was set.
public struct WebGuardian: Hashable, Sendable {
    /// What becomes of a request.
    public enum Decision: Hashable, Sendable {
        /// It goes on.
        case allow
        /// It is answered so.
        case refuse(WebResponse)
    }

    /// The name of the cookie that holds the token: with the port, since browsers send cookies to all ports of a host.
    ///
    /// - Parameter host: The header Host.
    public static func sessionCookie(for host: String) -> String {
        let port = host.reversed().prefix { $0.isASCII && $0.isWholeNumber }
        guard !port.isEmpty, host.dropLast(port.count).last == ":" else { return "waypoint-sim" }
        return "waypoint-sim-\(String(port.reversed()))"
    }

    /// Names beside `localhost` under which the server may be called, in small letters.
    public var names: Set<String>
    /// Who knows it gets in; `nil` lets everybody in.
    public var token: String?

    /// Makes one.
    public init(names: Set<String> = [], token: String? = nil) {
        self.names = names
        self.token = token
    }

    /// Decides about a request; the order is host, origin, token.
    public func decide(about request: WebRequest, isSocket: Bool) -> Decision {
        guard token != nil || isOurs(request.host) else {
            return .refuse(WebResponse(status: 403, text: "this server is not called \(Self.printable(request.host))"))
        }
        let host = request.host.lowercased()
        // With https where a proxy stands before us.
        guard request.origin.isEmpty || ["http://\(host)", "https://\(host)"].contains(request.origin.lowercased())
        else {
            return .refuse(WebResponse(status: 403, text: "not for pages of \(Self.printable(request.origin))"))
        }
        guard let token else { return .allow }
        let cookieName = Self.sessionCookie(for: request.host)
        let isEntering = !isSocket && request.method == .get && Self.isSame(request.queryValue("token") ?? "", token)
        guard !isEntering else {
            // Always, so that the token does not stay in the browser's line of addresses. The cookie also goes along when
            // another site's link led here; what changes something is kept from other sites by its Origin.
            let cookie = "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Lax"
            return .refuse(
                WebResponse(
                    status: 303, contentType: "text/plain; charset=utf-8",
                    headers: [.init("location", "/"), .init("set-cookie", cookie)], body: []))
        }
        let bearer = request.authorization.hasPrefix("Bearer ") ? String(request.authorization.dropFirst(7)) : ""
        if Self.isSame(bearer, token) || Self.isSame(request.cookieValue(cookieName) ?? "", token) {
            return .allow
        }
        return .refuse(WebResponse(status: 401, text: "open the page by its whole address, with ?token=…"))
    }

    /// Whether a Host is `localhost`, a numeric address (which no foreign name server can lend), or one of ``names``.
    private func isOurs(_ host: String) -> Bool {
        var name = host[...]
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return false }
            name = host[host.index(after: host.startIndex)..<end]
            guard Self.isPort(host[host.index(after: end)...]) else { return false }
        } else if let colon = host.firstIndex(of: ":") {
            name = host[..<colon]
            guard Self.isPort(host[colon...]) else { return false }
        }
        let wanted = name.lowercased()
        return wanted == "localhost" || names.contains(wanted)
            || SocketAddress(numericHost: String(name), port: 0) != nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.first == ":" && text.dropFirst().allSatisfy(\.isWholeNumber))
    }

    /// Compares in a time that does not tell how much is right.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func printable(_ text: String) -> String {
        String(text.prefix(100).map { $0.isASCII && !$0.isNewline && $0 != "\0" ? $0 : "?" })
    }
}
