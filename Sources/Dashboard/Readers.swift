internal import Synchronization
internal import Web

/// The pages that listen to what happens.
final class Readers: Sendable {
    private let sockets = Mutex<[ObjectIdentifier: WebSocket]>([:])

    var isEmpty: Bool { sockets.withLock { $0.isEmpty } }

    /// Tells a reader everything from now on, beginning with what is known.
    func add(_ socket: WebSocket, of bulletin: Bulletin) {
        let name = ObjectIdentifier(socket)
        sockets.withLock { $0[name] = socket }
        socket.start(
            onMessage: { [weak socket] _ in socket?.close(status: 1008, reason: "nothing is expected here") },
            onClosure: { [weak self] _ in self?.sockets.withLock { $0[name] = nil } })
        let bookmark = Mutex(Bulletin.Bookmark())
        socket.supply { bookmark.withLock { bulletin.next(after: &$0) } }
    }

    /// There is something new.
    func ready() {
        for socket in sockets.withLock({ Array($0.values) }) { socket.supplyIsReady() }
    }
}
