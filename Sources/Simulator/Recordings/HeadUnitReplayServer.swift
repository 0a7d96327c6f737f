package import Transport

/// Plays the head unit's side of a recording over TCP.
///
/// The decisions are those of ``HeadUnitReplay``; this is its sockets and timers.
package actor HeadUnitReplayServer {
    private let reactor: Reactor
    private let listener: TCPListener
    private var replay: HeadUnitReplay
    private var streams: [Int: TCPStream] = [:]
    private var timer: (id: Reactor.TimerID, deadline: Duration)?
    private var onEnd: (@Sendable () -> Void)?

    /// Runs on its reactor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Where it listens.
    package nonisolated let address: SocketAddress

    /// Makes a server that listens.
    ///
    /// - Parameters:
    ///   - replay: What is played.
    ///   - host: A numeric address of this machine.
    ///   - port: The port, 0 for any free one.
    ///   - reactor: The thread to live on.
    /// - Throws: `TransportError` when the address is not usable.
    package init(
        _ replay: HeadUnitReplay, host: String = "127.0.0.1", port: UInt16, on reactor: Reactor
    ) async throws(TransportError) {
        self.replay = replay
        self.reactor = reactor
        listener = try TCPListener(host: host, port: port, on: reactor)
        address = listener.address
        begin()
    }

    private func begin() {
        listener.accept { [weak self] stream in self?.assumeIsolated { $0.attach(stream) } }
    }

    /// Calls back when the last app has left.
    package func whenLeft(_ body: @escaping @Sendable () -> Void) { onEnd = body }

    /// How many requests of apps were answered as recorded, and how many the recording had no answer to.
    package var answerCounts: (asRecorded: Int, madeUp: Int) { replay.answerCounts }

    /// Closes everything.
    package func stop() {
        listener.close()
        if let timer { reactor.cancel(timer.id) }
        timer = nil
        for stream in streams.values { stream.close() }
        streams = [:]
    }

    private func attach(_ stream: TCPStream) {
        let link = replay.opened()
        streams[link] = stream
        stream.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated { $0.perform($0.replay.received(bytes, on: link, now: $0.reactor.now)) }
            },
            onClosure: { [weak self] _ in self?.assumeIsolated { $0.lost(link) } })
    }

    private func lost(_ link: Int) {
        guard streams.removeValue(forKey: link) != nil else { return }
        replay.closed(link, now: reactor.now)
        if streams.isEmpty { onEnd?() }
    }

    private func timerFired() {
        timer = nil
        perform(replay.timePassed(now: reactor.now))
    }

    private func perform(_ actions: [HeadUnitReplay.Action]) {
        for action in actions {
            switch action {
            case .send(let link, let bytes):
                streams[link]?.write(bytes)
            case .close(let link):
                guard let stream = streams.removeValue(forKey: link) else { continue }
                stream.close()
                if streams.isEmpty { onEnd?() }
            }
        }
        let deadline = replay.nextDeadline
        guard deadline != timer?.deadline else { return }
        if let timer { reactor.cancel(timer.id) }
        timer = deadline.map { deadline in
            let id = reactor.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.timerFired() } }
            return (id, deadline)
        }
    }
}
