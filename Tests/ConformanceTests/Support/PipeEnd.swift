import Transport

/// One end of a link in memory, on a reactor; what is written passes a hook on its way to the other end.
final class PipeEnd: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: all calls come on the reactor's thread.
    let reactor: Reactor
    let peer = "127.0.0.1:4711"
    private weak var other: PipeEnd?
    private var kept: PipeEnd?
    private let hook: ([UInt8]) -> [[UInt8]]
    private var onBytes: (([UInt8]) -> Void)?
    private var onClosure: ((StreamClosure) -> Void)?
    private var early: [[UInt8]] = []
    private var isOver = false

    private init(_ reactor: Reactor, _ hook: @escaping ([UInt8]) -> [[UInt8]]) {
        self.reactor = reactor
        self.hook = hook
    }

    /// Two ends.
    static func pair(
        on reactor: Reactor, fromApp: @escaping ([UInt8]) -> [[UInt8]] = { [$0] },
        toApp: @escaping ([UInt8]) -> [[UInt8]] = { [$0] }
    ) -> (app: PipeEnd, unit: PipeEnd) {
        let app = PipeEnd(reactor, fromApp)
        let unit = PipeEnd(reactor, toApp)
        (app.other, unit.other) = (unit, app)
        (app.kept, unit.kept) = (unit, app)
        return (app, unit)
    }

    var unsentByteCount: Int { 0 }

    func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        self.onBytes = onBytes
        self.onClosure = onClosure
        let all = early
        early = []
        reactor.schedule(after: .zero) { for bytes in all { self.onBytes?(bytes) } }
    }

    func write(_ bytes: [UInt8]) {
        guard !isOver else { return }
        for piece in hook(bytes) { push(piece) }
    }

    /// Lets the other end have bytes that no hook sees.
    func push(_ bytes: [UInt8]) {
        guard let other, !bytes.isEmpty else { return }
        reactor.schedule(after: .zero) { other.take(bytes) }
    }

    private func take(_ bytes: [UInt8]) {
        guard !isOver else { return }
        if let onBytes { onBytes(bytes) } else { early.append(bytes) }
    }

    func close() {
        guard !isOver else { return }
        isOver = true
        onBytes = nil
        onClosure = nil
        let other = other
        kept = nil
        reactor.schedule(after: .zero) { other?.end(.endOfStream) }
    }

    /// Ends the link by this side without its doing, so that both sides see its end.
    func cut() {
        let callback = onClosure
        close()
        callback?(.endOfStream)
    }

    /// Ends this side for a reason of the system's.
    func end(_ closure: StreamClosure) {
        guard !isOver else { return }
        isOver = true
        let callback = onClosure
        onBytes = nil
        onClosure = nil
        kept = nil
        callback?(closure)
    }
}
