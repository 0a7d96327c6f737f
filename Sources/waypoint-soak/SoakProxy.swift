import TestKit
import Transport

/// Carries bytes between apps and the head unit, in pieces of any size, late, and now and then not at all.
final class SoakProxy {
    let port: UInt16
    private let listener: TCPListener
    private let reactor: Reactor
    private var random: SplitMix64
    private(set) var cuts = 0

    init(seed: UInt64, on reactor: Reactor) throws {
        self.reactor = reactor
        random = SplitMix64(seed: seed)
        listener = try TCPListener(port: 0, on: reactor)
        port = listener.address.port
    }

    /// Hands on each connection of an app, to be joined with one to the head unit.
    func accept(_ handler: @escaping (TCPStream) -> Void) {
        listener.accept(handler)
    }

    func stop() { listener.close() }

    /// Joins both streams.
    func join(_ app: TCPStream, _ head: TCPStream) {
        carry(from: app, to: head)
        carry(from: head, to: app)
    }

    private func carry(from source: TCPStream, to sink: TCPStream) {
        // Pieces leave in order: each not before the one ahead of it.
        var free = Duration.zero
        source.start(
            onBytes: { [self] bytes in
                if Int.random(in: 0..<4_000, using: &random) == 0 {
                    cuts += 1
                    source.close()
                    sink.close()
                    return
                }
                var rest = bytes[...]
                while !rest.isEmpty {
                    let piece = Array(rest.prefix(Int.random(in: 1...900, using: &random)))
                    rest = rest.dropFirst(piece.count)
                    let delay = Duration.milliseconds(Int64.random(in: 0...20, using: &random))
                    free = max(free, reactor.now + delay)
                    reactor.schedule(at: free) { sink.write(piece) }
                }
            },
            onClosure: { [reactor] _ in
                // What is under way still arrives.
                reactor.schedule(at: max(free, reactor.now) + .milliseconds(1)) { sink.close() }
            })
    }
}
