import Formats
import Simulator
import Synchronization
import Transport

/// An app that does what a script says, whatever the head unit thinks of it, and then stays until it is interrupted.
final class WrongApp: ScenarioApp {
    enum Act: Sendable {
        /// Sends a request, and waits for the response.
        case ask(String, JSONValue)
        /// Sends a request, and waits for nothing.
        case send(String, JSONValue)
        /// Waits for a level.
        case level(String)
        /// Waits for the notification of this name with this number, counted from 1.
        case hear(String, Int)
        /// Sends a request again and again, until the connection is gone.
        case nag(String, JSONValue)
        /// Lets time pass.
        case pause(Duration)
        /// Connects and registers again.
        case again
        /// Prints an event, as `waypoint-sim app --json` does.
        case tell(JSONValue)
        /// Takes each read for a whole frame, and is lost where it is none.
        case readsAreFrames
        /// Waits until the connection is gone, and ends.
        case end
        /// Ends at once with this status.
        case die(Int32)
    }

    /// What it does each time it is started, after it has registered.
    private let scripts: [[Act]]
    private let starts = Mutex(0)
    private let life = Mutex<Task<Void, Never>?>(nil)
    let tellsEvents: Bool

    init(_ scripts: [[Act]], tellsEvents: Bool = false) {
        self.scripts = scripts
        self.tellsEvents = tellsEvents
    }

    func start(
        _ address: SocketAddress, arguments: [String], happened: @escaping @Sendable (ScenarioAppEvent) -> Void
    ) async throws(TransportError) {
        let number = starts.withLock { number in
            defer { number += 1 }
            return number
        }
        let script = number < scripts.count ? scripts[number] : []
        let task = Task {
            happened(.ended(status: await Self.live(script, address) { happened(.printed($0)) }))
        }
        life.withLock { $0 = task }
    }

    /// Follows the script; one that cannot be followed ends as if it was over.
    private static func live(
        _ script: [Act], _ address: SocketAddress, _ print: @Sendable (String) -> Void
    ) async -> Int32 {
        guard var app = try? await WireApp(address, on: Reactor()) else { return 3 }
        do {
            if case .readsAreFrames? = script.first {
                _ = try await app.startService()
                if await app.reads.contains(where: { $0 <= 16 }) { throw WireApp.Late() }
            }
            try await app.register()
            for act in script {
                switch act {
                case .ask(let rpc, let parameters): _ = try await app.request(rpc, parameters)
                case .send(let rpc, let parameters): _ = try await app.send(rpc, parameters)
                case .level(let level): try await app.level(level)
                case .hear(let rpc, let number): _ = try await app.notification(rpc, number: number)
                case .nag(let rpc, let parameters):
                    for _ in 0..<400 where await app.closure == nil {
                        try Task.checkCancellation()
                        _ = try await app.send(rpc, parameters)
                        _ = await app.wait(.milliseconds(50), until: { $0.closure })
                    }
                case .pause(let time): try await Task.sleep(for: time)
                case .again:
                    await app.close()
                    app = try await WireApp(address, on: Reactor())
                    try await app.register()
                case .tell(let event): print(String(decoding: event.serialized(), as: UTF8.self))
                case .readsAreFrames: break
                case .end:
                    _ = try await app.end()
                    return 0
                case .die(let status):
                    await app.close()
                    return status
                }
            }
        } catch {}
        // It stays, deaf and dumb, until it is told to end.
        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(20)) }
        await app.close()
        return 0
    }

    func interrupt() async { life.withLock { $0 }?.cancel() }
    func kill() async { life.withLock { $0 }?.cancel() }
    func finish(within time: Duration) async -> ScenarioAppEnding { .unknown }
    func output() async -> [String] { [] }
}
