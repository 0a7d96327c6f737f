import Synchronization
import Transport

/// Two byte streams on one reactor, each of which reads what the other writes.
///
/// Delivery takes a fresh turn of the reactor, as with a socket.
final class MemoryPipe: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: all members are used on the reactor's thread only, which is checked.

    let reactor: Reactor
    let peer: String
    private weak var other: MemoryPipe?
    private var arrived: [[UInt8]] = []
    private var ending: StreamClosure?
    private var isDelivering = false
    private var isClosed = false
    private var onBytes: (([UInt8]) -> Void)?
    private var onClosure: ((StreamClosure) -> Void)?
    private let strongOther = Mutex<MemoryPipe?>(nil)

    private init(reactor: Reactor, peer: String) {
        self.reactor = reactor
        self.peer = peer
    }

    /// Makes both ends; they live as long as one of them is held or open.
    static func pair(on reactor: Reactor) -> (app: MemoryPipe, head: MemoryPipe) {
        let app = MemoryPipe(reactor: reactor, peer: "head")
        let head = MemoryPipe(reactor: reactor, peer: "app")
        app.strongOther.withLock { $0 = head }
        app.other = head
        head.other = app
        return (app, head)
    }

    var unsentByteCount: Int { 0 }

    /// Whether this end was closed, from either side.
    var hasEnded: Bool {
        reactor.checkIsolated()
        return isClosed
    }

    func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        self.onBytes = onBytes
        self.onClosure = onClosure
        deliverSoon()
    }

    func write(_ bytes: [UInt8]) {
        reactor.checkIsolated()
        guard !isClosed, let other, !other.isClosed else { return }
        other.arrived.append(bytes)
        other.deliverSoon()
    }

    func close() {
        reactor.checkIsolated()
        guard !isClosed else { return }
        isClosed = true
        onBytes = nil
        onClosure = nil
        other?.ending = .endOfStream
        other?.deliverSoon()
        strongOther.withLock { $0 = nil }
    }

    private func deliverSoon() {
        guard !isDelivering, !isClosed, onBytes != nil else { return }
        isDelivering = true
        reactor.schedule(after: .zero) { [self] in deliver() }
    }

    private func deliver() {
        isDelivering = false
        while !isClosed, !arrived.isEmpty {
            let bytes = arrived.removeFirst()
            onBytes?(bytes)
        }
        guard !isClosed, let ending else { return }
        isClosed = true
        let callback = onClosure
        onBytes = nil
        onClosure = nil
        callback?(ending)
    }
}
