internal import CLinux
internal import Glibc

/// Receives datagrams on a port, as a stream of bytes: each datagram begins a line.
///
/// Several programs may listen to the same multicast group; any other address belongs to one, since each datagram would
/// reach only one of them. Nothing can be sent: there is no one peer.
public final class UDPReceiver: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: every member that touches it checks that it runs on the reactor's thread.

    /// The reactor whose thread owns the socket.
    public let reactor: Reactor
    /// The address listened on, with the real port where 0 was asked for.
    public let address: SocketAddress
    private let descriptor: Int32
    private var isOpen = true
    private var onBytes: (([UInt8]) -> Void)?

    /// Binds.
    ///
    /// - Parameters:
    ///   - host: A numeric address of this machine, `0.0.0.0` or `::` for all (broadcasts need that), or an IPv4 multicast
    ///     group, which is joined.
    ///   - port: The port; 0 lets the system choose.
    ///   - reactor: Where the socket lives.
    /// - Throws: ``TransportError`` when the address is not usable.
    public init(host: String = "127.0.0.1", port: UInt16, on reactor: Reactor) throws(TransportError) {
        let operation = "listen on udp \(host):\(port)"
        guard let wanted = SocketAddress(numericHost: host, port: port) else {
            throw TransportError(.invalidAddress, operation: operation)
        }
        let descriptor = socket(
            wanted.family, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TransportError(system: operation) }
        if Self.isGroup(host) {
            var on: Int32 = 1
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        }
        let isBound = unsafe wanted.withSockaddr({ unsafe bind(descriptor, $0, $1) }) == 0
        let hasJoined = unsafe !Self.isGroup(host) || c_linux_join_group(descriptor, host) == 0
        guard isBound, hasJoined, let bound = SocketAddress.local(of: descriptor)
        else {
            let error = TransportError(system: operation)
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        address = bound
        self.reactor = reactor
    }

    deinit {
        if isOpen { Glibc.close(descriptor) }
    }

    /// The address listened on.
    public var peer: String { address.description }

    /// Always 0.
    public var unsentByteCount: Int { 0 }

    /// Begins to deliver; a datagram that does not end its last line gets a line end.
    public func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        guard isOpen, self.onBytes == nil else { return }
        self.onBytes = onBytes
        let watched = reactor.register(descriptor: descriptor, events: .readable) { [weak self] _ in self?.receive() }
        if !watched {
            let error = TransportError(system: "epoll_ctl")
            close()
            onClosure(.failed(error))
        }
    }

    /// Does nothing.
    public func write(_ bytes: [UInt8]) {}

    /// Closes the socket.
    public func close() {
        reactor.checkIsolated()
        guard isOpen else { return }
        isOpen = false
        onBytes = nil
        reactor.unregister(descriptor: descriptor)
        Glibc.close(descriptor)
    }

    private func receive() {
        // Bounded, so that a flood of datagrams leaves the reactor time for the others. Errors of a socket without
        // a peer (an answer from elsewhere that nobody listens) are none of ours.
        for _ in 0..<64 where isOpen {
            guard case .bytes(var bytes) = ReadOutcome(reading: descriptor) else { return }
            if bytes.last != UInt8(ascii: "\n") { bytes += [0x0D, 0x0A] }
            onBytes?(bytes)
        }
    }

    /// Whether an address is in 224.0.0.0/4.
    private static func isGroup(_ host: String) -> Bool {
        guard !host.contains(":"), let first = host.split(separator: ".").first, let number = Int(first) else {
            return false
        }
        return 224...239 ~= number
    }
}
