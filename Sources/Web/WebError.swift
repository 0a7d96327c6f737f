/// Why a server or client of the web could not be made.
public struct WebError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// The address is none, or none of this machine, or another program has the port.
        case cannotListen
        /// The URL is not one of a WebSocket in clear text (`ws://HOST:PORT/PATH`).
        case badURL
        /// Nobody answered there, or not with a WebSocket.
        case cannotConnect
        /// The system has no thread, descriptor or memory to give.
        case noResources
    }

    /// The kind of failure.
    public let code: Code
    /// The address or URL.
    public let place: String
    /// The reason in words.
    public let reason: String

    /// Makes an error.
    public init(_ code: Code, place: String, reason: String) {
        self.code = code
        self.place = place
        self.reason = reason
    }

    /// Where and why.
    public var description: String { "\(place): \(reason)" }
}
