/// Where a WebSocket is dialled: `ws://HOST[:PORT][/PATH][?QUERY]`.
public struct WebSocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or a numeric address, without brackets.
    public let host: String
    /// The port, 80 unless given.
    public let port: UInt16
    /// Path and query, at least `/`.
    public let path: String

    /// Reads a URL.
    ///
    /// - Throws: ``WebError`` with the code `badURL`; `wss://` is refused, since encryption is not offered here.
    public init(parsing text: String) throws(WebError) {
        func bad(_ reason: String) -> WebError { WebError(.badURL, place: text, reason: reason) }
        guard !text.hasPrefix("wss://") else { throw bad("WebSockets over TLS are not offered; ws://HOST:PORT is") }
        guard text.hasPrefix("ws://") else { throw bad("ws://HOST:PORT/PATH is wanted") }
        let rest = text.dropFirst(5)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let path = String(rest[end...])
        guard path.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "#") }), path.utf8.count < 1000 else {
            throw bad("a path of at most 999 ASCII characters without blanks is wanted")
        }
        self.path = path.hasPrefix("/") ? path : "/" + path
        var authority = rest[..<end]
        var name = authority[...]
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { throw bad("a host in brackets is not closed") }
            name = authority[authority.index(after: authority.startIndex)..<close]
            authority = authority[authority.index(after: close)...]
        } else {
            name = authority[..<(authority.firstIndex(of: ":") ?? authority.endIndex)]
            authority = authority[name.endIndex...]
        }
        let allowed = name.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 32 || UInt8(ascii: "-")...UInt8(ascii: ":") ~= $0 || $0 == 95
        }
        guard !name.isEmpty, allowed, name.utf8.count < 256, !name.contains("/") else {
            throw bad("the name of a host is wanted")
        }
        host = String(name)
        if authority.isEmpty {
            port = 80
        } else {
            guard authority.hasPrefix(":"), let number = UInt16(authority.dropFirst()), number > 0 else {
                throw bad("a port is a number from 1 to 65535")
            }
            port = number
        }
    }

    /// The URL.
    public var description: String { "ws://\(host.contains(":") ? "[\(host)]" : host):\(port)\(path)" }
}
