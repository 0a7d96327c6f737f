import Formats
import Simulator
import Synchronization
import Transport

/// An app that does what a script says, whatever the head unit thinks of it.
final class WrongApp: ScenarioApp {
    enum Act: Sendable {
        /// Sends a request, and waits for the response.
        case ask(String, JSONValue)
        /// Sends a request, and waits for nothing.
        case send(String, JSONValue)
        /// Waits for a level.
        case level(String)
        /// Waits for the first notification of this name.
        case hear(String)
        /// Sends a request again and again, until the connection is gone.
        case nag(String, JSONValue)
        /// Waits until the connection is gone.
        case end
    }

    /// What it does each time it is started, after it has registered.
    private let scripts: [[Act]]
    private let starts = Mutex(0)

    init(_ scripts: [[Act]]) {
        self.scripts = scripts
    }

    func start(
        _ address: SocketAddress, arguments: [String], ended: @escaping @Sendable (Int32) -> Void
    ) async throws(TransportError) {
        let number = starts.withLock { number in
            defer { number += 1 }
            return number
        }
        let script = number < scripts.count ? scripts[number] : []
        Task {
            // A script that cannot be followed ends, and the scenario tells it.
            try? await Self.follow(script, address)
            ended(0)
        }
    }

    private static func follow(_ script: [Act], _ address: SocketAddress) async throws {
        let app = try await WireApp(address, on: Reactor())
        do {
            try await app.register()
            for act in script {
                switch act {
                case .ask(let rpc, let parameters): _ = try await app.request(rpc, parameters)
                case .send(let rpc, let parameters): _ = try await app.send(rpc, parameters)
                case .level(let level): try await app.level(level)
                case .hear(let rpc): _ = try await app.notification(rpc)
                case .nag(let rpc, let parameters):
                    for _ in 0..<200 where await app.closure == nil {
                        _ = try await app.send(rpc, parameters)
                        _ = await app.wait(.milliseconds(50), until: { $0.closure })
                    }
                case .end: _ = try await app.end()
                }
            }
        } catch {
            await app.close()
            throw error
        }
        await app.close()
    }

    func interrupt() async {}
    func kill() async {}
    func finish(within time: Duration) async {}
    func output() async -> [String] { [] }
}
