public import Transport

/// The other end of a ``ControlServer``: sends lines, and takes the lines that come.
///
/// A line of more than 16 MiB ends the connection. With more than 4 MiB of lines that nobody has asked for it reads no
/// further; a head unit that goes on then closes the connection, and what was read is still given.
public actor ControlClient {
    private let reactor: Reactor
    private let stream: TCPStream
    private static let lineLimit = 16 << 20
    private static let waitingLimit = 4 << 20

    private var splitter = LineSplitter(limit: ControlClient.lineLimit)
    private var lines: [[UInt8]] = []
    /// Lines from before those, the first of them last, so that taking one moves none of the others.
    private var firstLines: [[UInt8]] = []
    /// What a line takes beside its bytes, about.
    private static let overhead = 64
    /// The bytes of all those lines, with their overhead.
    private var waitingBytes = 0
    private var isOver = false
    private var waiting: CheckedContinuation<Void, Never>?

    /// Runs on its reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Connects to the control of a head unit.
    ///
    /// - Parameters:
    ///   - path: The socket's file.
    ///   - reactor: The thread to live on.
    /// - Throws: `TransportError` when nobody listens there.
    public init(path: String, on reactor: Reactor) async throws(TransportError) {
        self.reactor = reactor
        stream = try TCPStream.connect(unixPath: path, on: reactor)
        begin()
    }

    private func begin() {
        stream.start(
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes) } },
            onClosure: { [weak self] _ in self?.assumeIsolated { $0.ended() } })
    }

    /// Sends a line, without its end.
    public func send(_ line: [UInt8]) {
        stream.write(line + [UInt8(ascii: "\n")])
    }

    /// The next line that came; `nil` when the connection is over.
    public func next() async -> [UInt8]? {
        while firstLines.isEmpty, lines.isEmpty, !isOver {
            await withCheckedContinuation { continuation in waiting = continuation }
        }
        if firstLines.isEmpty {
            firstLines = lines.reversed()
            lines = []
        }
        guard let line = firstLines.popLast() else { return nil }
        waitingBytes -= line.count + Self.overhead
        if !isOver { stream.setReading(!isFull) }
        return line
    }

    /// Whether it reads no further until somebody asks for lines.
    package var isFull: Bool { waitingBytes > Self.waitingLimit }

    /// Closes the connection.
    public func close() {
        stream.close()
        ended()
    }

    private func received(_ bytes: [UInt8]) {
        do throws(LineSplitter.TooLong) {
            for line in try splitter.append(bytes) {
                lines.append(line)
                waitingBytes += line.count + Self.overhead
            }
        } catch {
            close()
            return
        }
        stream.setReading(!isFull)
        wake()
    }

    private func ended() {
        isOver = true
        wake()
    }

    private func wake() {
        waiting?.resume()
        waiting = nil
    }
}
