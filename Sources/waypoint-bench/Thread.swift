import Glibc

/// Threads that block.
enum Thread {
    private final class Box {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    /// Starts one that ends with its work.
    static func start(_ work: @escaping @Sendable () -> Void) throws {
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(Box(work)).toOpaque()
        let failure = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context { unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, context)
        guard failure == 0 else {
            unsafe Unmanaged<Box>.fromOpaque(context).release()
            throw SocketFailure(what: "thread")
        }
        pthread_detach(thread)
    }
}
