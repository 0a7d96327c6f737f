internal import CLinux
internal import Glibc

extension TCPStream {
    /// Connects to a host, trying its addresses in turn; gives up when the task is cancelled.
    ///
    /// No address gets more than 10 s, nor more than its share of the time that is left, so that one which never answers
    /// does not keep the next from its turn.
    ///
    /// - Parameters:
    ///   - host: A name or a numeric address.
    ///   - port: The port.
    ///   - localHost: A numeric address of this machine to connect from; `nil` leaves that to the system.
    ///   - timeout: The time that name look-up and all attempts together may take.
    ///   - configuration: Settings of the connection.
    ///   - reactor: Where the stream will live.
    /// - Returns: The connected stream, not started yet.
    /// - Throws: ``TransportError`` of the last address tried; `unknownHost`, `timedOut`, `cancelled` or, when the reactor
    ///   has ended, `closed` where that is the reason.
    public static func connect(
        host: String, port: UInt16, from localHost: String? = nil, timeout: Duration = .seconds(10),
        configuration: Configuration = Configuration(), on reactor: Reactor
    ) async throws(TransportError) -> TCPStream {
        let operation = "connect \(host):\(port)"
        let deadline = reactor.now + timeout
        let connector = TCPConnector(reactor: reactor)
        let addresses: [SocketAddress]
        if let numeric = SocketAddress(numericHost: host, port: port) {
            addresses = [numeric]
        } else {
            addresses = try await connector.resolve(host: host, port: port, deadline: deadline).get()
        }
        return try await connect(
            to: addresses, from: localHost.flatMap { SocketAddress(numericHost: $0, port: 0) }, deadline: deadline,
            operation: operation, configuration: configuration, on: reactor)
    }

    /// Tries addresses in turn until the deadline.
    static func connect(
        to addresses: [SocketAddress], from local: SocketAddress? = nil, deadline: Duration, operation: String,
        configuration: Configuration, on reactor: Reactor
    ) async throws(TransportError) -> TCPStream {
        let connector = TCPConnector(reactor: reactor)
        var last = TransportError(.unknownHost, operation: operation)
        for (index, address) in addresses.enumerated() {
            let now = reactor.now
            let share = min(.seconds(10), (deadline - now) / (addresses.count - index))
            switch await connector.connect(to: address, from: local, deadline: now + share, operation: operation) {
            case .success(let descriptor):
                return TCPStream(
                    descriptor: descriptor, peer: address.description, configuration: configuration, reactor: reactor)
            case .failure(let error):
                last = error
                if error.kind == .cancelled || error.kind == .closed || reactor.now >= deadline { throw error }
            }
        }
        throw last
    }
}

/// Runs connection attempts on a reactor.
private actor TCPConnector {
    private let reactor: Reactor
    /// Ends what is being waited for.
    private var giveUp: (() -> Void)?
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    /// Resolves a name; a look-up that outlives the deadline goes on unheard.
    func resolve(host: String, port: UInt16, deadline: Duration) async -> Result<[SocketAddress], TransportError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = FirstAnswer(continuation, operation: "resolve \(host)")
                let timer = reactor.schedule(at: deadline) {
                    answer.give(.failure(TransportError(.timedOut, operation: "resolve \(host)")))
                }
                // Weak, so that the answer ends with its timer, also when that is let go of at the reactor's end.
                giveUp = { [weak answer] in
                    answer?.give(.failure(TransportError(.cancelled, operation: "resolve \(host)")))
                }
                Task { [weak answer] in
                    let found = await Resolver().resolve(host: host, port: port)
                    answer?.give(found)
                    reactor.cancel(timer)
                }
            }
        } onCancel: {
            Task { await self.cancel() }
        }
    }

    private func cancel() {
        giveUp?()
        giveUp = nil
    }

    /// Waits until a connection stands or failed, the deadline, or ``cancel()``, whichever comes first.
    private func readiness(
        of descriptor: Int32, deadline: Duration, operation: String
    ) async -> Result<Int32, TransportError> {
        var timer: Reactor.TimerID?
        let outcome = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Int32, TransportError>, Never>) in
            let answer = FirstAnswer(continuation, operation: operation)
            let watched = reactor.register(descriptor: descriptor, events: .writable) { _ in
                var code: Int32 = 0
                var length = socklen_t(MemoryLayout<Int32>.size)
                unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
                answer.give(
                    code == 0 ? .success(descriptor) : .failure(TransportError(code: code, operation: operation)))
            }
            guard watched else {
                answer.give(
                    .failure(
                        errno == ReactorLoop.isOverCode
                            ? TransportError(.closed, operation: operation) : TransportError(system: "epoll_ctl")))
                return
            }
            timer = reactor.schedule(at: deadline) {
                answer.give(.failure(TransportError(.timedOut, operation: operation)))
            }
            // Weak, so that a reactor that ends lets go of the answer with its sockets and timers.
            giveUp = { [weak answer] in answer?.give(.failure(TransportError(.cancelled, operation: operation))) }
        }
        reactor.unregister(descriptor: descriptor)
        if let timer { reactor.cancel(timer) }
        giveUp = nil
        return outcome
    }

    /// Resumes a continuation with the answer that comes first.
    ///
    /// Lives on the reactor; when it is let go of without an answer, the reactor has ended.
    private final class FirstAnswer<Success: Sendable> {
        private var continuation: CheckedContinuation<Result<Success, TransportError>, Never>?
        private let operation: String

        init(_ continuation: CheckedContinuation<Result<Success, TransportError>, Never>, operation: String) {
            self.continuation = continuation
            self.operation = operation
        }

        deinit {
            give(.failure(TransportError(.closed, operation: operation)))
        }

        func give(_ answer: Result<Success, TransportError>) {
            continuation?.resume(returning: answer)
            continuation = nil
        }
    }

    func connect(
        to address: SocketAddress, from local: SocketAddress?, deadline: Duration, operation: String
    ) async -> Result<Int32, TransportError> {
        if Task.isCancelled { return .failure(TransportError(.cancelled, operation: operation)) }
        let descriptor = socket(
            address.family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return .failure(TransportError(system: operation)) }
        if let local, unsafe local.withSockaddr({ unsafe Glibc.bind(descriptor, $0, $1) }) != 0 {
            let error = TransportError(system: operation)
            close(descriptor)
            return .failure(error)
        }
        let status = unsafe address.withSockaddr { unsafe Glibc.connect(descriptor, $0, $1) } ?? -1
        if status == 0 { return .success(descriptor) }
        guard errno == EINPROGRESS else {
            let error = TransportError(system: operation)
            close(descriptor)
            return .failure(error)
        }
        let outcome = await withTaskCancellationHandler {
            await readiness(of: descriptor, deadline: deadline, operation: operation)
        } onCancel: {
            Task { await self.cancel() }
        }
        if case .failure = outcome { close(descriptor) }
        return outcome
    }
}

/// Resolves one name on a thread of its own, since the system's resolver blocks.
actor Resolver {
    private let executor = BlockingExecutor(name: "resolver")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func resolve(host: String, port: UInt16) -> Result<[SocketAddress], TransportError> {
        Result { () throws(TransportError) in try SocketAddress.lookUp(host: host, port: port) }
    }
}
