import Glibc

/// Threads that block.
enum Thread {
    private final class Box {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    /// Starts one that ends with its work; where the system has none left, the caller does the work.
    static func start(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(Box(work)).toOpaque()
        let failure = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context { unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, context)
        guard failure == 0 else { return unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work() }
        pthread_detach(thread)
    }
}
