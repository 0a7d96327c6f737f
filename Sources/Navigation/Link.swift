/// The address of a page, with what a file says about it.
public struct Link: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The address (a URL) as written.
    public var address: String

    /// What to show for it.
    public var text: String?

    /// Its media type, such as `text/html`.
    public var type: String?

    /// Creates a link.
    public init(address: String, text: String? = nil, type: String? = nil) {
        self.address = address
        self.text = text
        self.type = type
    }

    /// Creates a link of which nothing but the address is known.
    public init(stringLiteral address: String) {
        self.init(address: address)
    }
}
