import CLinux
import Dispatch
import Glibc
import Synchronization

/// A thread that reads many sockets and does no more than count.
final class ByteCounter: Sendable {
    private static let readable: UInt32 = 1  // EPOLLIN
    private let poll: Int32
    private let count = Atomic<Int>(0)
    private let goal = Atomic<Int>(0)
    private let reached = DispatchSemaphore(value: 0)
    private let isOver = Atomic<Bool>(false)

    init() throws {
        poll = c_linux_epoll_create()
        guard poll >= 0 else { throw SocketFailure(what: "epoll_create1") }
    }

    deinit { close(poll) }

    /// Reads this socket too, until it ends.
    func add(_ descriptor: Int32) throws {
        guard c_linux_epoll_set(poll, descriptor, Self.readable, UInt64(descriptor), 1) == 0 else {
            throw SocketFailure(what: "epoll_ctl")
        }
    }

    func start() {
        // The thread holds the counter until it has ended.
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<ByteCounter>.fromOpaque(context).takeRetainedValue().read()
                }
                return nil
            }, context)
        if status == 0 { pthread_detach(thread) }
    }

    /// Counts from nothing to so many bytes, for ``wait()``.
    func expect(_ bytes: Int) {
        goal.store(bytes, ordering: .sequentiallyConsistent)
        count.store(0, ordering: .sequentiallyConsistent)
    }

    /// Waits until what was expected has been read.
    func wait() {
        reached.wait()
    }

    func stop() {
        isOver.store(true, ordering: .sequentiallyConsistent)
    }

    private func read() {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
        defer { unsafe room.deallocate() }
        var events = [UInt32](repeating: 0, count: 128)
        var tags = [UInt64](repeating: 0, count: 128)
        while !isOver.load(ordering: .relaxed) {
            let ready = unsafe c_linux_epoll_wait(poll, &events, &tags, 128, 100)
            for tag in tags.prefix(max(0, Int(ready))) {
                let descriptor = Int32(tag)
                let got = unsafe Glibc.read(descriptor, room.baseAddress, room.count)
                if got > 0 {
                    let (old, new) = count.wrappingAdd(got, ordering: .sequentiallyConsistent)
                    let goal = goal.load(ordering: .relaxed)
                    if old < goal, new >= goal { reached.signal() }
                } else {
                    _ = c_linux_epoll_set(poll, descriptor, 0, tag, 0)
                }
            }
        }
    }
}
