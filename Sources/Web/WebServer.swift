public import Transport

/// A server of HTTP and WebSockets on a thread of its own.
///
/// A connection has one request, or becomes a WebSocket. Compression (permessage-deflate), HTTP/2 and TLS are not offered.
public final class WebServer: Sendable {
    /// What a server is made of.
    public struct Configuration: Sendable {
        /// A numeric address of this machine.
        public var host = "127.0.0.1"
        /// The port; 0 for any free one.
        public var port: UInt16 = 0
        /// The bounds.
        public var limits = WebLimits()
        /// Who may come; `nil` for everybody.
        public var guardian: WebGuardian? = WebGuardian()
        /// Headers of every answer.
        public var headers = WebServer.safeHeaders(contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'")

        /// Makes a configuration.
        public init() {}
    }

    /// Where it listens, with the real port.
    public let address: SocketAddress
    private let loop: WebLoop

    /// Opens a server.
    ///
    /// - Parameters:
    ///   - configuration: What it is made of.
    ///   - service: What it serves.
    /// - Throws: ``WebError`` when the address is not usable.
    public init(_ configuration: Configuration = Configuration(), serving service: any WebService) throws(WebError) {
        let place = "listen on \(configuration.host):\(configuration.port)"
        guard let wanted = SocketAddress(numericHost: configuration.host, port: configuration.port) else {
            throw WebError(.cannotListen, place: place, reason: "a numeric address of this machine is wanted")
        }
        let headers = configuration.headers
        let guardian = configuration.guardian
        let bodyBytes = configuration.limits.bodyBytes
        loop = WebLoop(
            limits: configuration.limits,
            events: WebLoop.Events(
                refusal: { request in
                    if case .refuse(let response)? = guardian?.decide(about: request, isSocket: true) {
                        return response.status
                    }
                    return service.refusal(ofSocket: request)
                },
                bodyRefusal: { request, size in
                    let refusal: WebResponse?
                    if case .refuse(let response)? = guardian?.decide(about: request, isSocket: false) {
                        refusal = response
                    } else if let response = service.refusal(of: request, bodyBytes: size) {
                        refusal = response
                    } else {
                        refusal = size > bodyBytes ? WebResponse(status: 413, text: "\(bodyBytes) bytes at most") : nil
                    }
                    guard var refusal else { return nil }
                    refusal.headers += headers
                    return refusal
                },
                request: { request, answer in
                    let answer = WebAnswer { response in
                        var response = response
                        response.headers += headers
                        answer(response)
                    }
                    if case .refuse(let response)? = guardian?.decide(about: request, isSocket: false) {
                        answer(response)
                    } else {
                        service.respond(to: request, answer: answer)
                    }
                },
                opened: { socket, request in service.opened(socket, by: request) },
                failed: { _ in }))
        let port = try loop.listen(host: wanted.host, isIPv6: wanted.host.contains(":"), port: configuration.port)
        guard let bound = SocketAddress(numericHost: wanted.host, port: port) else {
            throw WebError(.cannotListen, place: place, reason: "a numeric address of this machine is wanted")
        }
        address = bound
        try loop.run()
    }

    // The library sets handlers for SIGPIPE (ignored) and SIGUSR2 in the process when the first server or client is made.

    deinit {
        loop.stopSoon()
    }

    /// Closes all connections, WebSockets with status 1001, and ends the thread.
    public func stop() async { await loop.stop() }

    /// The headers that keep a page to itself: no foreign script, frame, guess of types or referrer.
    ///
    /// - Parameters:
    ///   - contentSecurityPolicy: What the page may load.
    ///   - referrerPolicy: What other hosts may learn of this one.
    public static func safeHeaders(
        contentSecurityPolicy: String, referrerPolicy: String = "no-referrer"
    ) -> [WebResponse.Header] {
        [
            .init("content-security-policy", contentSecurityPolicy), .init("x-content-type-options", "nosniff"),
            .init("referrer-policy", referrerPolicy), .init("cross-origin-opener-policy", "same-origin"),
            .init("cross-origin-resource-policy", "same-origin"), .init("cache-control", "no-store"),
        ]
    }
}
