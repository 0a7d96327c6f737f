/// A request; its body has arrived whole, but where a service is asked whether it may come.
public struct WebRequest: Hashable, Sendable {
    /// What is wanted.
    public enum Method: Hashable, Sendable {
        /// GET.
        case get
        /// HEAD; answered as GET, the body stays here.
        case head
        /// POST.
        case post
        /// Any other method.
        case other
    }

    /// What is wanted; ``Method/get`` for a WebSocket.
    public var method = Method.get
    /// The path, decoded, with `..` taken out.
    public var path = "/"
    /// What follows the question mark, its escapes decoded; empty without one.
    public var query = ""
    /// The header Host; empty without one.
    public var host = ""
    /// The header Origin; empty without one.
    public var origin = ""
    /// The header Cookie.
    public var cookie = ""
    /// The header Authorization.
    public var authorization = ""
    /// The header Content-Type.
    public var contentType = ""
    /// The header Sec-Fetch-Site, by which browsers say whose page a request comes from; empty without one.
    public var fetchSite = ""
    /// The peer's address.
    public var peer = ""
    /// The body; empty for a WebSocket.
    public var body: [UInt8] = []

    /// Makes a request, for tests of what answers them.
    public init(method: Method = .get, path: String = "/", query: String = "", host: String = "") {
        self.method = method
        self.path = path
        self.query = query
        self.host = host
    }

    /// A value of the query `name=value&…`.
    public func queryValue(_ name: String) -> String? { Self.value(name, in: query, separator: "&") }

    /// A cookie.
    public func cookieValue(_ name: String) -> String? { Self.value(name, in: cookie, separator: ";") }

    private static func value(_ name: String, in text: String, separator: Character) -> String? {
        for pair in text.split(separator: separator) {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let first = sides.first, let last = sides.last else { continue }
            if first.drop(while: { $0 == " " }) == name { return String(last) }
        }
        return nil
    }
}
