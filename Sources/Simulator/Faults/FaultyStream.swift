internal import HeadUnit
internal import Transport

/// A connection on which things go wrong: runs a ``FaultLayer`` between the head unit and the real stream.
final class FaultyStream: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: every member that touches it checks that it runs on the reactor's thread.

    let reactor: Reactor
    let peer: String
    /// The head unit's number of the connection.
    let number: Int
    private let stream: any ByteStream
    private let board: FaultBoard
    private let observer: WireObserver?
    private var layer = FaultLayer()
    private var onBytes: (([UInt8]) -> Void)?
    private var onClosure: ((StreamClosure) -> Void)?
    private var timer: (id: Reactor.TimerID, deadline: Duration)?
    private var isOver = false
    /// What the head unit still wanted to be sent when it closed.
    private var isClosing = false

    init(_ stream: any ByteStream, number: Int, board: FaultBoard, observer: WireObserver?) {
        self.stream = stream
        self.number = number
        self.board = board
        self.observer = observer
        reactor = stream.reactor
        peer = stream.peer
    }

    var unsentByteCount: Int {
        reactor.checkIsolated()
        return layer.unsentByteCount + stream.unsentByteCount
    }

    func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        self.onBytes = onBytes
        self.onClosure = onClosure
        stream.start(
            onBytes: { [self] bytes in
                observer?(.received(bytes))
                run { $0.received(bytes, now: $1, faults: &$2) }
            },
            onClosure: { [self] closure in end(closure, by: HeadUnit.End(closure)) })
    }

    func write(_ bytes: [UInt8]) {
        reactor.checkIsolated()
        guard !isOver, !isClosing else { return }
        run { $0.sent(bytes, now: $1, faults: &$2) }
    }

    func close() {
        reactor.checkIsolated()
        guard !isOver, !isClosing else { return }
        onBytes = nil
        onClosure = nil
        isClosing = true
        run { $0.timePassed(now: $1, faults: &$2) }
    }

    /// The cable is pulled.
    func cut() {
        reactor.checkIsolated()
        guard !isOver else { return }
        cut(TransportError(.closed, operation: "cut"))
    }

    private func cut(_ error: TransportError) {
        stream.close()
        // Told by a fresh turn of the loop: the head unit may be in the middle of its own work.
        reactor.schedule(after: .zero) { [self] in end(.failed(error), by: .line) }
    }

    /// The faults are others now.
    func faultsChanged() {
        guard !isOver else { return }
        run { $0.timePassed(now: $1, faults: &$2) }
    }

    // MARK: Inside

    private func run(_ event: (inout FaultLayer, Duration, inout FaultSet) -> [FaultLayer.Action]) {
        for action in event(&layer, reactor.now, &board.set) {
            guard !isOver else { return }
            switch action {
            case .write(let bytes):
                observer?(.sent(bytes))
                stream.write(bytes)
            case .deliver(let bytes):
                onBytes?(bytes)
            case .setReading(let isReading):
                (stream as? any PausableStream)?.setReading(isReading)
            case .cut(let reason):
                cut(TransportError(.closed, operation: reason))
                return
            }
        }
        guard !isOver else { return }
        if isClosing, layer.unsentByteCount == 0 {
            stream.close()
            end(.endOfStream, by: .headUnit)
            return
        }
        setTimer()
    }

    private func setTimer() {
        let deadline = layer.nextDeadline
        guard deadline != timer?.deadline else { return }
        if let timer { reactor.cancel(timer.id) }
        timer = deadline.map { deadline in
            let id = reactor.schedule(at: deadline) { [weak self] in
                self?.timer = nil
                self?.run { $0.timePassed(now: $1, faults: &$2) }
            }
            return (id, deadline)
        }
    }

    private func end(_ closure: StreamClosure, by end: HeadUnit.End) {
        guard !isOver else { return }
        isOver = true
        if let timer { reactor.cancel(timer.id) }
        board.forget(self)
        observer?(.closed(by: end))
        let callback = onClosure
        onBytes = nil
        onClosure = nil
        callback?(closure)
    }
}
