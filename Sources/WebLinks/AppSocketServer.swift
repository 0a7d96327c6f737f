public import Simulator
public import Transport
public import Web

/// Where apps connect to a head unit by WebSocket, as web-engine apps do with sdl_core (its port is 2020).
///
/// Messages are binary and hold a frame each; a text message ends the connection with status 1003. Any path is served,
/// and pages of any origin: an app in a browser has that of whoever wrote it.
public final class AppSocketServer: Sendable {
    /// Where it listens, with the real port.
    public var address: SocketAddress { server.address }
    private let server: WebServer

    /// Listens for apps.
    ///
    /// - Parameters:
    ///   - host: A numeric address of this machine; loopback unless asked otherwise.
    ///   - port: The port, 0 for any free one.
    ///   - unit: The head unit that gets them, with its faults.
    /// - Throws: `WebError` when the address is not usable.
    public init(host: String = "127.0.0.1", port: UInt16 = 2020, for unit: MockHeadUnit) throws(WebError) {
        var configuration = WebServer.Configuration()
        configuration.host = host
        configuration.port = port
        configuration.guardian = nil
        configuration.limits.unsentBytes = unit.module.connections.unsentByteLimit
        server = try WebServer(configuration, serving: Service(unit: unit))
    }

    /// Closes all connections and ends the thread.
    public func stop() async { await server.stop() }

    private struct Service: WebService {
        let unit: MockHeadUnit

        func respond(to request: WebRequest, answer: WebAnswer) {
            answer(WebResponse(status: 426, text: "This is a head unit: SDL apps connect here by WebSocket.\n"))
        }

        func refusal(ofSocket request: WebRequest) -> Int? { nil }

        func opened(_ socket: WebSocket, by request: WebRequest) {
            let stream = FrameMessageStream(over: WebSocketStream(socket, on: unit.reactor))
            Task { await unit.attach(stream) }
        }
    }
}
