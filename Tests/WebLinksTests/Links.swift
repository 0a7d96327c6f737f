import SDLApp
import Simulator
import Synchronization
import Testing
import Transport
import Web
import WebLinks

/// The ways on which an app and a head unit come together.
enum Link: String, CaseIterable, Sendable {
    /// The app connects by TCP.
    case tcp
    /// The app connects to the head unit's WebSocket server.
    case socket
    /// The head unit dials the app.
    case dialled
}

/// A head unit, and apps that reach it on one of the ways.
final class LinkBench: Sendable {
    let reactor: Reactor
    let unit: MockHeadUnit
    let link: Link
    private let tcp: SocketAddress?
    private let server: AppSocketServer?
    private let appServer: WebServer?
    private let apps = DialledApps()
    private let dialer = Mutex<CloudAppDialer?>(nil)

    init(_ link: Link, _ change: (inout MockModule) -> Void = { _ in }) async throws {
        self.link = link
        reactor = try Reactor()
        var module = try MockModule(named: "modern")
        change(&module)
        unit = try await MockHeadUnit(module, route: try MockFiles.route("demo", file: "test"), on: reactor)
        tcp = link == .tcp ? try await unit.listen(port: 0) : nil
        server = link == .socket ? try AppSocketServer(port: 0, for: unit) : nil
        appServer = link == .dialled ? try WebServer(serving: apps) : nil
    }

    /// A stream on which the app finds the head unit.
    func connect(_ reactor: Reactor) async throws -> any ByteStream {
        switch link {
        case .tcp:
            let address = try #require(tcp)
            return try await TCPStream.connect(host: address.host, port: address.port, on: reactor)
        case .socket: return WebSocketStream(try await socketClient(), on: reactor)
        case .dialled: return WebSocketStream(try await dialled(), on: reactor)
        }
    }

    /// The app's end of a WebSocket that it opened.
    func socketClient() async throws -> WebSocketClient {
        let address = try #require(server?.address)
        return try await WebSocketClient.connect(to: try WebSocketAddress(parsing: "ws://\(address)/any?sdl=1"))
    }

    /// The app's end of a WebSocket that the head unit opened.
    func dialled() async throws -> WebSocket {
        let address = try #require(appServer?.address)
        let url = try WebSocketAddress(parsing: "ws://\(address)/app")
        let former = dialer.withLock { $0.take() }
        await former?.stop()
        let unit = unit
        dialer.withLock { $0 = CloudAppDialer(url, for: unit, pause: .milliseconds(20)) }
        return try await apps.next()
    }

    func manager(_ name: String = "Way App", id: String = "8675309") throws -> SDLManager {
        let transport = SDLTransport.custom(link.rawValue) { [self] reactor in try await connect(reactor) }
        var configuration = SDLConfiguration(appName: name, fullAppID: id, transport: transport)
        configuration.reconnectPolicy = .never
        return try SDLManager(configuration, reactor: reactor)
    }

    func stop() async {
        let last = dialer.withLock { $0.take() }
        await last?.stop()
        await server?.stop()
        await appServer?.stop()
        await unit.stop()
    }
}

/// An app that listens for head units.
private final class DialledApps: WebService {
    private let sockets: AsyncStream<WebSocket>
    private let continuation: AsyncStream<WebSocket>.Continuation

    init() {
        (sockets, continuation) = AsyncStream.makeStream(of: WebSocket.self)
    }

    func next() async throws -> WebSocket {
        for await socket in sockets { return socket }
        throw CancellationError()  // the server of the test is gone
    }

    func respond(to request: WebRequest, answer: WebAnswer) { answer(WebResponse(status: 404, text: "none")) }
    func refusal(ofSocket request: WebRequest) -> Int? { request.path == "/app" ? nil : 404 }
    func opened(_ socket: WebSocket, by request: WebRequest) { continuation.yield(socket) }
}
