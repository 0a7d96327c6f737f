public import Transport

/// Where corrections go: a receiver's port, a connection, a file.
///
/// All members are called on the reactor's thread of the relay that feeds the sink.
public protocol CorrectionsSink: AnyObject, Sendable {
    /// What to call it.
    var name: String { get }
    /// Bytes accepted but not taken by the system yet; nil while the sink is not connected.
    var unsentByteCount: Int? { get }
    /// Sends one whole frame.
    func send(_ frame: [UInt8])
    /// Ends.
    func close()
}

/// A stream as a sink: a serial port, a TCP connection, an accessory's corrections session.
public final class StreamSink: CorrectionsSink, @unchecked Sendable {
    // Sendable although it holds plain state: like its stream it is used on the reactor's thread only.
    private let stream: any ByteStream
    private var isOpen = true

    /// Takes over a stream; what arrives on it is handed to `onBytes`.
    ///
    /// To be called on the reactor's thread.
    ///
    /// - Parameters:
    ///   - stream: The stream, not started yet.
    ///   - onBytes: Gets what the receiver says on the same line.
    ///   - onClosure: Called when the stream is over.
    public init(
        _ stream: any ByteStream, onBytes: @escaping ([UInt8]) -> Void = { _ in },
        onClosure: @escaping (StreamClosure) -> Void = { _ in }
    ) {
        self.stream = stream
        stream.start(
            onBytes: onBytes,
            onClosure: { [weak self] closure in
                self?.isOpen = false
                onClosure(closure)
            })
    }

    /// The peer's address.
    public var name: String { stream.peer }
    /// Bytes that the stream keeps; nil when it is over.
    public var unsentByteCount: Int? { isOpen ? stream.unsentByteCount : nil }
    /// Sends one frame.
    public func send(_ frame: [UInt8]) { stream.write(frame) }
    /// Closes the stream.
    public func close() {
        isOpen = false
        stream.close()
    }
}

/// A file as a sink, written from a thread of its own.
public final class FileSink: CorrectionsSink {
    private let writer: FileWriter
    /// The path.
    public let name: String

    /// Creates or empties a file; `-` is standard output.
    ///
    /// - Throws: `TransportError` when the file cannot be created.
    public init(path: String) throws(TransportError) {
        writer = try FileWriter(path: path)
        name = path
    }

    /// Why nothing is written any more; nil as long as the disk or reader takes it.
    public var failure: TransportError? { writer.failure }
    /// 0, since the writer has its own bound; nil once the disk took nothing more.
    public var unsentByteCount: Int? { writer.failure == nil ? 0 : nil }
    /// Appends one frame.
    public func send(_ frame: [UInt8]) { writer.append(frame) }
    /// Closes the file in the background.
    public func close() {
        let writer = writer
        Task { _ = try? await writer.finish() }
    }

    /// Waits until all is written.
    ///
    /// - Throws: `TransportError` of the first write that failed.
    public func finish() async throws(TransportError) { _ = try await writer.finish() }
}

/// A TCP connection that is made again whenever it breaks, after 1, 2, 5, then 10 s.
public final class TCPSink: CorrectionsSink, @unchecked Sendable {
    // Sendable although it holds plain state: used on the reactor's thread only.
    private let host: String
    private let port: UInt16
    private let reactor: Reactor
    private let onBytes: ([UInt8]) -> Void
    private var sink: StreamSink?
    private var failures = 0
    private var isClosed = false

    /// Makes a sink that connects at once; to be called on the reactor's thread.
    public init(host: String, port: UInt16, on reactor: Reactor, onBytes: @escaping ([UInt8]) -> Void = { _ in }) {
        self.host = host
        self.port = port
        self.reactor = reactor
        self.onBytes = onBytes
        connect()
    }

    /// Host and port.
    public var name: String { "\(host):\(port)" }
    /// Bytes that wait; nil while there is no connection.
    public var unsentByteCount: Int? { sink?.unsentByteCount }
    /// Sends one frame.
    public func send(_ frame: [UInt8]) { sink?.send(frame) }
    /// Closes, and connects no more.
    public func close() {
        isClosed = true
        sink?.close()
        sink = nil
    }

    private func connect() {
        Task {
            let stream = try? await TCPStream.connect(host: host, port: port, on: reactor)
            reactor.performSoon { self.connected(stream) }
        }
    }

    private func connected(_ stream: TCPStream?) {
        guard !isClosed else {
            stream?.close()
            return
        }
        guard let stream else { return retry() }
        failures = 0
        sink = StreamSink(stream, onBytes: onBytes) { [weak self] _ in
            self?.sink = nil
            self?.retry()
        }
    }

    private func retry() {
        guard !isClosed else { return }
        let waits = [1, 2, 5, 10]
        let wait = waits[min(failures, waits.count - 1)]
        failures += 1
        reactor.schedule(after: .seconds(wait)) { [weak self] in
            if let self, !isClosed { connect() }
        }
    }
}
