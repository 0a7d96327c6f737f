internal import CLinux
internal import Glibc

extension TCPStream {
    /// Connects to a host, trying its addresses in turn.
    ///
    /// - Parameters:
    ///   - host: A name or a numeric address.
    ///   - port: The port.
    ///   - timeout: The time all attempts together may take.
    ///   - configuration: Settings of the connection.
    ///   - reactor: Where the stream will live.
    /// - Returns: The connected stream, not started yet.
    /// - Throws: ``TransportError`` of the last address tried; `unknownHost` or `timedOut` where that is the reason.
    public static func connect(
        host: String, port: UInt16, timeout: Duration = .seconds(10), configuration: Configuration = Configuration(),
        on reactor: Reactor
    ) async throws(TransportError) -> TCPStream {
        let operation = "connect \(host):\(port)"
        let addresses: [SocketAddress]
        if let numeric = SocketAddress(numericHost: host, port: port) {
            addresses = [numeric]
        } else {
            addresses = try await Resolver.shared.resolve(host: host, port: port)
        }
        let connector = TCPConnector(reactor: reactor)
        let deadline = reactor.now + timeout
        var last = TransportError(.unknownHost, operation: operation)
        for address in addresses {
            switch await connector.connect(to: address, deadline: deadline, operation: operation) {
            case .success(let descriptor):
                return TCPStream(
                    descriptor: descriptor, peer: address.description, configuration: configuration, reactor: reactor)
            case .failure(let error):
                last = error
                if error.kind == .timedOut { throw error }
            }
        }
        throw last
    }
}

/// Runs connection attempts on a reactor.
private actor TCPConnector {
    private let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func connect(
        to address: SocketAddress, deadline: Duration, operation: String
    ) async -> Result<Int32, TransportError> {
        let descriptor = socket(
            address.family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return .failure(TransportError(system: operation)) }
        let status = unsafe address.withSockaddr { unsafe Glibc.connect(descriptor, $0, $1) } ?? -1
        if status == 0 { return .success(descriptor) }
        guard errno == EINPROGRESS else {
            let error = TransportError(system: operation)
            close(descriptor)
            return .failure(error)
        }
        let reactor = reactor
        let outcome: Result<Int32, TransportError> = await withCheckedContinuation { continuation in
            var timer: Reactor.TimerID?
            let watched = reactor.register(descriptor: descriptor, events: .writable) { _ in
                if let timer { reactor.cancel(timer) }
                reactor.unregister(descriptor: descriptor)
                var code: Int32 = 0
                var length = socklen_t(MemoryLayout<Int32>.size)
                unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
                continuation.resume(
                    returning: code == 0
                        ? .success(descriptor) : .failure(TransportError(code: code, operation: operation)))
            }
            guard watched else {
                continuation.resume(returning: .failure(TransportError(system: "epoll_ctl")))
                return
            }
            timer = reactor.schedule(at: deadline) {
                reactor.unregister(descriptor: descriptor)
                continuation.resume(returning: .failure(TransportError(.timedOut, operation: operation)))
            }
        }
        if case .failure = outcome { close(descriptor) }
        return outcome
    }
}

/// Resolves names on a thread of its own, since the system's resolver blocks.
actor Resolver {
    static let shared = Resolver()
    private let executor = BlockingExecutor(name: "resolver")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func resolve(host: String, port: UInt16) throws(TransportError) -> [SocketAddress] {
        try SocketAddress.lookUp(host: host, port: port)
    }
}
