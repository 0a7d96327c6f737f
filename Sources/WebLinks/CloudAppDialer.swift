public import Simulator
internal import Synchronization
internal import Transport
public import Web

/// Dials an app that listens for head units, as cloud apps do, and dials again when it is gone.
///
/// As sdl_core, it tries five times a second apart and then gives up; a connection that was open begins the count anew.
public final class CloudAppDialer: Sendable {
    /// What happens, for people.
    public enum Event: Hashable, Sendable {
        /// The app's end is reached.
        case connected
        /// The connection is over.
        case lost
        /// An attempt failed, and how many are left.
        case failed(reason: String, attemptsLeft: Int)
    }

    /// Where the app listens.
    public let address: WebSocketAddress
    private let task: Task<Void, Never>

    /// Begins to dial.
    ///
    /// - Parameters:
    ///   - address: Where the app listens.
    ///   - unit: The head unit that gets the app, with its faults.
    ///   - attempts: How often in a row it is tried.
    ///   - pause: How long after a failure it is tried again.
    ///   - observer: Is told on any thread.
    public init(
        _ address: WebSocketAddress, for unit: MockHeadUnit, attempts: Int = 5, pause: Duration = .seconds(1),
        observer: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.address = address
        task = Task.detached {
            var left = attempts
            while left > 0, !Task.isCancelled {
                do throws(WebError) {
                    let client = try await WebSocketClient.connect(
                        to: address, limits: Self.limits(unit.module.connections))
                    observer(.connected)
                    await Self.serve(client, unit)
                    observer(.lost)
                    left = attempts
                } catch {
                    left -= 1
                    observer(.failed(reason: error.description, attemptsLeft: left))
                }
                if left > 0 { try? await Task.sleep(for: pause) }
            }
        }
    }

    private static func limits(_ stream: TCPStream.Configuration) -> WebLimits {
        WebLimits(unsentBytes: stream.unsentByteLimit, connections: 1)
    }

    /// Hands the connection to the head unit and waits for its end; cancelled, it cuts it.
    private static func serve(_ client: WebSocketClient, _ unit: MockHeadUnit) async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let stream = FrameMessageStream(over: WebSocketStream(client, on: unit.reactor)) { end.finish() }
        await unit.attach(stream)
        await withTaskCancellationHandler {
            for await _ in ends {}
        } onCancel: {
            client.socket.abort()
        }
    }

    /// Cuts the connection and dials no more.
    public func stop() async {
        task.cancel()
        await task.value
    }
}
