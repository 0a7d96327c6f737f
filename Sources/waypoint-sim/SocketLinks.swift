internal import Simulator
internal import Transport
internal import Web
internal import WebLinks

/// The options of `serve` for apps over WebSocket, and what runs for them.
struct SocketLinks: Sendable {
    static let options: [CommandDescription.Option] = [
        .init("--ws-port", "PORT", "Let apps connect by WebSocket, too (sdl_core's port is 2020, 0 for any free one)."),
        .init(
            "--dial", "URL",
            "Dial an app that listens for head units, as ws://HOST:PORT/PATH; tried 5 times, 1 s apart. May stand more "
                + "than once."),
    ]

    /// What is wanted.
    struct Setup: Sendable {
        let port: UInt16?
        let addresses: [WebSocketAddress]

        init(_ arguments: Arguments) throws(UsageError) {
            port = try arguments.port("--ws-port")
            var addresses: [WebSocketAddress] = []
            for text in arguments.texts("--dial") {
                do {
                    addresses.append(try WebSocketAddress(parsing: text))
                } catch {
                    throw UsageError("--dial", "\(error)")
                }
            }
            self.addresses = addresses
        }
    }

    /// Where apps connect; nil where nobody asked for that.
    let address: SocketAddress?
    private let server: AppSocketServer?
    private let dialers: [CloudAppDialer]

    /// Begins to listen and to dial.
    init(
        _ setup: Setup, host: String, for unit: MockHeadUnit, console: Console
    ) throws(UsageError) {
        do throws(WebError) {
            server = if let port = setup.port { try AppSocketServer(host: host, port: port, for: unit) } else { nil }
        } catch {
            throw UsageError("--ws-port", "\(error)")
        }
        address = server?.address
        dialers = setup.addresses.map { address in
            CloudAppDialer(address, for: unit) { event in
                switch event {
                case .connected: console.post("connected to \(address)")
                case .lost: console.post("connection to \(address) is over")
                case .failed(let reason, let left):
                    console.complain("--dial", left > 0 ? "\(reason); trying again" : "\(reason); given up")
                }
            }
        }
    }

    /// Closes what is open.
    func stop() async {
        for dialer in dialers { await dialer.stop() }
        await server?.stop()
    }
}
