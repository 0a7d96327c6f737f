internal import CLinux
internal import Glibc

/// Accepts TCP connections on a reactor.
public final class TCPListener: @unchecked Sendable {
    // Sendable although it holds plain state: `accept` and `close` check that they run on the reactor's thread.

    /// The address listened on, with the real port where 0 was asked for.
    public let address: SocketAddress
    private let reactor: Reactor
    private let descriptor: Int32
    private let configuration: TCPStream.Configuration
    private var isOpen = true
    private static let pause = Duration.milliseconds(200)

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
        self.descriptor = descriptor
        self.address = bound
        self.configuration = configuration
        self.reactor = reactor
    }

    deinit {
        if isOpen { Glibc.close(descriptor) }
    }

    /// Hands each new connection to `handler`, not started yet; to be called on the reactor's thread.
    public func accept(_ handler: @escaping (TCPStream) -> Void) {
        reactor.checkIsolated()
        guard isOpen else { return }
        let isWatched = reactor.register(descriptor: descriptor, events: .readable) { [unowned self] _ in
            takeAll(handler)
        }
        // Out of memory for the watch: tried again, so that the listener never falls silent.
        if !isWatched { reactor.schedule(after: Self.pause) { [weak self] in self?.accept(handler) } }
    }

    /// Stops listening while connections already accepted live on; to be called on the reactor's thread.
    public func close() {
        reactor.checkIsolated()
        guard isOpen else { return }
        isOpen = false
        reactor.unregister(descriptor: descriptor)
        Glibc.close(descriptor)
    }

    private func takeAll(_ handler: @escaping (TCPStream) -> Void) {
        // Bounded, so that a flood of connections leaves the reactor time for the others.
        for _ in 0..<64 where isOpen {
            let accepted = c_linux_accept(descriptor)
            guard accepted >= 0 else {
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EAGAIN: return
                default:
                    // Out of descriptors or memory: looks again later instead of spinning on a full queue.
                    reactor.unregister(descriptor: descriptor)
                    reactor.schedule(after: Self.pause) { [weak self] in self?.accept(handler) }
                    return
                }
            }
            let peer = SocketAddress.peer(of: accepted)?.description ?? "?"
            handler(TCPStream(descriptor: accepted, peer: peer, configuration: configuration, reactor: reactor))
        }
    }
}
