internal import Glibc

/// A thread of the system, for executors that own one.
package enum SystemThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a detached thread.
    ///
    /// - Returns: 0, or the system's error number.
    package static func start(_ run: @escaping @Sendable () -> Void) -> Int32 {
        var thread = pthread_t()
        let status = start(&thread, run)
        if status == 0 { pthread_detach(thread) }
        return status
    }

    /// Starts a thread that its owner joins or detaches.
    ///
    /// - Returns: 0, or the system's error number.
    static func start(_ thread: inout pthread_t, _ run: @escaping @Sendable () -> Void) -> Int32 {
        let box = unsafe Unmanaged.passRetained(Body(run))
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, unsafe box.toOpaque())
        if status != 0 { unsafe box.release() }
        return status
    }
}
