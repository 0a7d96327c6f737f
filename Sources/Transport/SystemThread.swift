internal import CLinux
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
    /// - Parameters:
    ///   - name: What tools such as `top -H` and debuggers call it, cut to 15 bytes; else the program's name.
    ///   - run: What it does.
    /// - Returns: 0, or the system's error number.
    package static func start(named name: String? = nil, _ run: @escaping @Sendable () -> Void) -> Int32 {
        var thread = pthread_t()
        let status = start(&thread) {
            if let name { unsafe c_linux_name_thread(name) }
            run()
        }
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
