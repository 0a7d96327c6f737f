internal import Glibc

/// A listener on loopback that accepts nothing and whose queue is full: connections to it stay in the making.
public final class FullListener: Sendable {
    /// Where it listens.
    public var port: UInt16 { listener.port }
    private let listener: LoopbackListener
    private let connections: [Int32]

    /// Opens it, and fills its queue; nil where the system does not allow that.
    public init?() {
        guard let listener = LoopbackListener(queue: 0) else { return nil }
        self.listener = listener
        // One finds room; which of the others is the first to find none is the system's matter.
        connections = (0..<3).compactMap { _ in Loopback.connect(port: listener.port, waits: false) }
    }

    deinit {
        for connection in connections { close(connection) }
    }
}
