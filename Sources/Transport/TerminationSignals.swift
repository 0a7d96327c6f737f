internal import CLinux
internal import Glibc
internal import Synchronization

/// SIGINT and SIGTERM as events.
///
/// Until a handler is set, a signal ends the process as it would without this. The first signal after that goes to the
/// handler, which ends the program in order; a second one ends the process at once.
public enum TerminationSignals: Sendable {
    private struct State {
        var handler: (@Sendable () -> Void)?
        var hasArrived = false
        var lastDuty: (@Sendable () -> Void)?
    }

    private static let state = Mutex(State())

    /// Takes the signals over; to be called before any thread starts.
    ///
    /// SIGPIPE is blocked, too: a broken pipe is told by the write.
    ///
    /// - Throws: ``TransportError`` when the system refuses a signal descriptor or a thread.
    public static func begin() throws(TransportError) {
        _ = c_linux_block_signals()
        let descriptor = c_linux_signal_descriptor()
        guard descriptor >= 0 else { throw TransportError(system: "signalfd") }
        let status = SystemThread.start {
            while true {
                let signal = c_linux_wait_signal(descriptor)
                if signal > 0 { arrived(exitStatus: 128 + signal) }
            }
        }
        guard status == 0 else { throw TransportError(code: status, operation: "pthread_create") }
    }

    /// Sets what a signal does.
    ///
    /// - Parameter handler: Called on a thread of its own, once; at once if a signal came before.
    public static func handle(_ handler: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.handler = handler
            return state.hasArrived
        }
        if isLate { handler() }
    }

    /// Sets what is still done when a second signal ends the program at once, such as ending child processes.
    ///
    /// - Parameter duty: Called on a thread of its own; it must not wait for anything.
    public static func beforeEnd(_ duty: @escaping @Sendable () -> Void) {
        state.withLock { $0.lastDuty = duty }
    }

    /// Ends the program as a signal would, for a reader of its output that is gone.
    public static func raise() {
        arrived(exitStatus: 128 + SIGPIPE)
    }

    private static func arrived(exitStatus: Int32) {
        let handler = state.withLock { state in
            defer { state.hasArrived = true }
            return state.hasArrived ? nil : state.handler
        }
        guard let handler else {
            state.withLock { $0.lastDuty }?()
            _exit(exitStatus)
        }
        handler()
    }
}
