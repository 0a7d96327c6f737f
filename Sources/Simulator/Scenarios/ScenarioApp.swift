public import Transport

/// The app that a scenario looks at.
public protocol ScenarioApp: Sendable {
    /// Whether it prints the events of `waypoint-sim app --json`, so that what it makes of what it hears can be seen.
    var tellsEvents: Bool { get }

    /// Whether somebody else starts and ends it; steps that would are left out then.
    var isVisitor: Bool { get }

    /// Starts it, so that it connects to a head unit.
    ///
    /// - Parameters:
    ///   - address: Where the head unit listens.
    ///   - arguments: Words of the scenario for the app of this program.
    ///   - happened: Is told each line that it prints, and its end; may be called from any thread.
    /// - Throws: `TransportError` when it cannot be started.
    func start(
        _ address: SocketAddress, arguments: [String], happened: @escaping @Sendable (ScenarioAppEvent) -> Void
    ) async throws(TransportError)

    /// Asks it to end, as Ctrl-C would.
    func interrupt() async

    /// Ends it at once.
    func kill() async

    /// Waits until it has ended, for as long as it is given; then it is ended at once.
    ///
    /// - Returns: How it ended.
    func finish(within time: Duration) async -> ScenarioAppEnding

    /// The last lines it printed.
    func output() async -> [String]
}

extension ScenarioApp {
    /// It does not.
    public var tellsEvents: Bool { false }

    /// The scenario does.
    public var isVisitor: Bool { false }
}

/// What an app does that no head unit sees.
public enum ScenarioAppEvent: Hashable, Sendable {
    /// It printed a line.
    case printed(String)
    /// It ended with this exit status; above 128 by the signal of that number minus 128.
    case ended(status: Int32)
}

/// How an app ended that a scenario is over for.
public enum ScenarioAppEnding: Hashable, Sendable {
    /// By itself, with this status, or it had ended before.
    case ended(status: Int32)
    /// It did not want to, and was killed.
    case killed
    /// It goes on, or was never started: its end is not ours.
    case unknown
}

/// An app that connects by itself: somebody starts it elsewhere.
public struct ScenarioVisitor: ScenarioApp {
    private let tell: @Sendable (SocketAddress) -> Void

    /// Waits for an app.
    ///
    /// - Parameter tell: Is told where the head unit listens.
    public init(_ tell: @escaping @Sendable (SocketAddress) -> Void) {
        self.tell = tell
    }

    /// It is not ours to start and to end.
    public var isVisitor: Bool { true }

    /// Tells where the head unit listens.
    public func start(
        _ address: SocketAddress, arguments: [String], happened: @escaping @Sendable (ScenarioAppEvent) -> Void
    ) async throws(TransportError) {
        tell(address)
    }

    /// Nothing: it is not ours to end.
    public func interrupt() async {}

    /// Nothing: it is not ours to end.
    public func kill() async {}

    /// Nothing: it may go on.
    public func finish(within time: Duration) async -> ScenarioAppEnding { .unknown }

    /// Nothing: it prints elsewhere.
    public func output() async -> [String] { [] }
}
