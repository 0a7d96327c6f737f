/// The bounds of a server or client of the web.
public struct WebLimits: Hashable, Sendable {
    /// The bytes of a request's head, 256 to 65535; more ends the connection.
    public var headerBytes: Int
    /// The bytes of a request's body; more is answered by 413, before any of it is read.
    public var bodyBytes: Int
    /// The bytes of the bodies of all requests that wait for their answers; one more request is answered by 503.
    public var allBodyBytes: Int
    /// The bytes of all answers above 64 KiB that wait to be read; one more is replaced by a 503.
    public var allAnswerBytes: Int
    /// The bytes of a message of a WebSocket that arrives; more closes it with status 1009.
    public var messageBytes: Int
    /// The bytes that wait for a WebSocket's peer to read; more cuts the connection.
    public var unsentBytes: Int
    /// The connections of a server at a time; one more is closed at once.
    public var connections: Int
    /// How long a connection may take for its request, head and body together, and without reading on in the answer.
    ///
    /// A body may take a second more for each MiB.
    ///
    /// For a client it is how long connecting may take. 1 second at the least.
    public var idleSeconds: Int
    /// How long a WebSocket may be silent before it is asked for a sign of life; as long again, and it is closed.
    public var silenceSeconds: Int

    /// Makes bounds.
    public init(
        headerBytes: Int = 8192, bodyBytes: Int = 1 << 20, allBodyBytes: Int = 64 << 20,
        allAnswerBytes: Int = 64 << 20, messageBytes: Int = 1 << 20, unsentBytes: Int = 4 << 20,
        connections: Int = 256, idleSeconds: Int = 10, silenceSeconds: Int = 20
    ) {
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
        self.allBodyBytes = allBodyBytes
        self.allAnswerBytes = allAnswerBytes
        self.messageBytes = messageBytes
        self.unsentBytes = unsentBytes
        self.connections = connections
        self.idleSeconds = idleSeconds
        self.silenceSeconds = silenceSeconds
    }
}
