internal import Glibc
internal import Synchronization
public import Transport

/// The app that a scenario looks at.
public protocol ScenarioApp: Sendable {
    /// Starts it, so that it connects to a head unit.
    ///
    /// - Parameters:
    ///   - address: Where the head unit listens.
    ///   - arguments: Words of the scenario for the app of this program.
    ///   - ended: Is told the exit status when the app has ended; may be called from any thread.
    /// - Throws: `TransportError` when it cannot be started.
    func start(
        _ address: SocketAddress, arguments: [String], ended: @escaping @Sendable (Int32) -> Void
    ) async throws(TransportError)

    /// Asks it to end, as Ctrl-C would.
    func interrupt() async

    /// Ends it at once.
    func kill() async

    /// Waits until it has ended, for as long as it is given.
    func finish(within time: Duration) async

    /// The last lines it printed.
    func output() async -> [String]
}

/// An app that is a command; it finds `SDL_HOST` and `SDL_PORT` in its environment.
public actor ScenarioCommand: ScenarioApp {
    /// How the command is built for a head unit.
    public typealias Words = @Sendable (_ address: SocketAddress, _ arguments: [String]) -> [String]

    private let words: Words
    private var process: ChildProcess?
    private let lines = Mutex<[String]>([])
    private static let lineLimit = 200

    /// An app started by the shell, without words of the scenario.
    ///
    /// - Parameter command: A line of the shell, such as `node app.js`.
    public init(_ command: String) {
        self.init { _, _ in ["/bin/sh", "-c", command] }
    }

    /// An app whose words depend on the head unit.
    ///
    /// - Parameter words: Gives the program and its arguments.
    public init(words: @escaping Words) {
        self.words = words
    }

    /// Starts the command, in a process group of its own.
    public func start(
        _ address: SocketAddress, arguments: [String], ended: @escaping @Sendable (Int32) -> Void
    ) async throws(TransportError) {
        var words = words(address, arguments)[...]
        let process = try ChildProcess(
            path: words.popFirst() ?? "", arguments: Array(words),
            environment: ["SDL_HOST": address.host, "SDL_PORT": "\(address.port)"], capturesOutput: true,
            capturesErrors: true, hasOwnGroup: true)
        self.process = process
        Task { [weak self] in await self?.listen(to: process) }
        Task { ended(await process.wait()) }
    }

    private nonisolated func listen(to process: ChildProcess) async {
        guard let output = process.output else { return }
        var rest: [UInt8] = []
        while let block = try? await output.read(), !block.isEmpty {
            rest += block
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                keep(rest[..<end])
                rest.removeSubrange(...end)
            }
            if rest.count > 1 << 16 {
                keep(rest[...])
                rest = []
            }
        }
        if !rest.isEmpty { keep(rest[...]) }
    }

    private nonisolated func keep(_ line: ArraySlice<UInt8>) {
        let text = String(decoding: line.prefix(4096), as: UTF8.self)
        lines.withLock { lines in
            if lines.count >= Self.lineLimit { lines.removeFirst() }
            lines.append(text)
        }
    }

    /// Sends SIGINT to the command and what it started.
    public func interrupt() { process?.interrupt() }

    /// Sends SIGKILL to the command and what it started.
    public func kill() { process?.terminate() }

    /// Waits for its end.
    public func finish(within time: Duration) async {
        guard let process else { return }
        await withTaskGroup { group in
            group.addTask { _ = await process.wait() }
            group.addTask {
                try? await Task.sleep(for: time)
                // Waiting cannot be given up, so what is too slow is ended.
                if !Task.isCancelled { process.terminate() }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// The last 200 lines of its output and its errors.
    public func output() -> [String] { lines.withLock { $0 } }
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

    /// Tells where the head unit listens.
    public func start(
        _ address: SocketAddress, arguments: [String], ended: @escaping @Sendable (Int32) -> Void
    ) async throws(TransportError) {
        tell(address)
    }

    /// Nothing: it is not ours to end.
    public func interrupt() async {}

    /// Nothing: it is not ours to end.
    public func kill() async {}

    /// Nothing: it may go on.
    public func finish(within time: Duration) async {}

    /// Nothing: it prints elsewhere.
    public func output() async -> [String] { [] }
}
