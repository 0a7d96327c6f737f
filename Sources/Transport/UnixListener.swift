internal import Glibc

/// Accepts connections of other programs of this machine on a Unix-domain socket, a file that only the same user may
/// open.
public final class UnixListener: @unchecked Sendable {
    // Sendable although it holds plain state: `accept` and `close` check that they run on the reactor's thread.

    /// The socket's file.
    public let path: String
    private let reactor: Reactor
    private let configuration: TCPStream.Configuration
    private let acceptor: Acceptor

    /// Creates the socket's file and listens; a socket that a dead program left behind is replaced.
    ///
    /// - Parameters:
    ///   - path: The file, at most 107 bytes.
    ///   - configuration: Settings of accepted connections.
    ///   - reactor: Where accepted streams live.
    /// - Throws: ``TransportError`` when the file cannot be made, or another program listens there.
    public init(
        path: String, configuration: TCPStream.Configuration = .init(), on reactor: Reactor
    ) throws(TransportError) {
        let operation = "listen on \(path)"
        guard let address = SocketAddress(unixPath: path) else {
            throw TransportError(.invalidAddress, operation: operation)
        }
        if Self.isSocket(path), Self.isStale(address) { unsafe unlink(path) }
        let descriptor = try Self.makeSocket(operation)
        // Made for the owner alone from the start, not only after it can already be opened.
        let mask = umask(0o177)
        let isBound = unsafe address.withSockaddr { unsafe bind(descriptor, $0, $1) } == 0
        let code = errno
        umask(mask)
        guard isBound, listen(descriptor, 64) == 0 else {
            let error = TransportError(code: isBound ? errno : code, operation: operation)
            Glibc.close(descriptor)
            throw error
        }
        self.path = path
        acceptor = Acceptor(descriptor: descriptor, name: path, reactor: reactor)
        self.configuration = configuration
        self.reactor = reactor
    }

    deinit {
        if acceptor.isOpen { unsafe unlink(path) }
    }

    /// Hands each new connection to `handler`, not started yet; to be called on the reactor's thread.
    public func accept(_ handler: @escaping (TCPStream) -> Void) {
        let take: (Int32) -> Void = { [path, configuration, reactor] descriptor in
            handler(TCPStream(descriptor: descriptor, peer: path, configuration: configuration, reactor: reactor))
        }
        acceptor.accept(take, onTrouble: { _ in })
    }

    /// Stops listening and removes the file while connections already accepted live on; to be called on the reactor's
    /// thread.
    public func close() {
        if acceptor.close() { unsafe unlink(path) }
    }

    /// Whether the file is a socket, and not something that somebody wants to keep.
    private static func isSocket(_ path: String) -> Bool {
        var info = stat()
        return unsafe stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFSOCK
    }

    /// Whether a socket is there on which nobody listens any more.
    private static func isStale(_ address: SocketAddress) -> Bool {
        guard let descriptor = try? makeSocket("connect") else { return false }
        defer { Glibc.close(descriptor) }
        guard unsafe address.withSockaddr({ unsafe connect(descriptor, $0, $1) }) != 0 else { return false }
        return errno == ECONNREFUSED
    }

    fileprivate static func makeSocket(_ operation: String) throws(TransportError) -> Int32 {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TransportError(system: operation) }
        return descriptor
    }
}

extension TCPStream {
    /// Connects to a Unix-domain socket of this machine.
    ///
    /// - Parameters:
    ///   - path: The socket's file.
    ///   - configuration: Settings of the connection.
    ///   - reactor: Where the stream will live.
    /// - Returns: The connected stream, not started yet.
    /// - Throws: ``TransportError`` when nobody listens there.
    public static func connect(
        unixPath path: String, configuration: Configuration = Configuration(), on reactor: Reactor
    ) throws(TransportError) -> TCPStream {
        let operation = "connect \(path)"
        guard let address = SocketAddress(unixPath: path) else {
            throw TransportError(.invalidAddress, operation: operation)
        }
        let descriptor = try UnixListener.makeSocket(operation)
        guard unsafe address.withSockaddr({ unsafe Glibc.connect(descriptor, $0, $1) }) == 0 else {
            let error = TransportError(system: operation)
            Glibc.close(descriptor)
            throw error
        }
        return TCPStream(descriptor: descriptor, peer: path, configuration: configuration, reactor: reactor)
    }
}

extension SocketAddress {
    /// The address of a socket's file; `nil` when the path is empty, too long, or holds a zero byte.
    fileprivate init?(unixPath path: String) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= 107, !bytes.contains(0) else { return nil }
        let family = UInt16(AF_UNIX)
        self.init(storage: [UInt8(truncatingIfNeeded: family), UInt8(truncatingIfNeeded: family >> 8)] + bytes + [0])
    }
}
