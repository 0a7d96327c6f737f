public import Transport

/// The other end of a ``ControlServer``: sends lines, and takes the lines that come.
public actor ControlClient {
    private let reactor: Reactor
    private let stream: TCPStream
    private var buffer: [UInt8] = []
    private var lines: [[UInt8]] = []
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
        while lines.isEmpty, !isOver {
            await withCheckedContinuation { continuation in waiting = continuation }
        }
        return lines.isEmpty ? nil : lines.removeFirst()
    }

    /// Closes the connection.
    public func close() {
        stream.close()
        ended()
    }

    private func received(_ bytes: [UInt8]) {
        var rest = (buffer + bytes)[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Array(rest[..<end]))
            rest = rest[(end + 1)...]
        }
        buffer = Array(rest)
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
