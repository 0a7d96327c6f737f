internal import CLinux
internal import Glibc

/// The part of a listener that takes connections from a listening socket, which it owns.
final class Acceptor: @unchecked Sendable {
    // Sendable although it holds plain state: `accept` and `close` check that they run on the reactor's thread.

    private let reactor: Reactor
    private let descriptor: Int32
    /// What errors call the listener.
    private let name: String
    private(set) var isOpen = true
    /// Which of the reactor's watches it has, or had last.
    private var generation: UInt32?
    /// The lack of descriptors was told.
    private var isTroubled = false
    private static let pause = Duration.milliseconds(200)
    /// Bounded, so that a flood of connections leaves the reactor time for the others.
    private static let burst = 64

    init(descriptor: Int32, name: String, reactor: Reactor) {
        self.descriptor = descriptor
        self.name = name
        self.reactor = reactor
    }

    deinit {
        guard isOpen else { return }
        Glibc.close(descriptor)
        // The handler, and all that it holds, goes with the watch.
        guard let generation else { return }
        reactor.performSoon { [reactor, descriptor] in
            reactor.unregister(descriptor: descriptor, generation: generation)
        }
    }

    /// Hands each connection's descriptor to `handler`; `onTrouble` is told once until the next connection.
    func accept(_ handler: @escaping (Int32) -> Void, onTrouble: @escaping (TransportError) -> Void) {
        reactor.checkIsolated()
        guard isOpen else { return }
        // Not unowned: a listener can be dropped by what runs before it in the same round.
        let isWatched = reactor.register(descriptor: descriptor, events: .readable) { [weak self] _ in
            self?.takeAll(handler, onTrouble: onTrouble)
        }
        generation = reactor.generation(of: descriptor)
        // Out of memory for the watch: tried again, so that the listener never falls silent.
        if !isWatched { tryLater(handler, onTrouble: onTrouble) }
    }

    /// Whether this call closed it.
    @discardableResult
    func close() -> Bool {
        reactor.checkIsolated()
        guard isOpen else { return false }
        isOpen = false
        reactor.unregister(descriptor: descriptor)
        Glibc.close(descriptor)
        return true
    }

    private func tryLater(_ handler: @escaping (Int32) -> Void, onTrouble: @escaping (TransportError) -> Void) {
        reactor.schedule(after: Self.pause) { [weak self] in self?.accept(handler, onTrouble: onTrouble) }
    }

    private func takeAll(_ handler: @escaping (Int32) -> Void, onTrouble: @escaping (TransportError) -> Void) {
        for _ in 0..<Self.burst where isOpen {
            let accepted = c_linux_accept(descriptor)
            guard accepted >= 0 else {
                let code = errno
                switch code {
                case EINTR, ECONNABORTED: continue
                case EAGAIN: return
                default: break
                }
                // Out of descriptors or memory: looks again later instead of spinning on a full queue.
                reactor.unregister(descriptor: descriptor)
                tryLater(handler, onTrouble: onTrouble)
                guard !isTroubled else { return }
                isTroubled = true
                onTrouble(
                    TransportError(
                        code: code, operation: "accept on \(name) (RLIMIT_NOFILE is \(DescriptorLimit.current))"))
                return
            }
            isTroubled = false
            handler(accepted)
        }
    }
}
