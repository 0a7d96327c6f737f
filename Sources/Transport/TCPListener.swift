internal import Glibc

/// Accepts TCP connections on a reactor.
public final class TCPListener: @unchecked Sendable {
    // Sendable although it holds plain state: `accept` and `close` check that they run on the reactor's thread.

    /// The address listened on, with the real port where 0 was asked for.
    public let address: SocketAddress
    private let reactor: Reactor
    private let configuration: TCPStream.Configuration
    private let acceptor: Acceptor

    /// Binds and listens; connections wait in the system's queue until ``accept(_:)``.
    ///
    /// - Parameters:
    ///   - host: A numeric address of this machine; `0.0.0.0` or `::` for all.
    ///   - port: The port; 0 lets the system choose.
    ///   - configuration: Settings of accepted connections.
    ///   - reactor: Where accepted streams live.
    /// - Throws: ``TransportError`` when the address is not usable.
    public init(
        host: String = "127.0.0.1", port: UInt16, configuration: TCPStream.Configuration = .init(), on reactor: Reactor
    ) throws(TransportError) {
        let operation = "listen on \(host):\(port)"
        guard let wanted = SocketAddress(numericHost: host, port: port) else {
            throw TransportError(.invalidAddress, operation: operation)
        }
        let descriptor = socket(
            wanted.family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TransportError(system: operation) }
        var on: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard unsafe wanted.withSockaddr({ unsafe bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1024) == 0,
            let bound = SocketAddress.local(of: descriptor)
        else {
            let error = TransportError(system: operation)
            Glibc.close(descriptor)
            throw error
        }
        acceptor = Acceptor(descriptor: descriptor, name: "\(bound)", reactor: reactor)
        self.address = bound
        self.configuration = configuration
        self.reactor = reactor
    }

    /// Hands each new connection to `handler`, not started yet; to be called on the reactor's thread.
    ///
    /// - Parameters:
    ///   - handler: Takes the connections.
    ///   - onTrouble: Is told, once until the next connection is accepted, that the system has none left to give
    ///     (descriptors above RLIMIT_NOFILE, or memory). Peers wait in the system's queue meanwhile.
    public func accept(
        _ handler: @escaping (TCPStream) -> Void, onTrouble: @escaping (TransportError) -> Void = { _ in }
    ) {
        let take: (Int32) -> Void = { [configuration, reactor] descriptor in
            let peer = SocketAddress.peer(of: descriptor)?.description ?? "?"
            handler(TCPStream(descriptor: descriptor, peer: peer, configuration: configuration, reactor: reactor))
        }
        acceptor.accept(take, onTrouble: onTrouble)
    }

    /// Stops listening while connections already accepted live on; to be called on the reactor's thread.
    public func close() {
        acceptor.close()
    }
}
