public import Formats
public import HeadUnit
public import Log
public import Simulator
public import Transport
public import Web

/// A simulated navigation and vehicle as the HMI of a live sdl_core, over its WebSocket for HMIs (port 8087).
///
/// It registers the components, answers what the core asks at its start from a configuration, and hands the rest to a
/// ``SimulatedHMI``: waypoints of a route, and vehicle data of whatever tells that HMI where the vehicle is.
public actor CoreLink: HMIPeer {
    /// Why a link is over.
    public enum End: Error, Hashable, Sendable, CustomStringConvertible {
        /// ``stop()`` was called.
        case stopped
        /// The core closed the connection, or it broke.
        case lost
        /// The core does not take the HMI.
        case refused(String)
        /// The core sends faster than it is read.
        case flooded

        /// The reason for people.
        public var description: String {
            switch self {
            case .stopped: "stopped"
            case .lost: "the connection to the core is lost"
            case .refused(let reason): reason
            case .flooded: "the core sends faster than it is read"
            }
        }
    }

    /// Takes note that the components are registered.
    public typealias Observer = @Sendable () -> Void

    /// The messages that may wait to be read.
    private static let inboxLimit = 4_096

    /// The thread it lives on; the HMI lives there too.
    public nonisolated let reactor: Reactor
    /// What the system is like, as the core is told at its start.
    public nonisolated let configuration: HeadUnitConfiguration
    private let hmi: SimulatedHMI
    private let client: WebSocketClient
    private let logger: Logger
    private let onReady: Observer
    private var machine = CoreLinkMachine()
    private var end: End?

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    private enum Input: Sendable {
        case message([UInt8])
        case closed
    }

    /// Connects to a core.
    ///
    /// - Parameters:
    ///   - address: Where the core listens for HMIs.
    ///   - configuration: What the system is like.
    ///   - hmi: What answers; on the same reactor.
    ///   - reactor: The thread.
    ///   - logger: Where it tells what goes on.
    ///   - onReady: Called on the reactor when the core knows all components.
    /// - Throws: `WebError` when nobody answers there.
    public init(
        to address: WebSocketAddress, configuration: HeadUnitConfiguration, hmi: SimulatedHMI, on reactor: Reactor,
        logger: Logger = .disabled, onReady: @escaping Observer = {}
    ) async throws(WebError) {
        client = try await WebSocketClient.connect(to: address)
        self.configuration = configuration
        self.hmi = hmi
        self.reactor = reactor
        self.logger = logger.named("corelink")
        self.onReady = onReady
    }

    /// Serves the core until the link is over.
    ///
    /// - Returns: Why it is.
    public func run() async -> End {
        let (inputs, input) = AsyncStream.makeStream(
            of: Input.self, bufferingPolicy: .bufferingOldest(Self.inboxLimit))
        let socket = client.socket
        perform(machine.opened())
        socket.start(
            onMessage: { message in
                guard case .dropped = input.yield(.message(message.bytes)) else { return }
                input.finish()
                socket.abort()
            },
            onClosure: { _ in
                input.yield(.closed)
                input.finish()
            })
        loop: for await next in inputs where end == nil {
            switch next {
            case .message(let bytes): perform(machine.received(bytes))
            case .closed:
                end = end ?? .lost
                break loop
            }
        }
        await client.stop()
        return end ?? .flooded
    }

    /// Ends the link.
    public func stop() {
        end = end ?? .stopped
        client.socket.close()
    }

    private func perform(_ actions: [CoreLinkMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let message):
                if !client.socket.send(.text(message.serialized())) { end = end ?? .lost }
            case .ask(let request): hmi.assumeIsolated { $0.asked(request, by: self) }
            case .tell(let notification):
                if notification.method == .onSDLClose { logger.log(.info, "the core ends") }
                hmi.assumeIsolated { $0.told(notification, by: self) }
            case .ready: onReady()
            case .fault(let reason): logger.log(.warning, "fault of the core", ["reason": .string(reason)])
            case .give(let reason):
                end = end ?? .refused(reason)
                client.socket.close()
            }
        }
    }

    // MARK: The HMI's doors

    /// Takes an answer of the HMI.
    public nonisolated func hmiAnswers(_ request: HMIRequest, with answer: HMIAnswer) {
        assumeIsolated { $0.perform($0.machine.hmiAnswered(request, answer)) }
    }

    /// Takes news of the HMI.
    public nonisolated func hmiTells(_ notification: HMINotification) {
        assumeIsolated { $0.perform($0.machine.hmiTold(notification)) }
    }

    /// Takes a request of the HMI.
    public nonisolated func hmiRequests(_ method: HMIMethod, parameters: JSONValue) {
        assumeIsolated { $0.perform($0.machine.hmiRequested(method, parameters)) }
    }
}
