internal import Synchronization
public import Transport

/// An app that is a command; it finds `SDL_HOST` and `SDL_PORT` in its environment, and the scenario's words for the app
/// of this program in `SDL_ARGUMENTS`.
public actor ScenarioCommand: ScenarioApp {
    /// How the command is built for a head unit.
    public typealias Words = @Sendable (_ address: SocketAddress, _ arguments: [String]) -> [String]

    /// Whether it prints the events of `waypoint-sim app --json`.
    public nonisolated let tellsEvents: Bool
    private let words: Words
    private var process: ChildProcess?
    private let lines = Mutex<[String]>([])
    private static let lineLimit = 200
    /// How long what an app has printed may still be under way after its end.
    private static let lastWords = Duration.milliseconds(500)

    /// An app started by the shell, without words of the scenario.
    ///
    /// - Parameters:
    ///   - command: A line of the shell, such as `node app.js`.
    ///   - tellsEvents: Whether it prints the events of `waypoint-sim app --json`.
    public init(_ command: String, tellsEvents: Bool = false) {
        // The shell outlives the SIGINT that its children get, and returns their status: a trap that does something is
        // not inherited by them. On a line of its own, so that the command may be anything.
        self.init(tellsEvents: tellsEvents) { _, _ in ["/bin/sh", "-c", "trap : INT\n\(command)"] }
    }

    /// An app whose words depend on the head unit.
    ///
    /// - Parameters:
    ///   - tellsEvents: Whether it prints the events of `waypoint-sim app --json`.
    ///   - words: Gives the program and its arguments.
    public init(tellsEvents: Bool = false, words: @escaping Words) {
        self.words = words
        self.tellsEvents = tellsEvents
    }

    /// Starts the command, in a process group of its own.
    public func start(
        _ address: SocketAddress, arguments: [String], happened: @escaping @Sendable (ScenarioAppEvent) -> Void
    ) async throws(TransportError) {
        var words = words(address, arguments)[...]
        let process = try ChildProcess(
            path: words.popFirst() ?? "", arguments: Array(words),
            environment: [
                "SDL_HOST": address.host, "SDL_PORT": "\(address.port)",
                "SDL_ARGUMENTS": arguments.joined(separator: " "),
            ], capturesOutput: true, capturesErrors: true, hasOwnGroup: true)
        self.process = process
        let reading = Task { [weak self] in
            await Self.read(process) { line in
                self?.keep(line)
                happened(.printed(line))
            }
        }
        Task {
            let status = await process.wait()
            await Self.wait(for: reading)
            happened(.ended(status: status))
        }
    }

    /// Waits until all is read, though not for ever: a process that left the group may keep the pipe open.
    private static func wait(for reading: Task<Void, Never>) async {
        let isOver = Mutex(false)
        let (news, sink) = AsyncStream.makeStream(of: Void.self)
        let watch = Task {
            await reading.value
            isOver.withLock { $0 = true }
            sink.finish()
        }
        let limit = Task {
            try? await Task.sleep(for: lastWords)
            sink.finish()
        }
        for await _ in news {}
        limit.cancel()
        if !isOver.withLock({ $0 }) { watch.cancel() }
    }

    private static func read(_ process: ChildProcess, _ take: @Sendable (String) -> Void) async {
        guard let output = process.output else { return }
        var rest: [UInt8] = []
        while let block = try? await output.read(), !block.isEmpty {
            rest += block
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                take(text(rest[start..<end]))
                start = end + 1
            }
            rest.removeFirst(start)
            if rest.count > 1 << 16 {
                take(text(rest[...]))
                rest = []
            }
        }
        if !rest.isEmpty { take(text(rest[...])) }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.prefix(1 << 16), as: UTF8.self)
    }

    private nonisolated func keep(_ line: String) {
        lines.withLock { lines in
            if lines.count >= Self.lineLimit { lines.removeFirst() }
            lines.append(String(line.prefix(4096)))
        }
    }

    /// Sends SIGINT to the command and what it started.
    public func interrupt() { process?.interrupt() }

    /// Sends SIGKILL to the command and what it started.
    public func kill() { process?.terminate() }

    /// Waits for its end.
    public func finish(within time: Duration) async -> ScenarioAppEnding {
        guard let process else { return .unknown }
        let wasKilled = Mutex(false)
        let limit = Task {
            try await Task.sleep(for: time)
            // Waiting cannot be given up, so what is too slow is ended.
            wasKilled.withLock { $0 = true }
            process.terminate()
        }
        let status = await process.wait()
        limit.cancel()
        return wasKilled.withLock { $0 } ? .killed : .ended(status: status)
    }

    /// The last 200 lines of its output and its errors.
    public func output() -> [String] { lines.withLock { $0 } }
}
