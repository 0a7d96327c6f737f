/// Why a byte stream is over.
public enum StreamClosure: Hashable, Sendable {
    /// The peer closed its side in order.
    case endOfStream
    /// The connection broke, or the system reported an error.
    case failed(TransportError)
    /// The peer reads so slowly that the bound of unsent bytes was passed.
    case slowPeer(unsentBytes: Int)
}

/// A two-way stream of bytes that lives on a reactor: a TCP connection, a serial port, a pipe of a test.
///
/// All members are called, and all callbacks come, on the reactor's thread; an actor whose executor is that reactor
/// enters itself by `assumeIsolated` in the callbacks.
public protocol ByteStream: AnyObject, Sendable {
    /// The reactor whose thread owns the stream.
    var reactor: Reactor { get }

    /// Begins to deliver.
    ///
    /// - Parameters:
    ///   - onBytes: Gets what arrives, in order, in pieces of any size but never empty.
    ///   - onClosure: Called once, after the last bytes, unless ``close()`` came first.
    func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void)

    /// Sends bytes after those sent before; what the system does not take at once is kept up to the stream's bound.
    func write(_ bytes: [UInt8])

    /// Sends what is still kept, then ends the connection; no callback comes afterwards.
    ///
    /// A second call does nothing.
    func close()

    /// Bytes accepted by ``write(_:)`` that the system has not taken yet.
    var unsentByteCount: Int { get }

    /// The peer's address for people, for example `127.0.0.1:43210`.
    var peer: String { get }
}

/// A stream whose reading can be held, so that the peer feels how slow its reader is.
public protocol PausableStream: ByteStream {
    /// Reads from now on, or leaves what comes in the system's buffers.
    ///
    /// While it does not read, the end of the connection is noticed only by writing.
    func setReading(_ isReading: Bool)
}
