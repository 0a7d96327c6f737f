/// What a request is answered by.
public struct WebResponse: Hashable, Sendable {
    /// A header of an answer.
    public struct Header: Hashable, Sendable {
        /// The name, in small letters.
        public var name: String
        /// The value, without line ends.
        public var value: String

        /// Makes a header.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The HTTP status, such as 200.
    public var status: Int
    /// The media type of the body.
    public var contentType: String
    /// Headers beside Content-Type and Content-Length.
    public var headers: [Header]
    /// The body.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int = 200, contentType: String, headers: [Header] = [], body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    /// Makes an answer of one line of text, as for a refusal.
    public init(status: Int, text: String) {
        self.init(status: status, contentType: "text/plain; charset=utf-8", body: Array("\(text)\n".utf8))
    }
}
