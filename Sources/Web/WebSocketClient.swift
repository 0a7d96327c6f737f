internal import Synchronization

/// A WebSocket that this program has dialled, with the thread that serves it.
public final class WebSocketClient: Sendable {
    /// The socket.
    public let socket: WebSocket
    private let loop: WebLoop

    private init(socket: WebSocket, loop: WebLoop) {
        self.socket = socket
        self.loop = loop
    }

    deinit {
        loop.stopSoon()
    }

    /// Dials, and waits for the WebSocket to be open.
    ///
    /// The socket reads when it is started (``WebSocket/start(onMessage:onClosure:)``). Proxies of the environment are not
    /// asked and redirections not followed.
    ///
    /// - Parameters:
    ///   - address: Where to.
    ///   - subprotocol: What to ask for as Sec-WebSocket-Protocol; empty for nothing.
    ///   - limits: Bounds; connecting may take ``WebLimits/idleSeconds``.
    /// - Throws: ``WebError`` when nobody answers there, or not with a WebSocket.
    public static func connect(
        to address: WebSocketAddress, subprotocol: String = "", limits: WebLimits = WebLimits(connections: 1)
    ) async throws(WebError) -> WebSocketClient {
        let outcome = Outcome()
        let loop = WebLoop(
            limits: limits,
            events: WebLoop.Events(
                refusal: { _ in 404 }, bodyRefusal: { _, _ in nil }, request: { _, _ in },
                opened: { socket, _ in outcome.set(.success(socket)) },
                failed: { reason in
                    let why = reason.isEmpty ? "nobody answers" : reason
                    outcome.set(.failure(WebError(.cannotConnect, place: "\(address)", reason: why)))
                }))
        try loop.run(dialling: address, subprotocol: subprotocol)
        switch await outcome.value() {
        case .success(let socket): return WebSocketClient(socket: socket, loop: loop)
        case .failure(let error):
            await loop.stop()
            throw error
        }
    }

    /// Closes the socket in order and ends the thread.
    public func stop() async { await loop.stop() }

    /// What became of dialling, told once.
    private final class Outcome: Sendable {
        private struct State {
            var result: Result<WebSocket, WebError>?
            var waiting: CheckedContinuation<Void, Never>?
        }

        private let state = Mutex(State())

        func set(_ result: Result<WebSocket, WebError>) {
            let waiting = state.withLock { state in
                if state.result == nil { state.result = result }
                return exchange(&state.waiting, with: nil)
            }
            waiting?.resume()
        }

        func value() async -> Result<WebSocket, WebError> {
            while true {
                if let result = state.withLock({ $0.result }) { return result }
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    let isSet = state.withLock { state in
                        if state.result == nil { state.waiting = continuation }
                        return state.result != nil
                    }
                    if isSet { continuation.resume() }
                }
            }
        }
    }
}
