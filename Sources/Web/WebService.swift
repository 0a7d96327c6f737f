/// What a ``WebServer`` serves.
///
/// All calls come on the server's own thread, which serves all connections: they must not block.
public protocol WebService: Sendable {
    /// Answers a request by calling `answer` once, at once or later, from any thread.
    func respond(to request: WebRequest, answer: WebAnswer)

    /// Whether a body of that size is wanted there: `nil`, or the answer that refuses it before any of it is read.
    ///
    /// Whatever it says, a body above ``WebLimits/bodyBytes`` is not taken.
    func refusal(of request: WebRequest, bodyBytes: Int) -> WebResponse?

    /// Whether a WebSocket is wanted there: `nil`, or the HTTP status of the refusal.
    func refusal(ofSocket request: WebRequest) -> Int?

    /// Takes over a WebSocket that is open.
    func opened(_ socket: WebSocket, by request: WebRequest)
}

extension WebService {
    /// Takes any body within the bounds.
    public func refusal(of request: WebRequest, bodyBytes: Int) -> WebResponse? { nil }
}

/// The answer to one request, to be given once.
public struct WebAnswer: Sendable {
    let send: @Sendable (WebResponse) -> Void

    /// Makes an answer that goes to `send`, for tests of a service.
    public init(_ send: @escaping @Sendable (WebResponse) -> Void) {
        self.send = send
    }

    /// Gives the answer; when the connection is gone meanwhile it is dropped, and a second one is ignored.
    public func callAsFunction(_ response: WebResponse) { send(response) }
}
